// Generated from the report types by the tests of crates/web: do not edit.

/** An exact integer: a number up to 2^53 - 1, the digits of a larger one. */
export type Integer = number | string;

/** A [`SolveReport`] with what every move does and how to draw the position. */
export type AnalysisReport = {
  /** False if moves were too many to list, or to look for, and some are missing. */
  complete: boolean;
  /** The components of the sum. */
  components: ComponentEntry[];
  /** For a lost position: the move that delays the end longest, where it was computed. */
  defence: MoveEntry | null;
  /** For a draw: every move that keeps it. */
  drawing_moves: MoveEntry[];
  /** The reason, if it was asked for. */
  explanation: ExplanationBlock[];
  /** Hints, each telling more than the one before. */
  hints: string[];
  /** True if the player to move has no move. */
  is_over: boolean;
  /** The method that found the outcome, in a few words. */
  method: string;
  /** The number of distinct legal options; null where it is not known exactly. */
  moves: Integer | null;
  /** Every move; where there are too many, winning ones. */
  options: OptionEntry[];
  /** False if there are too many moves to list. */
  options_complete: boolean;
  /** What happens to the player to move. */
  outcome: OutcomeWord;
  /** How to draw each component. */
  pictures: PictureReport[];
  /** The ending convention. */
  play: PlayWord;
  /** The position as grundy writes it. */
  position: string;
  /** Moves to the end when the winner hurries and the loser delays, where it was computed. */
  remoteness: Integer | null;
  /** The version of the object. */
  schema: SchemaVersion;
  /** The nim-value of the sum. */
  value: Value;
  /** What the verifier says, if it was asked. */
  verification: VerificationReport | null;
  /** Every winning move, unless `complete` is false. */
  winning_moves: MoveEntry[];
};

/** One component of a board. */
export type BoardEntry = {
  /** What the picture cannot show but a player must know. */
  caption: string | null;
  /** How to draw it. */
  picture: PictureReport;
  /** Where to draw the vertices of a picture that has some. */
  places?: GraphPlaces | null;
  /** The component as grundy writes it. */
  position: string;
  /** The rules in words, with the parameters filled in. */
  rules: string;
  /** The name of the game, as people write it. */
  title: string;
};

/** One move on a board. */
export type BoardMove = {
  /** The names of the elements of the component's picture that the move changes. */
  changes: string[];
  /** The component that the move is made in, from 0. */
  component: number;
  /** The component before the move. */
  from: string;
  /** The number of the option that the move leads to: moves with the same number lead to the same option. */
  option: number;
  /** The whole sum after the move; it can be given back as a position. */
  position: string;
  /** The move as a sentence. */
  text: string;
  /** The component after the move. */
  to: string;
  /** What a person touches to make the move: names of elements of the component's picture, or an amount. */
  touch: string[];
};

/** How a position looks, its moves, and whether it is over. */
export type BoardReport = {
  /** False if there are too many moves to list; `/api/touch` finds the others. */
  complete: boolean;
  /** The components of the sum. */
  components: BoardEntry[];
  /** What happens to the player to move if the game is over; null if it is not. */
  ended: OutcomeWord | null;
  /** Every move, also those that lead to the same option; the first ones of each component where `complete` is false. */
  moves: BoardMove[];
  /** The ending convention. */
  play: PlayWord;
  /** The position as grundy writes it. */
  position: string;
  /** The version of the object. */
  schema: SchemaVersion;
};

/** Whether claims about a game hold. */
export type CheckReport = {
  /** The claims. */
  claims: ClaimReport[];
  /** The positions that were tested, in words. */
  domain: string;
  /** True if every claim holds. */
  holds: boolean;
  /** The ending convention. */
  play: PlayWord;
  /** The ruleset. */
  ruleset: string;
  /** The version of the object. */
  schema: SchemaVersion;
  /** How far was tested. */
  to: Integer;
};

/** One claim. */
export type ClaimReport = {
  /** What is claimed: `lose` or `value`. */
  claim: string;
  /** The smallest position for which it is wrong. */
  counterexample: CounterexampleReport | null;
  /** True if it holds on all positions that were tested. */
  holds: boolean;
  /** The positions that it was tested on. */
  positions: Integer;
  /** The claim as it was written. */
  text: string;
};

/** One component of a sum. */
export type ComponentEntry = {
  /** The component as grundy writes it. */
  position: string;
  /** Its nim-value. */
  value: Value;
};

/** A move that shows that a claim is wrong. */
export type CounterexampleMove = {
  /** The move as a sentence. */
  text: string;
  /** The position that it leads to. */
  to: string;
};

/** A position for which a claim is wrong. */
export type CounterexampleReport = {
  /** What is claimed of it. */
  claimed: string;
  /** The move that shows it. */
  move: CounterexampleMove | null;
  /** The position. */
  position: string;
  /** Why. */
  reason: string;
  /** What is true of it. */
  truth: string;
};

/** The elements of heaps in a misère quotient, as `values` lists them under misère play. */
export type ElementsReport = {
  /** The heap of the first element. */
  from: Integer;
  /** The ending convention: misère. */
  play: PlayWord;
  /** The ruleset. */
  ruleset: string;
  /** The version of the object. */
  schema: SchemaVersion;
  /** The elements of heaps `from`, `from + 1`, … */
  values: string[];
};

/** How values were computed. */
export type EngineReport = {
  /** The largest value. */
  largest: number;
  /** The first heap that has it. */
  largest_at: Integer;
  /** The last heap with a rare value. */
  last_rare: Integer | null;
  /** The mask of the sparse space, as a number. */
  mask: number | null;
  /** The method. */
  method: string;
  /** True if the parity of the heap takes part in the mask. */
  position_parity: boolean;
  /** The number of rare values, where the method tells them apart. */
  rare: Integer | null;
  /** The time that took, in seconds. */
  seconds: number;
  /** The number of values that were computed. */
  values: Integer;
  /** Values per second. */
  values_per_second: Integer;
  /** The number of values that the method looks back. */
  window: Integer | null;
};

/** How values were computed. */
export type EngineReport2 = {
  /** The largest value. */
  largest: number;
  /** The first heap that has it. */
  largest_at: Integer;
  /** The last heap with a rare value. */
  last_rare: Integer | null;
  /** The mask of the sparse space, as a number. */
  mask: number | null;
  /** The method. */
  method: string;
  /** True if the parity of the heap takes part in the mask. */
  position_parity: boolean;
  /** The number of rare values, where the method tells them apart. */
  rare: Integer | null;
  /** The time that took, in seconds. */
  seconds: number;
  /** The number of values that were computed. */
  values: Integer;
  /** Values per second. */
  values_per_second: Integer;
  /** The number of values that the method looks back. */
  window: Integer | null;
};

/** One error: the message and the hint are separate, and the door may add its own hint. */
export type ErrorEntry = {
  /** The part of the text that is wrong, with carets below it. */
  excerpt: string | null;
  /** The file that is wrong. */
  file: string | null;
  /** What to do about it. */
  hint: string | null;
  /** A word for machines: `unknown-game`, `limit`, `rules`, `input`, `io`, `usage`, `refuted`, … */
  kind: string;
  /** The limit that was reached. */
  limit: LimitWord | null;
  /** The line in the file, from 1. */
  line: Integer | null;
  /** What is wrong, lower case, without a full stop. */
  message: string;
  /** Where, in the text that was given: bytes, from the first to one beyond the last. */
  span: [number, number] | null;
};

/** What went wrong. */
export type ErrorReport = {
  /** The error. */
  error: ErrorEntry;
  /** The version of the object. */
  schema: SchemaVersion;
};

/** One piece of an explanation. */
export type ExplanationBlock = {
  /** The paragraph. */
  text: string;
} | TableReport;

/** One game. */
export type GameEntry = {
  /** Its other names. */
  aliases: string[];
  /** A position that can be solved. */
  example: string;
  /** What it is played with: `heaps`, `rows`, `coins`, `boards`, `graphs` or `other`. */
  family: string;
  /** The first values, in words, where they were asked for and there are such. */
  first_values?: string | null;
  /** Its name. */
  name: string;
  /** How positions are written. */
  notation: string;
  /** What the parameters after a `/` mean. */
  parameters: string | null;
  /** How the example looks. */
  picture: PictureReport;
  /** The rules. */
  rules: string;
  /** Where the game comes from. */
  source: string;
  /** A move in one line. */
  summary: string;
  /** What is known about the game. */
  theory: string;
  /** Its name as people write it. */
  title: string;
  /** Further positions: the edge cases of the rules. */
  trials: string[];
};

/** Games, by name. */
export type GamesReport = {
  /** The games. */
  games: GameEntry[];
  /** The version of the object. */
  schema: SchemaVersion;
};

/** A generator of a quotient. */
export type GeneratorReport = {
  /** The heap that it is the element of. */
  heap: Integer;
  /** Its letter. */
  name: string;
};

/** The genera of the first heaps of a game. */
export type GenusReport = {
  /** The genera of heaps 0, 1, 2, … */
  genus: string[];
  /** Their misère nim-values. */
  misere_nim_values: Integer[];
  /** The ending convention: misère. */
  play: PlayWord;
  /** The ruleset. */
  ruleset: string;
  /** The version of the object. */
  schema: SchemaVersion;
  /** The limit that ended the search before it was done. */
  stopped: string | null;
  /** Their tempers. */
  tempers: string[];
};

/** The curve of an edge, its arrowhead included; parallel edges are one. */
export type GraphCurve = {
  /** Where it begins. */
  from: number;
  /** The curve as the data of an SVG path. */
  path: string;
  /** Where it ends. */
  to: number;
};

/** A move on a graph. */
export type GraphMove = {
  /** True for the fastest win, the longest resistance, and all moves that keep a draw. */
  best: boolean;
  /** What happens to the player who makes it. */
  outcome: OutcomeWord;
  /** The moves that remain after it; null for a draw. */
  remoteness: number | null;
  /** Where it leads. */
  to: VertexLabel;
};

/** Where to draw the vertices of a graph, and how its edges run. */
export type GraphPlaces = {
  /** The curves of edges that avoid vertices; nothing for large graphs, whose edges are straight. */
  curves: GraphCurve[];
  /** Its height. */
  height: number;
  /** The middle of each vertex, from the left and from the top. */
  points: [number, number][];
  /** The width of the paper. */
  width: number;
};

/** Who wins at every vertex. The lists have an entry for each vertex. */
export type GraphReport = {
  /** The number of edges. */
  edges: Integer;
  /** The format that the file was read as. */
  format: string;
  /** What the vertices are called, if they have names. */
  names?: string[] | null;
  /** What happens to the player to move. */
  outcomes: OutcomeWord[];
  /** The ending convention. */
  play: PlayWord;
  /** Moves to the end; null for a draw. */
  remoteness: (number | null)[];
  /** The version of the object. */
  schema: SchemaVersion;
  /** The nim-values, if they were asked for. */
  values?: Value[] | null;
  /** The number of vertices. */
  vertices: number;
  /** Who wins, by name, if vertices have owners; null for a draw. */
  winner?: (string | null)[] | null;
};

/** A graph and how it is played. */
export type GraphRequestBody = {
  /** True if vertices count from 1. */
  one_based?: boolean;
  /** The ending convention. */
  play?: PlayWord;
  /** `n m` and m lines `a b`; a bare list of edges; DOT; or JSON. */
  text: string;
};

/** One vertex: who wins, the best moves, a line of best play. */
export type GraphStartReport = {
  /** Where the best moves lead. */
  best_moves: VertexLabel[];
  /** For a draw: the end of the line, which repeats for ever. */
  cycle: VertexLabel[] | null;
  /** The reason, if it was asked for. */
  explanation: ExplanationBlock[];
  /** A line of best play. */
  line: VertexLabel[];
  /** True if the line is longer than is shown. */
  line_is_cut: boolean;
  /** Every move. */
  moves: GraphMove[];
  /** What happens to the player to move. */
  outcome: OutcomeWord;
  /** Who moves there, if vertices have owners. */
  owner?: string | null;
  /** The ending convention. */
  play: PlayWord;
  /** Moves to the end; null for a draw. */
  remoteness: number | null;
  /** The version of the object. */
  schema: SchemaVersion;
  /** The vertex. */
  start: VertexLabel;
  /** The nim-value, if it was asked for. */
  value?: Value | null;
  /** Who wins, by name, if vertices have owners. */
  winner?: string | null;
};

/** One step of the analysis of a graph. */
export type GraphStep = {
  /** The edge that is looked at. */
  edge: [number, number] | null;
  /** The moves of the vertex that are not known to be bad, where the step counts them. */
  left: number | null;
  /** What is now known about the vertex, if the step decides it. */
  outcome: OutcomeWord | null;
  /** The step in words. */
  text: string;
  /** The vertex that something is found out about. */
  vertex: number;
};

/** Who wins at every vertex of a graph, and the steps by which that is found. */
export type GraphStepsReport = {
  /** The edges, by indices of vertices from 0. */
  edges: [number, number][];
  /** The number that the first vertex is called by: 0 or 1. */
  first: number;
  /** What the vertices are called, if they have names. */
  names: string[] | null;
  /** What happens to the player to move at each vertex. */
  outcomes: OutcomeWord[];
  /** Where to draw it; nothing if it is too large to be drawn. */
  places?: GraphPlaces | null;
  /** Moves to the end; null for a draw. */
  remoteness: (number | null)[];
  /** The version of the object. */
  schema: SchemaVersion;
  /** The steps of the analysis, for small graphs. */
  steps: GraphStep[] | null;
  /** The nim-values, where there are such and the graph is not too large. */
  values: Value[] | null;
  /** The number of vertices. */
  vertices: number;
};

/** An answer about a graph that was checked by the definition. */
export type GraphVerifyReport = {
  /** The version of the object. */
  schema: SchemaVersion;
  /** True: a wrong answer is an error of kind `refuted`. */
  verified: boolean;
  /** The number of vertices. */
  vertices: number;
};

/** Patterns in the values of a game. */
export type GuessReport = {
  /** Numbers per position, where positions are numbers. */
  dimensions: number | null;
  /** The positions that were looked at, in words. */
  domain: string;
  /** The smallest size that was looked at. */
  from: Integer;
  /** The lost positions, where positions are numbers. */
  lost: Integer[][] | null;
  /** The patterns, those that failed included. */
  patterns: PatternReport[];
  /** The ending convention. */
  play: PlayWord;
  /** The ruleset. */
  ruleset: string;
  /** The version of the object. */
  schema: SchemaVersion;
  /** A summary for each size, where positions are not numbers. */
  sizes: SizeReport[];
  /** The largest size that was looked at, where positions are numbers. */
  to: Integer | null;
  /** The patterns were found on sizes below this one, and tested on the rest. */
  trained_on: Integer;
  /** The values; null where there is none. */
  values: ((Integer | null)[])[] | null;
  /** True if no pattern explains the values. */
  values_resisted: boolean;
};

/** The largest heap, or all of them. */
export type HeapRange = Integer | "all";

/** One position of a [`HeapTableReport`]. */
export type HeapTableCell = {
  /** Its numbers. */
  numbers: Integer[];
  /** What happens to the player to move. */
  outcome: OutcomeWord;
  /** What it is worth, where it is worth anything and that is known. */
  value: Value;
};

/** Who wins positions of two or three numbers, and what they are worth. */
export type HeapTableReport = {
  /** The least number. */
  from: Integer;
  /** The ending convention. */
  play: PlayWord;
  /** Every position that there is, the last number changing first. */
  positions: HeapTableCell[];
  /** The ruleset. */
  ruleset: string;
  /** The version of the object. */
  schema: SchemaVersion;
  /** The largest number. */
  to: Integer;
};

/** What a file is and what is in it; keys without an answer for its kind are omitted. */
export type InfoReport = {
  /** What rules say about themselves. */
  about?: string | null;
  /** Its length in bytes. */
  bytes: Integer;
  /** Its edges. */
  edges?: Integer | null;
  /** The file. */
  file: string;
  /** How a graph is written down. */
  format?: string | null;
  /** The hash of the values. */
  hash?: string | null;
  /** The number of heaps, 0 among them, whose values or elements are known. */
  heaps?: Integer | null;
  /** What a store keeps: `values` or `state`. */
  keep?: string | null;
  /** What it is: `sequence store`, `period search`, `quotient store`, `certificate`, `graph` or `rules`. */
  kind: string;
  /** The largest value. */
  largest?: Integer | null;
  /** The first heap that has it. */
  largest_at?: Integer | null;
  /** The command that goes on with the file, or reads it. */
  next?: string | null;
  /** The number of elements of a quotient. */
  order?: Integer | null;
  /** The number of its elements that are lost for the player to move. */
  p_portion_size?: Integer | null;
  /** The period that a certificate states. */
  period?: Integer | null;
  /** The preperiod that a certificate states. */
  preperiod?: Integer | null;
  /** The ruleset that it is about. */
  ruleset?: string | null;
  /** The version of the object. */
  schema: SchemaVersion;
  /** The vertices of a graph. */
  vertices?: Integer | null;
};

/** The built-in judge problems. */
export type JudgeListReport = {
  /** The problems. */
  problems: JudgeProblem[];
  /** The version of the object. */
  schema: SchemaVersion;
};

/** A judge problem. */
export type JudgeProblem = {
  /** Its name. */
  name: string;
  /** What it is about. */
  summary: string;
};

/** One sample of a judge problem. */
export type JudgeSample = {
  /** How long it took. */
  milliseconds: Integer;
  /** What differs. */
  note: string;
  /** True if the output is as expected. */
  passed: boolean;
  /** The file with the input. */
  sample: string;
};

/** A judge program on its samples. */
export type JudgeTestReport = {
  /** True if every sample passed. */
  passed: boolean;
  /** The samples. */
  samples: JudgeSample[];
  /** The version of the object. */
  schema: SchemaVersion;
};

/** A limit that ends work. */
export type LimitWord = "positions" | "memory" | "time" | "rules";

/** A [`SolveReport`] with best play to the end. */
export type LineReport = {
  /** False if moves were too many to list, or to look for, and some are missing. */
  complete: boolean;
  /** The components of the sum. */
  components: ComponentEntry[];
  /** For a lost position: the move that delays the end longest, where it was computed. */
  defence: MoveEntry | null;
  /** For a draw: every move that keeps it. */
  drawing_moves: MoveEntry[];
  /** The reason, if it was asked for. */
  explanation: ExplanationBlock[];
  /** Best play: the winner hurries, the loser delays; both players' moves in turn. */
  line: MoveEntry[];
  /** True if the line goes on to the end of the game. */
  line_is_complete: boolean;
  /** The method that found the outcome, in a few words. */
  method: string;
  /** The number of distinct legal options; null where it is not known exactly. */
  moves: Integer | null;
  /** What happens to the player to move. */
  outcome: OutcomeWord;
  /** The ending convention. */
  play: PlayWord;
  /** The position as grundy writes it. */
  position: string;
  /** Moves to the end when the winner hurries and the loser delays, where it was computed. */
  remoteness: Integer | null;
  /** The number of moves before the cycle, if the line ends where it has been before. */
  repeats_after: number | null;
  /** The version of the object. */
  schema: SchemaVersion;
  /** The nim-value of the sum. */
  value: Value;
  /** What the verifier says, if it was asked. */
  verification: VerificationReport | null;
  /** Every winning move, unless `complete` is false. */
  winning_moves: MoveEntry[];
};

/** One move in a sum. */
export type MoveEntry = {
  /** The names of the elements of the component's picture that the move changes. */
  changes: string[];
  /** The component that the move is made in, from 0. */
  component: number;
  /** The component before the move. */
  from: string;
  /** The whole sum after the move; it can be given back as a position. */
  position: string;
  /** The move as a sentence. */
  text: string;
  /** The component after the move. */
  to: string;
  /** What a person touches to make the move: names of elements of the component's picture, or an amount. */
  touch: string[];
};

/** What some nimbers come to. */
export type NimberReport = {
  /** The numbers that were given. */
  numbers: Integer[];
  /** `mex`, `xor` or `nim-product`. */
  operation: string;
  /** What they come to. */
  result: Integer;
  /** The version of the object. */
  schema: SchemaVersion;
};

/** A recurrence that was observed and is not proved. */
export type ObservedPeriod = {
  /** The period. */
  period: Integer;
  /** The heap from which it was observed. */
  preperiod: Integer;
  /** What is added with every period. */
  saltus: Integer;
};

/** A move with what it does to the player who makes it. */
export type OptionEntry = {
  /** The names of the elements of the component's picture that the move changes. */
  changes: string[];
  /** The component that the move is made in, from 0. */
  component: number;
  /** The component before the move. */
  from: string;
  /** How to draw the component after the move; what does not change may be omitted. */
  picture: PictureReport;
  /** The whole sum after the move; it can be given back as a position. */
  position: string;
  /** What happens to the player who makes the move. */
  result: OutcomeWord;
  /** The move as a sentence. */
  text: string;
  /** The component after the move. */
  to: string;
  /** What a person touches to make the move: names of elements of the component's picture, or an amount. */
  touch: string[];
};

/** What happens to the player whose turn it is. */
export type OutcomeWord = "win" | "lose" | "draw";

/** One pattern. */
export type PatternReport = {
  /** The first size for which it is wrong. */
  fails_at: Integer | null;
  /** The pattern in words. */
  pattern: string;
  /** What it is about: the value, the lost positions or the remoteness. */
  quantity: string;
  /** `proved`, `observed` or `failed`. */
  standing: string;
};

/** What the search for a period found. */
export type PeriodReport = {
  /** True if the report was read from a certificate and checked again. */
  checked_again?: boolean;
  /** The largest heap whose value was looked at. */
  checked_to: Integer;
  /** True if the period is known from a certificate that comes with grundy, too long to be found again here. */
  from_certificate?: boolean;
  /** The hash of the values of heaps 0 to `checked_to`. */
  hash: string | null;
  /** The last heap that breaks the period. */
  last_exception: Integer | null;
  /** The method that computed the values. */
  method: string;
  /** A recurrence that was observed and is not proved. */
  observed: ObservedPeriod | null;
  /** The period. */
  period: Integer | null;
  /** True if a period is proved, null if it is not known whether there is one. */
  periodic: boolean | null;
  /** The least p with g(n + period) = g(n) + saltus for all n ≥ p. */
  preperiod: Integer | null;
  /** True if the period is proved. */
  proved: boolean;
  /** The ruleset as grundy writes it. */
  ruleset: string;
  /** What is added with every period; 0 for a period in the plain sense. */
  saltus: Integer | null;
  /** The version of the object. */
  schema: SchemaVersion;
  /** The theorem that proves the period, as a word. */
  theorem: string | null;
  /** The theorem in words. */
  theorem_in_words: string | null;
  /** What a proof by a window of values needs. */
  window: WindowReport | null;
};

/** A nim-sequence whose period is looked for. */
export type PeriodRequest = {
  /** Rules in Starlark; the ruleset is then `mine.star`. */
  rules?: string | null;
  /** A ruleset or a code: `kayles`, `0.137`. */
  ruleset: string;
  /** The last heap to look at, if the time suffices. */
  to?: Integer | null;
};

/** How to draw one component. */
export type PictureReport = {
  kind: "text";
} | {
  /** Their sizes. */
  heaps: Integer[];
  kind: "heaps";
} | {
  kind: "pins";
  /** Their lengths. */
  rows: Integer[];
} | {
  kind: "strips";
  /** A character for each cell; `.` is free. */
  strips: string[];
} | {
  kind: "stairs";
  /** The coins on each step; step 0 is the ground. */
  steps: Integer[];
} | {
  /** The occupied ones. */
  coins: Integer[];
  kind: "coins";
  /** Squares on the strip. */
  squares: Integer;
} | {
  /** Width and height of each. */
  bars: [Integer, Integer][];
  kind: "bars";
} | {
  kind: "sheets";
  /** Rows and columns of each. */
  sheets: [Integer, Integer][];
} | {
  kind: "board";
  /** Its rows, a character for each cell. */
  rows: string[];
} | {
  kind: "matrix";
  /** Its rows. */
  rows: Integer[][];
} | {
  /** Black's row in each column. */
  black: Integer[];
  kind: "pawns";
  /** Rows of the board. */
  rows: Integer;
  /** White's row in each column. */
  white: Integer[];
  /** True if white is to move. */
  white_to_move: boolean;
} | {
  /** Moves, from and to. */
  edges: [number, number][];
  kind: "graph";
  /** What each vertex is called. */
  names: string[];
  /** Where the token is. */
  vertex: number;
} | {
  /** Edges, which have no direction. */
  edges: [number, number][];
  kind: "network";
  /** What each vertex is called. */
  names: string[];
} | {
  kind: "trees";
  /** Branch `i` ends in point `i + 1` and grows from point `parents[i]`; 0 is the ground. */
  parents: number[];
} | {
  /** True where heads are up. */
  heads: boolean[];
  kind: "faces";
};

/** A game against the computer, as a record. */
export type PlayReport = {
  /** The moves. */
  moves: MoveEntry[];
  /** The ending convention. */
  play: PlayWord;
  /** The positions of the game, the start first. */
  review: PlayStep[];
  /** The version of the object. */
  schema: SchemaVersion;
  /** The position that the game began with. */
  start: string;
  /** Who won; null while the game is not over, and for a draw. */
  winner: string | null;
};

/** One position of a recorded game. */
export type PlayStep = {
  /** A better move than the one that led here. */
  better: MoveEntry | null;
  /** True if the move that led here was a mistake. */
  erred: boolean;
  /** Who moved to it; null for the start. */
  mover: string | null;
  /** What happens to the player to move there. */
  outcome: OutcomeWord;
  /** The position. */
  position: string;
  /** Its nim-value. */
  value: Value;
};

/** The ending convention. */
export type PlayWord = "normal" | "misere";

/** A plot of a sequence: values, or dots where they are too many. */
export type PlotReport = {
  /** Otherwise, for each column the rows in which values occur. */
  dots: number[][] | null;
  /** Values per row. */
  height: Integer;
  /** The last heap of the stretch that is shown. */
  high: Integer;
  /** The most frequent values, each with how often it occurs. */
  histogram: [Integer, number][];
  /** The largest value. */
  largest: Integer;
  /** The first heap that has it. */
  largest_at: Integer | null;
  /** The last heap whose value is 0. */
  last_zero: Integer | null;
  /** The first heap of the stretch that is shown. */
  low: Integer;
  /** The method that computed the values. */
  method: string;
  /** The ruleset as grundy writes it. */
  ruleset: string;
  /** The version of the object. */
  schema: SchemaVersion;
  /** The last heap whose value is known. */
  to: Integer;
  /** The largest value of the stretch. */
  top: number;
  /** The values of the stretch, if they are few. */
  values: number[] | null;
  /** Heaps per column. */
  width: Integer;
  /** The number of zeros. */
  zeros: number;
};

/** Which sequence, which stretch of it, and how fine. */
export type PlotRequest = {
  /** Columns of dots. */
  columns: Integer;
  /** The last heap of the stretch that is shown. */
  high?: Integer | null;
  /** The first heap of the stretch that is shown. */
  low?: Integer | null;
  /** Rows of dots. */
  rows: Integer;
  /** Rules in Starlark; the ruleset is then `mine.star`. */
  rules?: string | null;
  /** A ruleset or a code: `kayles`, `0.137`. */
  ruleset: string;
  /** The last heap. */
  to: Integer;
};

/** One ply of a pursuit. */
export type PlyReport = {
  /** Where the piece came from; null if the side stayed. */
  from: [number, number] | null;
  /** All policemen after the ply. */
  police: [number, number][];
  /** Which side moved. */
  side: SideWord;
  /** The ply in words. */
  text: string;
  /** All thieves after the ply. */
  thieves: [number, number][];
  /** Where it went. */
  to: [number, number] | null;
};

/** A proof of a search that was checked and holds. */
export type ProofReport = {
  /** How many components were derived from the rules and from smaller ones. */
  entries: Integer;
  /** What happens to the player to move, under normal play. */
  outcome: OutcomeWord;
  /** The position that it is about. */
  position: string;
  /** The version of the object. */
  schema: SchemaVersion;
  /** The value; null if the proof is about the outcome only. */
  value: Integer | null;
  /** True: a proof that does not hold is an error. */
  verified: boolean;
};

/** Who wins a pursuit, and a line of best play. */
export type PursuitReport = {
  /** Columns of the map. */
  columns: number;
  /** A line of best play. */
  line: PlyReport[];
  /** The map: `P` policeman, `T` thief, `E` exit, `#` wall, `.` free. */
  map: string[];
  /** Who wins. */
  outcome: SideWord;
  /** Plies to the end when the winner hurries and the loser delays; null for a draw. */
  plies: Integer | null;
  /** Where the policemen are at the start. */
  police: [number, number][];
  /** How a policeman moves. */
  police_moves: string;
  /** For a draw: the number of plies after which the last state had occurred before. */
  repeats_from: number | null;
  /** Rows of the map. */
  rows: number;
  /** The version of the object. */
  schema: SchemaVersion;
  /** States of the game. */
  states: Integer;
  /** True if both sides may skip a turn. */
  stay: boolean;
  /** How a thief moves. */
  thief_moves: string;
  /** Where the thieves are at the start. */
  thieves: [number, number][];
};

/** A map and its rules. */
export type PursuitRequest = {
  /** Rows of `P`, `T`, `E`, `#` and `.`. */
  map: string;
  /** True if both sides may skip a turn. */
  stay?: boolean;
};

/** The policeman's best move, and what each answer of the thief leads to. */
export type PursuitTurnReport = {
  /** The thief's moves. */
  options: ThiefOption[];
  /** Who has won by now. */
  over: SideWord | null;
  /** Where the policeman is after the move. */
  police: [number, number];
  /** The version of the object. */
  schema: SchemaVersion;
  /** The move in words. */
  text: string;
};

/** Where both stand when the policeman is to move; rows and columns count from 1. */
export type PursuitTurnRequest = {
  /** Rows of `P`, `T`, `E`, `#` and `.`. */
  map: string;
  /** Where the policeman is: row and column, from 1. */
  police: [number, number];
  /** True if both sides may skip a turn. */
  stay?: boolean;
  /** Where the thief is: row and column, from 1. */
  thief: [number, number];
};

/** A certificate of a quotient that was checked and holds. */
export type QuotientCheckReport = {
  /** The largest heap that was looked at. */
  heaps: Integer;
  /** The number of elements. */
  order: Integer;
  /** The period of the elements of heaps, if one is claimed: then the quotient is that of all heaps. */
  period: Integer | null;
  /** The first heap from which the period holds. */
  preperiod: Integer | null;
  /** The name of the game as the certificate writes it. */
  ruleset: string;
  /** Whether the checker knows that name; else the check is only about the rules in the certificate. */
  ruleset_known: boolean;
  /** The version of the object. */
  schema: SchemaVersion;
  /** True: a certificate that does not hold is an error. */
  verified: boolean;
};

/** A misère quotient with what is known about it. Elements are written as words in the generators. */
export type QuotientReport = {
  /** The largest heap that was computed. */
  computed_to: Integer;
  /** Every element, if the multiplication table was asked for. */
  elements?: string[] | null;
  /** The games behind the numbers in `phi` and `generators`, where they are not heaps. */
  games?: string[] | null;
  /** The generators. */
  generators: GeneratorReport[];
  /** The genera of the first heaps. */
  genus: string[];
  /** The largest heap that the answer is about, or `"all"`. */
  heaps: HeapRange;
  /** The elements that are their own squares. */
  idempotents: string[];
  /** The misère nim-values of the first heaps. */
  misere_nim_values: Integer[];
  /** The number of elements. */
  order: number;
  /** The elements that are lost for the player to move. */
  p_portion: string[];
  /** The number of elements that are lost for the player to move. */
  p_portion_size: number;
  /** The period of the elements of heaps, if one is proved. */
  period: Integer | null;
  /** The elements of heaps 0, 1, 2, … */
  phi: string[];
  /** The ending convention: misère. */
  play: PlayWord;
  /** The first heap from which the period holds. */
  preperiod: Integer | null;
  /** The relations, as `left=right`. */
  relations: string[];
  /** The ruleset, or the games. */
  ruleset: string;
  /** The version of the object. */
  schema: SchemaVersion;
  /** The limit that ended the search before it was done. */
  stopped: string | null;
  /** The products of the elements, row by row, if they were asked for. */
  table?: string[][] | null;
  /** True if the quotient is tame. */
  tame: boolean;
  /** The tempers of the first heaps. */
  tempers: string[];
  /** How far it was checked. */
  verification: QuotientVerification | null;
  /** True if the quotient was checked. */
  verified: boolean;
};

/** A heap game whose misère quotient is wanted. */
export type QuotientRequest = {
  /** A heap game or a code. */
  ruleset: string;
  /** Heaps up to this one; all, where that can be proved, if it is omitted. */
  to?: Integer | null;
};

/** How far a quotient was checked. */
export type QuotientVerification = {
  /** All sums of heaps up to this one were checked by the definition. */
  heaps: Integer;
  /** How many sums that is. */
  searched_sums: number;
  /** All sums whose heaps add up to this were searched to the end as well. */
  searched_total: number;
  /** Which sums: `all`. */
  sums: string;
};

/** The computer's move. */
export type ReplyReport = {
  /** The move; null if the game is over. */
  move: MoveEntry | null;
  /** The version of the object. */
  schema: SchemaVersion;
};

/** A position in which the computer is to move. */
export type ReplyRequest = {
  /** A graph as text; positions on it are `graph:g@0`. */
  graph?: string | null;
  /** How well the computer plays: `perfect`, `random` or a percentage. */
  level?: string;
  /** The ending convention. */
  play?: PlayWord;
  /** A position or a sum in the position language. */
  position: string;
  /** Rules in Starlark; positions name them `mine.star`. */
  rules?: string | null;
  /** The seed of the computer's choices. */
  seed?: Integer;
};

/** One position of a game. */
export type ReviewEntry = {
  /** A better move than the one that led here, as a sentence. */
  better: string | null;
  /** The same move, with what is touched and what changes. */
  better_move: MoveEntry | null;
  /** True if the move that led here was a mistake. */
  erred: boolean;
  /** What happens to the player to move there. */
  outcome: OutcomeWord;
  /** The position. */
  position: string;
  /** Its nim-value. */
  value: Value;
};

/** What every position of a game was worth, and which moves were mistakes. */
export type ReviewReport = {
  /** The version of the object. */
  schema: SchemaVersion;
  /** The positions of the game, the start first. */
  steps: ReviewEntry[];
};

/** A game that was played. */
export type ReviewRequest = {
  /** A graph as text; positions on it are `graph:g@0`. */
  graph?: string | null;
  /** The ending convention. */
  play?: PlayWord;
  /** The positions of the game, the start first; at most 2000. */
  positions: string[];
  /** Rules in Starlark; positions name them `mine.star`. */
  rules?: string | null;
};

/** A claim of a rules file. */
export type RulesClaim = {
  /** What is claimed: `lose` or `value`. */
  claim: string;
  /** True if it holds on all positions that were tested. */
  holds: boolean;
  /** What the test says. */
  text: string;
};

/** What rules that somebody is writing are, and whether their claims hold. */
export type RulesReport = {
  /** What the rules say about themselves. */
  about: string | null;
  /** The claims. */
  claims: RulesClaim[];
  /** True if the players' moves differ. */
  has_two_players: boolean;
  /** The version of the object. */
  schema: SchemaVersion;
  /** The position to begin with. */
  start: string | null;
};

/** Rules that somebody is writing. */
export type RulesRequest = {
  /** The rules in Starlark. */
  rules: string;
};

/** The version of the object. */
export type SchemaVersion = 1;

/** By how much the player to move wins a game with scores. */
export type ScoreReport = {
  /** The points of the player to move minus those of the opponent, with best play. */
  difference: number;
  /** Best play to the end, both players' moves in turn. */
  line: ScoredMove[];
  /** What happens to the player to move: `draw` where both get the same. */
  outcome: OutcomeWord;
  /** The position as grundy writes it. */
  position: string;
  /** The version of the object. */
  schema: SchemaVersion;
};

/** A move of a game with scores. */
export type ScoredMove = {
  /** What it earns. */
  points: number;
  /** The position after it. */
  position: string;
};

/** One of the two sides, or neither. */
export type SideWord = "police" | "thief" | "draw";

/** The positions of one size. */
export type SizeReport = {
  /** The largest value among them. */
  largest_value: Integer | null;
  /** How many of them are lost. */
  lost: Integer;
  /** How many positions have it. */
  positions: Integer;
  /** The size. */
  size: Integer;
};

/** Who wins, what the position is worth, every winning move, and why. */
export type SolveReport = {
  /** False if moves were too many to list, or to look for, and some are missing. */
  complete: boolean;
  /** The components of the sum. */
  components: ComponentEntry[];
  /** For a lost position: the move that delays the end longest, where it was computed. */
  defence: MoveEntry | null;
  /** For a draw: every move that keeps it. */
  drawing_moves: MoveEntry[];
  /** The reason, if it was asked for. */
  explanation: ExplanationBlock[];
  /** The method that found the outcome, in a few words. */
  method: string;
  /** The number of distinct legal options; null where it is not known exactly. */
  moves: Integer | null;
  /** What happens to the player to move. */
  outcome: OutcomeWord;
  /** The ending convention. */
  play: PlayWord;
  /** The position as grundy writes it. */
  position: string;
  /** Moves to the end when the winner hurries and the loser delays, where it was computed. */
  remoteness: Integer | null;
  /** The version of the object. */
  schema: SchemaVersion;
  /** The nim-value of the sum. */
  value: Value;
  /** What the verifier says, if it was asked. */
  verification: VerificationReport | null;
  /** Every winning move, unless `complete` is false. */
  winning_moves: MoveEntry[];
};

/** A position and how it is played. */
export type SolveRequest = {
  /** A graph as text; positions on it are `graph:g@0`. */
  graph?: string | null;
  /** The ending convention. */
  play?: PlayWord;
  /** A position or a sum in the position language: `nim:3,4,5 + kayles:6`. */
  position: string;
  /** Rules in Starlark; positions name them `mine.star`. */
  rules?: string | null;
};

/** What a store of a sequence holds. */
export type StoreReport = {
  /** The first heap: 0. */
  from: Integer;
  /** The hash of the values. */
  hash: string;
  /** What it keeps: `values` or `state`. */
  keep: string;
  /** The ruleset as grundy writes it. */
  ruleset: string;
  /** The version of the object. */
  schema: SchemaVersion;
  /** How the values were computed. */
  stats: EngineReport2;
  /** The file. */
  store: string;
  /** The last heap. */
  to: Integer;
};

/** All short octal codes. */
export type SurveyReport = {
  /** The number of codes. */
  codes: number;
  /** How many of those are proved periodic. */
  periodic: number;
  /** A row for each code that is shown. */
  rows: SurveyRow[];
  /** The version of the object. */
  schema: SchemaVersion;
  /** The number of sequences that differ by more than a shift. */
  sequences: number;
  /** The last heap that was computed. */
  to: Integer;
};

/** One code of a survey. */
export type SurveyRow = {
  /** The code. */
  code: string;
  /** The hash of the values. */
  hash: string;
  /** The largest value. */
  largest: number;
  /** The period. */
  period: Integer | null;
  /** True if a period is proved, else null. */
  periodic: boolean | null;
  /** The first heap from which the period holds. */
  preperiod: Integer | null;
  /** The first code with the same sequence up to a shift. */
  same_as: string;
};

/** A table with a caption. */
export type TableReport = {
  /** What the table shows. */
  caption: string;
  /** The rows that sum up those above them. */
  footer: string[][];
  /** The heads of the columns. */
  header: string[];
  /** The row that decides, from 0. */
  marked_row: number | null;
  /** The rows. */
  rows: string[][];
};

/** A move of the thief. */
export type ThiefOption = {
  /** Who has won with it at once. */
  over: SideWord | null;
  /** Plies to the end; null for a draw. */
  plies: Integer | null;
  /** What happens to the thief. */
  result: OutcomeWord;
  /** The move in words. */
  text: string;
  /** Where it leads. */
  to: [number, number];
};

/** The move that is made by touching something. */
export type TouchReport = {
  /** The move; null if there is none. */
  move: MoveEntry | null;
  /** The version of the object. */
  schema: SchemaVersion;
};

/** What somebody has touched on a board. */
export type TouchRequest = {
  /** The component that is touched, from 0. */
  component: number;
  /** A graph as text; positions on it are `graph:g@0`. */
  graph?: string | null;
  /** A position or a sum in the position language. */
  position: string;
  /** Rules in Starlark; positions name them `mine.star`. */
  rules?: string | null;
  /** The names of the elements, in order. */
  touch: string[];
};

/** A nim-value: a number; for a loopy position, the finite values among its options; or null where there is none. */
export type Value = Integer | {
  infinite: Integer[];
} | null;

/** A stretch of a nim-sequence. */
export type ValuesReport = {
  /** The heap of the first value. */
  from: Integer;
  /** The most frequent values, each with how often it occurs. */
  histogram?: [Integer, number][];
  /** The largest value. */
  largest?: Integer;
  /** The first heap that has it. */
  largest_at?: Integer | null;
  /** The last heap whose value is 0. */
  last_zero?: Integer | null;
  /** The method that computed the values. */
  method?: string;
  /** The ruleset as grundy writes it. */
  ruleset: string;
  /** The version of the object. */
  schema: SchemaVersion;
  /** How the values were computed, if that was asked for. */
  stats?: EngineReport | null;
  /** The values of heaps `from`, `from + 1`, …; null where only statistics were asked for and the values are too many. */
  values: Integer[] | null;
  /** The number of zeros. */
  zeros?: number;
};

/** A stretch of a nim-sequence. */
export type ValuesRequest = {
  /** The first heap. */
  from?: Integer;
  /** Rules in Starlark; the ruleset is then `mine.star`. */
  rules?: string | null;
  /** A ruleset or a code: `kayles`, `0.137`. */
  ruleset: string;
  /** The last heap. */
  to: Integer;
};

/** What a verifier that knows only the rules says of an answer. */
export type VerificationReport = {
  /** True if the verifier agrees with the answer. */
  agrees: boolean;
  /** What is wrong with the answer. */
  complaints: string[];
  /** Positions that the verifier examined. */
  positions: Integer;
};

/** A vertex: its number, or its name. */
export type VertexLabel = number | string;

/** Whether positions follow each other by legal moves, as far as they do. */
export type WalkReport = {
  /** True if every step is a legal move. */
  is_legal: boolean;
  /** The moves from each position to the next; fewer than positions minus one if one is not legal. */
  moves: MoveEntry[];
  /** The version of the object. */
  schema: SchemaVersion;
};

/** What a proof by a window of values needs. */
export type WindowReport = {
  /** The largest heap that a value needed as a witness. */
  largest_witness: Integer;
  /** The last heap with a rare value. */
  last_rare: Integer;
  /** Its length. */
  length: Integer;
  /** The mask of the sparse space. */
  mask: number;
  /** True if the parity of the heap takes part in the mask. */
  position_parity: boolean;
  /** The first heap of the window. */
  start: Integer;
};
