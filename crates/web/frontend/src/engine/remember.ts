// An engine over anything that answers a question by its name; answers are remembered for the session.

import type { ErrorReport, GamesReport, ReplyReport, ReviewReport, TouchReport } from '../generated/report';
import { EngineError, failure, type Engine } from './engine';

/** Answers the question with this name: the text of an answer. */
export type Ask = (path: string, body: unknown, signal: AbortSignal) => Promise<{ text: string; isAnswer: boolean }>;

/** JSON whose integers beyond 2^53 become their digits; browsers that do not show the source round them. */
function parse(text: string): unknown {
  const exact = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(context?.source ?? '')
      ? context?.source : value;
  try {
    return JSON.parse(text, exact as (key: string, value: unknown) => unknown);
  } catch {
    throw new EngineError(failure('connection', 'the answer is not what the playground sends', 'is another program listening there?'));
  }
}

/** An answer, or the request for it while somebody waits. */
interface Remembered { answer: Promise<unknown>; waiting: number; isDone: boolean; leaving: AbortController }

const MOST_REMEMBERED = 300;

/** The engine that asks so. */
export function engineOver(ask: Ask): Engine {
  const remembered = new Map<string, Remembered>();

  async function request<T>(path: string, body: unknown, signal: AbortSignal): Promise<T> {
    const { text, isAnswer } = await ask(path, body, signal);
    const answer = parse(text);
    if (!isAnswer) throw new EngineError((answer as ErrorReport).error);
    return answer as T;
  }

  /** Asks once per session: answers do not change. Failures, and requests that all have left, are forgotten. */
  function remember<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
    const key = path + JSON.stringify(body ?? null);
    const known = remembered.get(key) ?? begin<T>(key, path, body);
    known.waiting += 1;
    signal?.addEventListener('abort', () => {
      known.waiting -= 1;
      if (known.waiting > 0 || known.isDone) return;
      remembered.delete(key);
      known.leaving.abort();
    }, { once: true });
    return known.answer as Promise<T>;
  }

  function begin<T>(key: string, path: string, body: unknown): Remembered {
    const leaving = new AbortController();
    const begun: Remembered = { answer: request<T>(path, body, leaving.signal), waiting: 0, isDone: false, leaving };
    if (remembered.size >= MOST_REMEMBERED) remembered.delete(remembered.keys().next().value!);
    remembered.set(key, begun);
    begun.answer.then(() => { begun.isDone = true; }, () => { if (remembered.get(key) === begun) remembered.delete(key); });
    return begun;
  }

  return {
    games: () => remember<GamesReport>('games', undefined).then((answer) => answer.games),
    board: (question, signal) => remember('board', question, signal),
    touch: (question, signal) => remember<TouchReport>('touch', question, signal).then((answer) => answer.move),
    walk: (question, signal) => remember('walk', question, signal),
    analyse: (question, signal) => remember('analyse', question, signal),
    reply: (question, signal) => remember<ReplyReport>('reply', question, signal).then((answer) => answer.move),
    review: (question, signal) => remember<ReviewReport>('review', question, signal).then((answer) => answer.steps),
    values: (question, signal) => remember('values', question, signal),
    period: (question, signal) => remember('period', question, signal),
    plot: (question, signal) => remember('plot', question, signal),
    graph: (question, signal) => remember('graph', question, signal),
    pursuit: (question, signal) => remember('pursuit', question, signal),
    turn: (question, signal) => remember('pursuit/turn', question, signal),
    rules: (text, signal) => remember('rules', { rules: text }, signal),
  };
}
