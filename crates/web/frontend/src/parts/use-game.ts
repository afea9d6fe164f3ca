// What the table asks the API while a game is played.

import { useEffect, useRef, useState } from 'preact/hooks';
import { api, type Analysis, type Failure, type Question, type ReviewStep } from '../api';
import { asFailure, useAsk, type Asked } from '../ask';
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
  return useAsk(JSON.stringify(question), (signal) => api.analyse(question, signal));
}

/** What every position so far was worth, and who erred. */
export function useReview(state: GameState): ReviewStep[] {
  const { position: _, ...question } = questionOf(state, '');
  const asked = { ...question, positions: positions(state) };
  return useAsk(JSON.stringify(asked), (signal) => api.review(asked, signal)).answer ?? [];
}

/** Lets the computer move when it is its turn; says whether it thinks, or why it cannot. */
export function useReply(
  state: GameState,
  analysis: Analysis | undefined,
  change: (next: GameState) => void,
): { isThinking: boolean; failure: Failure | null } {
  const [failure, setFailure] = useState<Failure | null>(null);
  const position = positions(state)[state.at]!;
  const isItsTurn = state.level !== 'none' && isPresent(state) && !isYours(state, state.at)
    && analysis !== undefined && analysis.play === state.play && !analysis.is_over;
  const latest = useRef({ state, change });
  latest.current = { state, change };
  useEffect(() => {
    setFailure(null);
    if (!isItsTurn) return;
    let isStale = false;
    const thinking = new Promise((resolve) => setTimeout(resolve, THINKING_MS));
    const asked = { ...questionOf(state, position), level: state.level, seed: state.seed + state.at };
    void Promise.all([api.reply(asked), thinking]).then(([{ move }]) => {
      if (!isStale && move) latest.current.change(moved(latest.current.state, move.position));
    }, (error: unknown) => { if (!isStale) setFailure(asFailure(error)); });
    return () => { isStale = true; };
  }, [isItsTurn, position, state.play, state.level]);
  return { isThinking: isItsTurn, failure };
}
