// What the table asks the API while a game is played.

import { useEffect, useRef } from 'preact/hooks';
import { api, type Analysis, type Question, type ReviewStep } from '../api';
import { useAsk, type Asked } from '../ask';
import { isPresent, isYours, moved, positions, type GameState } from '../game';

/** Long enough to see that somebody else moves. */
const THINKING_MS = 450;

export function questionOf(state: GameState, position: string): Question {
  const question: Question = { position, play: state.play };
  if (state.rules) question.rules = state.rules;
  if (state.graph) question.graph = state.graph;
  return question;
}

/** The analysis of the position looked at. */
export function useAnalysis(state: GameState): Asked<Analysis> {
  const question = questionOf(state, positions(state)[state.at]!);
  return useAsk(JSON.stringify(question), () => api.analyse(question));
}

/** What every position so far was worth, and who erred. */
export function useReview(state: GameState): ReviewStep[] {
  const { position: _, ...question } = questionOf(state, '');
  const asked = { ...question, positions: positions(state) };
  return useAsk(JSON.stringify(asked), () => api.review(asked)).answer ?? [];
}

/** Lets the computer move when it is its turn. */
export function useReply(
  state: GameState,
  analysis: Analysis | undefined,
  change: (next: GameState) => void,
): boolean {
  const position = positions(state)[state.at]!;
  const isItsTurn = state.level !== 'none' && isPresent(state) && !isYours(state, state.at)
    && analysis !== undefined && analysis.play === state.play && !analysis.is_over;
  const latest = useRef({ state, change });
  latest.current = { state, change };
  useEffect(() => {
    if (!isItsTurn) return;
    let isStale = false;
    const thinking = new Promise((resolve) => setTimeout(resolve, THINKING_MS));
    const asked = { ...questionOf(state, position), level: state.level, seed: state.seed + state.at };
    void Promise.all([api.reply(asked), thinking]).then(([{ move }]) => {
      if (!isStale && move) latest.current.change(moved(latest.current.state, move.position));
    }, () => undefined);
    return () => { isStale = true; };
  }, [isItsTurn, position, state.play, state.level]);
  return isItsTurn;
}
