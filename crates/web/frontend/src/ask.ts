// A question in flight: the answer, the failure, or neither yet; it can be asked again and taken back.

import { useLayoutEffect, useState } from 'preact/hooks';
import { EngineError, failure, type Failure } from './engine';

export interface Asked<T> {
  answer?: T;
  failure?: Failure;
  isWaiting: boolean;
  /** Asks the same question again. */
  again: () => void;
  /** Takes the question back. */
  cancel: () => void;
}

type Known<T> = { key?: string; answer?: T; failure?: Failure; isWaiting: boolean };

/**
 * Asks whenever `key` changes; a null key asks nothing. The last answer stays in sight while the
 * next one is awaited, unless `clears`.
 */
export function useAsk<T>(
  key: string | null,
  ask: (signal: AbortSignal) => Promise<T>,
  clears = false,
): Asked<T> {
  const [known, setKnown] = useState<Known<T>>({ isWaiting: key !== null });
  const [round, setRound] = useState(0);
  const [leaving, setLeaving] = useState<AbortController>();
  useLayoutEffect(() => {
    if (key === null) {
      setKnown({ isWaiting: false });
      return undefined;
    }
    const controller = new AbortController();
    setLeaving(controller);
    setKnown((before) => (clears ? { isWaiting: true } : { ...before, isWaiting: true }));
    ask(controller.signal).then(
      (answer) => { if (!controller.signal.aborted) setKnown({ key, answer, isWaiting: false }); },
      (error: unknown) => {
        if (!controller.signal.aborted) setKnown((before) => ({ ...(clears ? {} : before), key, failure: asFailure(error), isWaiting: false }));
      },
    );
    return () => controller.abort();
  }, [key, round]);
  const again = () => setRound(round + 1);
  const cancel = () => {
    leaving?.abort();
    if (key !== null) setKnown({ key, failure: failure('cancelled', 'cancelled'), isWaiting: false });
  };
  // Between a new question and the effect that asks it, the old answer must not pass for the new.
  if (key !== null && known.key !== key) {
    return { ...(clears ? {} : { answer: known.answer }), isWaiting: true, again, cancel };
  }
  return { answer: known.answer, failure: known.failure, isWaiting: known.isWaiting, again, cancel };
}

export function asFailure(error: unknown): Failure {
  if (error instanceof EngineError) return error.failure;
  return failure('page', String(error));
}
