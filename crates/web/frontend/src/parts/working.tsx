// Something is being computed: for how long already, and the way to stop it.

import { useEffect, useState } from 'preact/hooks';

export interface WorkingProps { words: string; cancel: () => void; cancelWord?: string }

/** Appears only once there is something to wait for. */
const PATIENCE_MS = 700;
/** What a question may take at most, unless the server was told otherwise. */
const USUAL_LIMIT_SECONDS = 5;

export function Working({ words, cancel, cancelWord = 'Cancel' }: WorkingProps) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const start = performance.now();
    const timer = setInterval(() => setSeconds((performance.now() - start) / 1000), 250);
    return () => clearInterval(timer);
  }, []);
  if (seconds * 1000 < PATIENCE_MS) return null;
  return (
    <div class="working" role="status">
      <span>{words}… {Math.floor(seconds)} s</span>
      <progress max={USUAL_LIMIT_SECONDS} value={Math.min(seconds, USUAL_LIMIT_SECONDS)} aria-label={words} />
      <button type="button" class="second" onClick={cancel}>{cancelWord}</button>
    </div>
  );
}
