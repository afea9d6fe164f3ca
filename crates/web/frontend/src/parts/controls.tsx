// What a game is played under: the opponent, who starts, and what the last move means.

import { LEVELS, type GameState } from '../game';

export interface SettingsProps { state: GameState; change: (next: GameState) => void }

export function Settings({ state, change }: SettingsProps) {
  const fresh = (part: Partial<GameState>) => change({ ...state, ...part, moves: [], at: 0, isReviewed: false });
  const isKnown = state.level === 'none' || LEVELS.some(([level]) => level === state.level);
  return (
    <div class="settings">
      <label>Opponent
        <select value={state.level} onChange={(event) => change({ ...state, level: event.currentTarget.value })}>
          {LEVELS.map(([level, name]) => <option key={level} value={level}>{name}</option>)}
          <option value="none">Two people at this screen</option>
          {!isKnown && <option value={state.level}>{state.level} % perfect</option>}
        </select>
      </label>
      <label>First move
        <select value={state.isComputerFirst ? 'computer' : 'you'}
          onChange={(event) => fresh({ isComputerFirst: event.currentTarget.value === 'computer' })}>
          <option value="you">You</option>
          <option value="computer">The computer</option>
        </select>
      </label>
      <label>The last move
        <select value={state.play} onChange={(event) => fresh({ play: event.currentTarget.value === 'misere' ? 'misere' : 'normal' })}>
          <option value="normal">wins</option>
          <option value="misere">loses (misère)</option>
        </select>
      </label>
    </div>
  );
}
