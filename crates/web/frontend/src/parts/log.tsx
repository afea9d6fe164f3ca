// The moves so far, in words; nothing of what they were worth.

import type { Move } from '../engine';
import { isYours, type GameState } from '../game';

export function Log({ state, moves, isWaiting, go }: { state: GameState; moves: Move[]; isWaiting: boolean; go: (at: number) => void }) {
  if (state.moves.length === 0) return null;
  const isTwo = state.level === 'none';
  const who = (index: number) => (isYours(state, index) ? (isTwo ? '1st' : 'you') : isTwo ? '2nd' : 'computer');
  return (
    <section class="panel log" aria-label="Moves so far">
      <h2>Moves</h2>
      <ol>
        <li class="start"><button type="button" class="link" aria-current={state.at === 0 ? 'step' : undefined} onClick={() => go(0)}>Start</button></li>
        {state.moves.map((position, index) => (
          <li key={index}>
            <button type="button" class="link" title={position} aria-current={state.at === index + 1 ? 'step' : undefined} onClick={() => go(index + 1)}>
              <span class="who">{who(index)}</span> <span>{moves[index]?.text ?? (isWaiting ? '…' : position)}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
