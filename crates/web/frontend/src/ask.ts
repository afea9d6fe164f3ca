// A question in flight: the answer, the failure, or neither yet.

import { useEffect, useState } from 'preact/hooks';
import { ApiError, type Failure } from './api';

export interface Asked<T> { answer?: T; failure?: Failure; isWaiting: boolean }

/**
 * Asks whenever `key` changes; a null key asks nothing. The last answer stays in sight while the
 * next one is awaited, unless `clears`.
 */
export function useAsk<T>(
  key: string | null,
  ask: (signal: AbortSignal) => Promise<T>,
  clears = false,
): Asked<T> {
  const [asked, setAsked] = useState<Asked<T> & { key?: string }>({ isWaiting: key !== null });
  useEffect(() => {
    if (key === null) {
      setAsked({ isWaiting: false });
      return;
    }
    const leaving = new AbortController();
    setAsked((before) => (clears ? { isWaiting: true } : { ...before, isWaiting: true }));
    ask(leaving.signal).then(
      (answer) => { if (!leaving.signal.aborted) setAsked({ key, answer, isWaiting: false }); },
      (error: unknown) => {
        if (!leaving.signal.aborted) setAsked({ key, failure: asFailure(error), isWaiting: false });
      },
    );
    return () => leaving.abort();
  }, [key]);
  // Between a new question and the effect that asks it, the old answer must not pass for the new.
  if (key !== null && asked.key !== key) return { ...(clears ? {} : asked), isWaiting: true };
  return asked;
}

export function asFailure(error: unknown): Failure {
  if (error instanceof ApiError) return error.failure;
  return { kind: 'page', message: String(error), span: null, line: null, hint: null };
}
