// What the page asks of grundy: one interface, whoever answers.

import type {
  AnalysisReport, BoardReport, ErrorEntry, GameEntry, GraphStepsReport, MoveEntry, PeriodReport, PlayWord, PlotReport,
  PursuitReport, PursuitTurnReport, ReplyReport, ReviewEntry, RulesReport, TouchReport, ValuesReport, WalkReport,
} from '../generated/report';

/** A question about a position; `rules` is the text of the user's own rules, if any are used. */
export interface Question { position: string; play: PlayWord; rules?: string; graph?: string }

/** The positions of a game, the start first. */
export interface GameQuestion { positions: string[]; play: PlayWord; rules?: string; graph?: string }

export interface ReplyQuestion extends Question { level: string; seed: number }
export interface TouchQuestion { position: string; component: number; touch: string[]; rules?: string; graph?: string }
export interface SequenceQuestion { ruleset: string; to?: number; from?: number; rules?: string }
export interface PlotQuestion {
  ruleset: string; to: number; columns: number; rows: number; low?: number; high?: number; rules?: string;
}
export interface GraphQuestion { text: string; one_based: boolean; play: PlayWord }
export interface PursuitQuestion { map: string; stay: boolean }
export interface TurnQuestion extends PursuitQuestion { police: [number, number]; thief: [number, number] }

/** Answers questions. Every one can be taken back by its signal; failures are [`EngineError`]s. */
export interface Engine {
  games(): Promise<GameEntry[]>;
  /** How a position looks and its moves; nothing is solved, so it is there at once. */
  board(question: Question, signal?: AbortSignal): Promise<BoardReport>;
  /** The move that is made by touching these elements, where moves are too many to list. */
  touch(question: TouchQuestion, signal?: AbortSignal): Promise<MoveEntry | null>;
  /** The moves between the positions of a game, as far as they are legal. */
  walk(question: GameQuestion, signal?: AbortSignal): Promise<WalkReport>;
  analyse(question: Question, signal?: AbortSignal): Promise<AnalysisReport>;
  reply(question: ReplyQuestion, signal?: AbortSignal): Promise<MoveEntry | null>;
  review(question: GameQuestion, signal?: AbortSignal): Promise<ReviewEntry[]>;
  values(question: SequenceQuestion, signal?: AbortSignal): Promise<ValuesReport>;
  period(question: SequenceQuestion, signal?: AbortSignal): Promise<PeriodReport>;
  plot(question: PlotQuestion, signal?: AbortSignal): Promise<PlotReport>;
  graph(question: GraphQuestion, signal?: AbortSignal): Promise<GraphStepsReport>;
  pursuit(question: PursuitQuestion, signal?: AbortSignal): Promise<PursuitReport>;
  turn(question: TurnQuestion, signal?: AbortSignal): Promise<PursuitTurnReport>;
  rules(text: string, signal?: AbortSignal): Promise<RulesReport>;
}

export type { TouchReport, ReplyReport };

/** A question that was not answered. */
export class EngineError extends Error {
  constructor(public failure: ErrorEntry) {
    super(failure.message);
  }
}

/** A failure that the page itself found. */
export function failure(kind: string, message: string, hint: string | null = null): ErrorEntry {
  return { kind, message, hint, span: null, file: null, line: null, excerpt: null, limit: null };
}

/** True if the same question may be answered later: nobody is there, or too many are. */
export function isPassing(found: ErrorEntry): boolean {
  return found.kind === 'connection' || found.kind === 'busy';
}
