// What a game is played under: opponent, convention, who starts; and taking back.

import { restarted, undone, type GameState } from '../game';

export interface ControlsProps {
  state: GameState;
  change: (next: GameState) => void;
  isFixed: boolean;
}

const LEVELS: [string, string][] = [
  ['perfect', 'never errs (perfect)'], ['90', 'errs now and then (90 % perfect)'], ['70', 'errs sometimes (70 % perfect)'],
  ['50', 'errs often (50 % perfect)'], ['random', 'plays at random'], ['none', 'nobody: two people at this screen'],
];

export function Controls({ state, change, isFixed }: ControlsProps) {
  const fresh = (part: Partial<GameState>) => change({ ...state, ...part, moves: [], at: 0 });
  const known = LEVELS.some(([level]) => level === state.level);
  return (
    <section class="controls" aria-label="Game">
      {!isFixed && (
        <div class="choices">
          <label>Opponent
            <select value={state.level} onChange={(event) => change({ ...state, level: event.currentTarget.value })}>
              {LEVELS.map(([level, name]) => <option key={level} value={level}>{name}</option>)}
              {!known && <option value={state.level}>{state.level} % perfect</option>}
            </select>
          </label>
          <label>Who starts
            <select value={state.isComputerFirst ? 'computer' : 'you'}
              onChange={(event) => fresh({ isComputerFirst: event.currentTarget.value === 'computer' })}>
              <option value="you">you</option>
              <option value="computer">the computer</option>
            </select>
          </label>
          <label>The last mover
            <select value={state.play}
              onChange={(event) => fresh({ play: event.currentTarget.value === 'misere' ? 'misere' : 'normal' })}>
              <option value="normal">wins (normal)</option>
              <option value="misere">loses (misère)</option>
            </select>
          </label>
        </div>
      )}
      <div class="buttons">
        <button type="button" class="second" disabled={state.moves.length === 0} onClick={() => change(undone(state))}>Take back</button>
        <button type="button" class="second" disabled={state.moves.length === 0} onClick={() => change(restarted(state))}>New game</button>
        <button type="button" class="second" disabled={state.at === 0} aria-label="One move back"
          onClick={() => change({ ...state, at: state.at - 1 })}>←</button>
        <button type="button" class="second" disabled={state.at === state.moves.length} aria-label="One move on"
          onClick={() => change({ ...state, at: state.at + 1 })}>→</button>
      </div>
    </section>
  );
}
