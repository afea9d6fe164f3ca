// Numbers that are typed where there is too much to draw, and entries that are chosen from a list.

import { useState } from 'preact/hooks';

const WORDS: Record<string, { before: string; button: string }> = {
  take: { before: 'Take', button: 'Take' },
  add: { before: 'Add', button: 'Add' },
  leave: { before: 'Leave a heap of', button: 'Leave' },
  to: { before: 'To number', button: 'Move' },
  rows: { before: 'Cut after row', button: 'Cut' },
  columns: { before: 'Cut after column', button: 'Cut' },
};

export interface FieldsProps {
  /** The elements that can be typed, all of them; where they are not known, their kinds. */
  elements: string[];
  kinds: string[];
  touch: (element: string) => void;
}

/** A field for each kind of number that may come next. */
export function Fields({ elements, kinds, touch }: FieldsProps) {
  return (
    <div class="fields">
      {kinds.map((kind) => <Amount key={kind} kind={kind} known={elements.filter((element) => element.startsWith(`${kind}:`))} touch={touch} />)}
    </div>
  );
}

function Amount({ kind, known, touch }: { kind: string; known: string[]; touch: (element: string) => void }) {
  const [text, setText] = useState('');
  const words = WORDS[kind] ?? { before: kind, button: 'Play' };
  const numbers = known.map((element) => element.slice(kind.length + 1));
  const element = `${kind}:${text.trim()}`;
  const isPossible = known.length === 0 ? /^\d+(\/\d+)*$/.test(text.trim()) : known.includes(element);
  const say = (event: Event) => {
    event.preventDefault();
    if (isPossible) touch(element);
  };
  return (
    <form class="amount" onSubmit={say}>
      <label>{words.before} <input class="typed" data-kind={kind} inputMode="numeric" autocomplete="off" value={text} aria-describedby={`${kind}-range`}
        onInput={(event) => setText(event.currentTarget.value)} /></label>
      <button type="submit" disabled={!isPossible}>{words.button}</button>
      <span class="note" id={`${kind}-range`}>{rangeOf(numbers)}</span>
    </form>
  );
}

/** Which numbers are possible, in a few words. */
function rangeOf(numbers: string[]): string {
  if (numbers.length === 0 || numbers.some((number) => number.includes('/'))) return numbers.slice(0, 12).join(', ');
  const sorted = numbers.map(Number).sort((a, b) => a - b);
  const [least, most] = [sorted[0]!, sorted[sorted.length - 1]!];
  if (least === most) return `only ${least}`;
  if (sorted.length === most - least + 1) return `${least} to ${most}`;
  return sorted.length <= 8 ? sorted.join(', ') : `${least} to ${most}, not all`;
}
