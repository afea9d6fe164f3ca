// What the table asks while a game is played.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { engine, type Analysis, type BoardData, type Failure, type Move, type Question, type ReviewStep } from '../engine';
import type { WalkReport } from '../generated/report';
import { asFailure, useAsk, type Asked } from '../ask';
import { firstSlots, heapOf, heapsOf, slotsAfter, type Slots } from '../boards/slots';
import { isPresent, isYours, moved, positions, type GameState } from '../game';

/** Long enough to see that somebody else moves. */
const THINKING_MS = 450;

export function questionOf(state: GameState, position: string): Question {
  const question: Question = { position, play: state.play };
  if (state.rules) question.rules = state.rules;
  if (state.graph) question.graph = state.graph;
  return question;
}

function gameQuestionOf(state: GameState, count = state.moves.length) {
  const { position: _, ...question } = questionOf(state, '');
  return { ...question, positions: positions(state).slice(0, count + 1) };
}

/** The board of the position looked at; nothing is solved for it. */
export function useBoard(state: GameState): Asked<BoardData> {
  const question = questionOf(state, positions(state)[state.at]!);
  return useAsk(JSON.stringify(question), (signal) => engine.board(question, signal));
}

/** The analysis of the position looked at, if it is wanted. */
export function useAnalysis(state: GameState, isWanted: boolean): Asked<Analysis> {
  const question = questionOf(state, positions(state)[state.at]!);
  return useAsk(isWanted ? JSON.stringify(question) : null, (signal) => engine.analyse(question, signal), true);
}

/** The moves of the game so far, as far as they are legal. */
export function useWalk(state: GameState): Asked<WalkReport> {
  const question = gameQuestionOf(state);
  const key = state.moves.length > 0 ? JSON.stringify(question) : null;
  return useAsk(key, (signal) => engine.walk(question, signal));
}

/** What every position so far was worth, and who erred, if it is wanted. */
export function useReview(state: GameState): Asked<ReviewStep[]> {
  const question = gameQuestionOf(state);
  const key = state.isReviewed && state.moves.length > 0 ? JSON.stringify(question) : null;
  return useAsk(key, (signal) => engine.review(question, signal), true);
}

export interface Replying {
  isThinking: boolean;
  /** Why the computer does not move. */
  failure: Failure | null;
  /** True if the position was too hard to solve and the computer moved at random. */
  isGuessing: boolean;
  again: () => void;
  /** Lets the computer move at random now. */
  guess: () => void;
}

/** Lets the computer move when it is its turn; what it cannot solve in time it plays at random. */
export function useReply(
  state: GameState,
  board: BoardData | undefined,
  play: (next: GameState) => void,
): Replying {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [round, setRound] = useState(0);
  const [isHasty, setHasty] = useState(false);
  const [isGuessing, setGuessing] = useState(false);
  const position = positions(state)[state.at]!;
  const isItsTurn = state.level !== 'none' && isPresent(state) && !isYours(state, state.at)
    && board !== undefined && board.play === state.play && board.ended === null;
  const latest = useRef({ state, play });
  latest.current = { state, play };
  useEffect(() => { setGuessing(false); setHasty(false); }, [state.start, state.play, state.level, state.moves.length === 0]);
  useEffect(() => {
    setFailure(null);
    if (!isItsTurn) return undefined;
    const leaving = new AbortController();
    const thinking = new Promise((resolve) => setTimeout(resolve, THINKING_MS));
    const asked = { ...questionOf(state, position), level: isHasty ? 'random' : state.level, seed: state.seed + state.at };
    const reply = engine.reply(asked, leaving.signal).catch((error: unknown) => {
      if (leaving.signal.aborted || asFailure(error).kind !== 'limit' || asked.level === 'random') throw error;
      setGuessing(true);
      return engine.reply({ ...asked, level: 'random' }, leaving.signal);
    });
    void Promise.all([reply, thinking]).then(([move]) => {
      if (!leaving.signal.aborted && move) latest.current.play(moved(latest.current.state, move.position));
    }, (error: unknown) => { if (!leaving.signal.aborted) setFailure(asFailure(error)); });
    return () => leaving.abort();
  }, [isItsTurn, position, state.play, state.level, round, isHasty]);
  return {
    isThinking: isItsTurn && !failure, failure, isGuessing,
    again: () => setRound(round + 1), guess: () => { setGuessing(true); setHasty(true); },
  };
}

interface Placed { parts: BoardData['components']; slots: (Slots | undefined)[] }

/** The places of heaps through the game: where a heap has gone its place stays empty. */
export function useSlots(board: BoardData | undefined, last: Move | undefined, cameFrom: string | undefined, game: string) {
  const known = useRef<{ game: string; placed: Map<string, Placed> }>({ game: '', placed: new Map() });
  return useMemo(() => {
    if (!board) return () => undefined;
    if (known.current.game !== game) known.current = { game, placed: new Map() };
    const { placed } = known.current;
    const found = placed.get(board.position) ?? { parts: board.components, slots: follow(board, last, placed.get(cameFrom ?? '')) };
    placed.set(board.position, found);
    return (component: number) => found.slots[component];
  }, [board, game]);
}

/** The places after a move from a position whose places are known. */
function follow(board: BoardData, last: Move | undefined, before: Placed | undefined): (Slots | undefined)[] {
  return board.components.map((part, component) => {
    const now = heapsOf(part.picture);
    if (!now) return undefined;
    const [old, places] = [heapsOf(before?.parts[component]?.picture), before?.slots[component]];
    if (!old || !places) return firstSlots(now);
    if (String(now) === String(old)) return places;
    const heap = last && last.component === component ? heapOf(last) : null;
    return heap === null ? firstSlots(now) : slotsAfter(places, old, now, heap);
  });
}
