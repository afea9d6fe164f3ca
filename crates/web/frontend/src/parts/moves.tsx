// The moves in words, folded away: the board is what one plays on.

import { useState } from 'preact/hooks';
import type { BoardMove, Outcome } from '../engine';
import { Badge } from './outcome';

const SHOWN_AT_FIRST = 40;

export interface MovesProps {
  moves: BoardMove[];
  outcomes: Map<number, Outcome>;
  /** Open from the start, where there is nothing to touch but the list. */
  isOpen: boolean;
  isComplete: boolean;
  isDisabled: boolean;
  play: (move: BoardMove) => void;
  preview: (move: BoardMove | null) => void;
}

const RESULT = { win: 'wins', lose: 'loses', draw: 'draws' } as const;

export function Moves(props: MovesProps) {
  const [filter, setFilter] = useState('');
  const [showsAll, setShowsAll] = useState(false);
  const [isOpen, setOpen] = useState(props.isOpen);
  if (!props.isComplete) return null;
  const options = [...new Map(props.moves.map((move) => [move.option, move])).values()];
  const found = options.filter((move) => matches(move, filter));
  const shown = showsAll ? found : found.slice(0, SHOWN_AT_FIRST);
  return (
    <details class="moves" open={isOpen || props.isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Moves in words{options.length > 0 && ` (${options.length})`}</summary>
      {(isOpen || props.isOpen) && (
        <>
          {options.length > 12 && (
            <label class="filter">
              <span class="unseen">Filter moves</span>
              <input type="search" placeholder={`filter ${options.length} moves`} value={filter}
                onInput={(event) => setFilter(event.currentTarget.value)} />
            </label>
          )}
          <ul onKeyDown={walk}>
            {shown.map((move) => {
              const result = props.outcomes.get(move.option);
              return (
                <li key={move.option}>
                  <button type="button" disabled={props.isDisabled} data-touch={move.touch.join(' ')}
                    onClick={() => props.play(move)}
                    onMouseEnter={() => props.preview(move)} onMouseLeave={() => props.preview(null)}
                    onFocus={() => props.preview(move)} onBlur={() => props.preview(null)}>
                    {result && <Badge outcome={result} label={RESULT[result]} />}
                    <span class="words">{move.text}</span>
                  </button>
                </li>
              );
            })}
          </ul>
          {shown.length < found.length && (
            <button type="button" class="quiet" onClick={() => setShowsAll(true)}>show all {found.length} moves</button>
          )}
        </>
      )}
    </details>
  );
}

function matches(move: BoardMove, filter: string): boolean {
  const text = `${move.text} ${move.to}`.toLowerCase();
  return filter.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

/** Up and down walk the list. */
function walk(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll('button')];
  const index = buttons.indexOf(document.activeElement as HTMLButtonElement);
  buttons[index + step]?.focus();
  event.preventDefault();
}
