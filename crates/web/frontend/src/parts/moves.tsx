// The legal moves as a list: what a keyboard or a screen reader plays with.

import { useState } from 'preact/hooks';
import type { Option } from '../api';
import { Badge } from './outcome';

const SHOWN_AT_FIRST = 40;

export interface MovesProps {
  options: Option[];
  showsResults: boolean;
  isDisabled: boolean;
  play: (option: Option) => void;
  preview: (option: Option | null) => void;
}

const RESULT = { win: 'wins', lose: 'loses', draw: 'draws' } as const;

export function Moves(props: MovesProps) {
  const [filter, setFilter] = useState('');
  const [showsAll, setShowsAll] = useState(false);
  const found = props.options.filter((option) => matches(option, filter));
  const shown = showsAll ? found : found.slice(0, SHOWN_AT_FIRST);
  return (
    <section class="moves" aria-label="Moves">
      {props.options.length > 12 && (
        <label class="filter">
          <span class="unseen">Filter moves</span>
          <input type="search" placeholder={`filter ${props.options.length} moves`} value={filter}
            onInput={(event) => setFilter(event.currentTarget.value)} />
        </label>
      )}
      <ul onKeyDown={walk}>
        {shown.map((option) => (
          <li key={option.position}>
            <button type="button" disabled={props.isDisabled} title={option.position}
              onClick={() => props.play(option)}
              onMouseEnter={() => props.preview(option)} onMouseLeave={() => props.preview(null)}
              onFocus={() => props.preview(option)} onBlur={() => props.preview(null)}>
              {props.showsResults && <Badge outcome={option.result} label={RESULT[option.result]} />}
              <span class="words">{option.text}</span>
              <span class="to">{option.to}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown.length < found.length && (
        <button type="button" class="quiet" onClick={() => setShowsAll(true)}>
          show all {found.length} moves
        </button>
      )}
    </section>
  );
}

function matches(option: Option, filter: string): boolean {
  const text = `${option.text} ${option.to}`.toLowerCase();
  return filter.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

/** Up and down walk the list. */
function walk(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  buttons[at + step]?.focus();
  event.preventDefault();
}
