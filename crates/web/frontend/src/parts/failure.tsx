// A failure, with the text it is about and a mark under the place.

import { isPassing, type Failure, type Span } from '../engine';

export function FailureBox({ failure, text, retry }: { failure: Failure; text?: string; retry?: () => void }) {
  const canRetry = retry && (isPassing(failure) || failure.kind === 'cancelled' || failure.kind === 'limit');
  return (
    <div class="failure" role="alert">
      <p><strong>{withCode(sentence(failure.message))}</strong></p>
      {text && failure.span && <Marked text={text} span={failure.span} />}
      {failure.hint && <p>{withCode(sentence(failure.hint))}</p>}
      {canRetry && <p><button type="button" class="second" onClick={retry}>Retry</button></p>}
    </div>
  );
}

function Marked({ text, span }: { text: string; span: Span }) {
  const [before, marked, after] = cut(text, span);
  return <pre class="marked"><code>{before}<mark>{marked || ' '}</mark>{after}</code></pre>;
}

/** Spans count bytes, as the server sees the text. */
function cut(text: string, span: Span): [string, string, string] {
  const bytes = new TextEncoder().encode(text);
  const decode = (from: number, to: number) => new TextDecoder().decode(bytes.slice(from, to));
  const [start, end] = span;
  return [decode(0, start), decode(start, end), decode(end, bytes.length)];
}

/** What stands between backticks is code. */
export function withCode(text: string) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}

/** Messages are written lower case, without a full stop. */
export function sentence(text: string): string {
  const first = text.slice(0, 1);
  const capital = /[a-z]/.test(first) ? first.toUpperCase() + text.slice(1) : text;
  return /[.?!…]$/.test(capital) ? capital : `${capital}.`;
}
