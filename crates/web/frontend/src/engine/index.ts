// The engine that the page uses, and the words for what it answers.

import type {
  AnalysisReport, BoardReport, BoardEntry, BoardMove, ErrorEntry, ExplanationBlock, GameEntry, Integer, MoveEntry,
  OptionEntry, OutcomeWord, PictureReport, PlayWord, ReviewEntry, TableReport,
} from '../generated/report';
import type { Engine } from './engine';
import { httpEngine } from './http';
import { workerEngine } from './worker';

/** True where no server answers: the page says so in its head. */
export const isAlone = document.querySelector<HTMLMetaElement>('meta[name=engine]')?.content === 'worker';
export const engine: Engine = isAlone ? workerEngine : httpEngine;

export { EngineError, failure, isPassing } from './engine';
export type { Engine, GameQuestion, Question } from './engine';
export type { Value } from '../generated/report';
export type Outcome = OutcomeWord;
export type Play = PlayWord;
/** Numbers beyond 2^53 are kept as text. */
export type Big = Integer;
export type Span = [number, number];
export type Failure = ErrorEntry;
export type Move = MoveEntry;
/** A move with what it does to the player who makes it. */
export type Option = OptionEntry;
export type Picture = PictureReport;
export type Block = ExplanationBlock;
export type Table = TableReport;
export type Analysis = AnalysisReport;
export type BoardData = BoardReport;
export type BoardPart = BoardEntry;
export type { BoardMove };
export type GameInfo = GameEntry;
export type ReviewStep = ReviewEntry;
