// The API: one function per endpoint, errors as objects, answers remembered for the session.

export type Outcome = 'win' | 'lose' | 'draw';
export type Play = 'normal' | 'misere';
/** Numbers beyond 2^53 arrive as text. */
export type Big = number | string;
export type Value = Big | null | 'loony' | { infinite: Big[] };

export interface Span { start: number; end: number }

/** What the API answers when it has no answer. */
export interface Failure {
  kind: string;
  message: string;
  span: Span | null;
  line: number | null;
  hint: string | null;
}

export interface Move { component: number; from: string; to: string; position: string; text: string }

/** A move with what it does to the player who makes it. */
export interface Option extends Move { result: Outcome; picture: Picture }

export type Picture =
  | { kind: 'text' }
  | { kind: 'heaps'; heaps: Big[] }
  | { kind: 'pins'; rows: Big[] }
  | { kind: 'strips'; strips: string[] }
  | { kind: 'stairs'; steps: Big[] }
  | { kind: 'coins'; squares: Big; coins: Big[] }
  | { kind: 'bars'; bars: [Big, Big][] }
  | { kind: 'board'; rows: string[] }
  | { kind: 'matrix'; rows: Big[][] }
  | { kind: 'pawns'; rows: Big; white: Big[]; black: Big[]; white_to_move: boolean }
  | { kind: 'graph'; edges: [number, number][]; names: string[]; vertex: number }
  | { kind: 'network'; edges: [number, number][]; names: string[] }
  /** Branch `i` ends in point `i + 1` and grows from point `parents[i]`; 0 is the ground. */
  | { kind: 'trees'; parents: number[] }
  | { kind: 'faces'; heads: boolean[] };

export type Block = { text: string } | Table;

export interface Table {
  caption: string;
  header: string[];
  rows: string[][];
  footer: string[][];
  marked_row: number | null;
}

export interface Verdict {
  position: string;
  play: Play;
  outcome: Outcome;
  value: Value;
  method: string;
  moves: Big | null;
  remoteness: number | null;
  components: { position: string; value: Value }[];
  winning_moves: Move[];
}

export interface Analysis extends Verdict {
  is_over: boolean;
  complete: boolean;
  options: Option[];
  options_complete: boolean;
  pictures: Picture[];
  explanation: Block[];
  hints: string[];
}

export interface GameInfo {
  name: string;
  aliases: string[];
  summary: string;
  rules: string;
  notation: string;
  parameters: string | null;
  example: string;
  theory: string;
  source: string;
}

export interface ReviewStep {
  position: string;
  outcome: Outcome;
  value: Value;
  erred: boolean;
  better: string | null;
}

/** A question about a position; `rules` is the text of the user's own rules, if any are used. */
export interface Question { position: string; play: Play; rules?: string; graph?: string }

export class ApiError extends Error {
  constructor(public failure: Failure, public status: number) {
    super(failure.message);
  }
}

async function request<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api/${path}`, body === undefined ? { signal } : {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError({
      kind: 'connection', message: 'the playground does not answer', span: null, line: null,
      hint: 'is `grundy serve` still running?',
    }, 0);
  }
  const answer = await response.json();
  if (!response.ok) throw new ApiError(answer, response.status);
  return answer;
}

/** An answer, or the request for it while somebody waits. */
interface Remembered { answer: Promise<unknown>; waiting: number; isDone: boolean; leaving: AbortController }

const remembered = new Map<string, Remembered>();
const MOST_REMEMBERED = 300;

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

export const api = {
  games: () => remember<{ games: GameInfo[] }>('games', undefined).then((answer) => answer.games),
  analyse: (question: Question, signal?: AbortSignal) => remember<Analysis>('analyse', question, signal),
  reply: (question: Question & { level: string; seed: number }) =>
    remember<{ move: Move | null }>('reply', question),
  review: (question: { positions: string[]; play: Play; rules?: string; graph?: string }, signal?: AbortSignal) =>
    remember<{ steps: ReviewStep[] }>('review', question, signal).then((answer) => answer.steps),
  ask: request,
  remember,
};
