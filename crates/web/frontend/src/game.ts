// A game being played: its state is its address.

import type { Play } from './engine';

export interface GameState {
  /** The position at the start. */
  start: string;
  play: Play;
  /** `perfect`, `random`, a percentage, or `none` for two people. */
  level: string;
  isComputerFirst: boolean;
  seed: number;
  /** The positions after each move. */
  moves: string[];
  /** Which position is looked at; the last one is the present. */
  at: number;
  /** Whether everything is shown: what each move does, and why. */
  showsHints: boolean;
  /** How many hints have been given at the position looked at. */
  hintsGiven: number;
  /** Whether the game is reviewed: who stood how, and who erred. */
  isReviewed: boolean;
  /** The user's own rules or graph, where the position speaks of them. */
  rules: string;
  graph: string;
}

export const DEFAULT_POSITION = 'nim:3,4,5';

export function fromQuery(query: URLSearchParams): GameState {
  const moves = query.getAll('m');
  const at = Number(query.get('at') ?? moves.length);
  return {
    start: query.get('p') ?? DEFAULT_POSITION,
    play: query.get('misere') ? 'misere' : 'normal',
    level: query.get('level') ?? 'perfect',
    isComputerFirst: query.get('first') === 'computer',
    seed: Number(query.get('seed') ?? 1),
    moves,
    at: Number.isInteger(at) ? Math.min(Math.max(0, at), moves.length) : moves.length,
    showsHints: query.get('hints') === '1',
    hintsGiven: Number(query.get('hint')) || 0,
    isReviewed: query.get('review') === '1',
    rules: query.get('rules') ?? '',
    graph: query.get('graph') ?? '',
  };
}

export function toQuery(state: GameState): [string, string][] {
  const query: [string, string][] = [['p', state.start]];
  if (state.play === 'misere') query.push(['misere', '1']);
  if (state.level !== 'perfect') query.push(['level', state.level]);
  if (state.isComputerFirst) query.push(['first', 'computer']);
  if (state.seed !== 1) query.push(['seed', String(state.seed)]);
  if (state.showsHints) query.push(['hints', '1']);
  if (state.hintsGiven > 0) query.push(['hint', String(state.hintsGiven)]);
  if (state.isReviewed) query.push(['review', '1']);
  for (const move of state.moves) query.push(['m', move]);
  if (state.at !== state.moves.length) query.push(['at', String(state.at)]);
  if (state.rules) query.push(['rules', state.rules]);
  if (state.graph) query.push(['graph', state.graph]);
  return query;
}

export function positions(state: GameState): string[] {
  return [state.start, ...state.moves];
}

/** True if the person, and not the computer, moves at this index. */
export function isYours(state: GameState, index: number): boolean {
  return (index % 2 === 0) !== state.isComputerFirst;
}

export function isPresent(state: GameState): boolean {
  return state.at === state.moves.length;
}

/** The state after a move; what had been played after the position looked at is forgotten. */
export function moved(state: GameState, position: string): GameState {
  const moves = [...state.moves.slice(0, state.at), position];
  return { ...state, moves, at: moves.length };
}

/** `next` as it follows `state`: hints that were given belong to the position they were given at. */
export function following(state: GameState, next: GameState): GameState {
  const isSame = next.at === state.at && next.moves === state.moves && next.play === state.play;
  return isSame ? next : { ...next, hintsGiven: 0 };
}

/** Takes back the person's last move, and the computer's answer to it. */
export function undone(state: GameState): GameState {
  let length = state.moves.length - 1;
  while (state.level !== 'none' && length > 0 && !isYours(state, length)) length -= 1;
  // Before the first move of the person there is nothing of theirs to take back.
  if (length < 0 || (state.level !== 'none' && !isYours(state, length))) return state;
  return { ...state, moves: state.moves.slice(0, length), at: length, isReviewed: false };
}

export function restarted(state: GameState): GameState {
  return { ...state, moves: [], at: 0, seed: state.seed + 1, isReviewed: false, showsHints: false };
}

/** The levels of the computer, from weak to strong. */
export const LEVELS: [string, string][] = [
  ['random', 'Plays at random'], ['50', 'Errs often (50 % perfect)'], ['70', 'Errs sometimes (70 % perfect)'],
  ['90', 'Errs now and then (90 % perfect)'], ['perfect', 'Never errs (perfect)'],
];

/** The next stronger level, if there is one. */
export function harder(level: string): string | null {
  const index = LEVELS.findIndex(([each]) => each === level);
  return index < 0 ? null : LEVELS[index + 1]?.[0] ?? null;
}
