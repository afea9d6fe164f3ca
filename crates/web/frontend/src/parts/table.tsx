// The table: the board and what is under it, the moves so far, hints and reasons, and the review of a game.

import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { BoardData, BoardMove, Move } from '../engine';
import { at } from '../boards/board';
import { following, harder, isPresent, isYours, moved, positions, restarted, undone, type GameState } from '../game';
import { useKeys } from '../keys';
import { Settings } from './controls';
import { FailureBox } from './failure';
import { Log } from './log';
import { Playing } from './playing';
import { Hints } from './reason';
import { Review } from './review';
import { ShareButton } from './share';
import { questionOf, useAnalysis, useBoard, useReply, useReview, useSlots, useWalk } from './use-game';
import { Working } from './working';

export interface TableProps {
  state: GameState;
  change: (next: GameState, replace?: boolean) => void;
  /** Without the choice of level and convention, as lessons have it. */
  isFixed?: boolean;
  /** The name and the rules: beside the board where there is room, above it on a phone. */
  head?: ComponentChildren;
  onEnd?: (youWon: boolean) => void;
}

export function Table({ state, change: changeTo, isFixed = false, head, onEnd }: TableProps) {
  const change = (next: GameState, replace = false) => changeTo(following(state, next), replace);
  const asked = useBoard(state);
  const walk = useWalk(state);
  const wantsAnalysis = state.showsHints || state.hintsGiven > 0;
  const analysed = useAnalysis(state, wantsAnalysis);
  const reviewed = useReview(state);
  const [made, setMade] = useState<{ from: string; move: Move } | null>(null);
  const [lit, setLit] = useState<Set<string>>(new Set());
  const position = positions(state)[state.at]!;
  const isCurrent = asked.answer !== undefined && !asked.isWaiting;
  const board = asked.answer;
  // The reply takes the place of the move that it answers, so Back leads to a position of one's own.
  const replying = useReply(state, isCurrent ? board : undefined, (next) => change(next, true));
  useLegality(state, walk.isWaiting ? undefined : walk.answer?.moves.length, change);
  const moves = walk.isWaiting ? undefined : walk.answer?.moves;
  const last = moves?.[state.at - 1] ?? (made && state.at > 0 && made.move.position === position ? made.move : undefined);
  const cameFrom = state.at > 0 ? positions(state)[state.at - 1] : undefined;
  const slots = useSlots(board, last, cameFrom, `${state.start} ${state.rules} ${state.seed}`);
  const pairs = useMemo(() => pairsOf(moves?.slice(0, state.at) ?? []), [moves, state.at]);
  useTableKeys(state, change);
  useEffect(() => setLit(new Set()), [position]);
  useEffect(() => {
    if (isCurrent && board!.ended !== null && isPresent(state) && state.moves.length > 0) onEnd?.(youWin(state, board!));
  }, [isCurrent, position]);
  const play = (move: BoardMove) => {
    setMade({ from: position, move });
    change({ ...moved(state, move.position), isReviewed: false });
  };
  const mayMove = isCurrent && board!.ended === null && (state.level === 'none' || isYours(state, state.at) || !isPresent(state));
  const lastSet = useMemo(() => new Set(last?.changes.map((element) => at(last.component, element))), [last]);
  return (
    <div class={head ? 'table headed' : 'table'}>
      {head}
      <div class="left">
        <Status state={state} board={isCurrent ? board : undefined} isThinking={replying.isThinking} isGuessing={replying.isGuessing} last={last} />
        <div class={asked.isWaiting && board?.position !== position ? 'stage stale' : 'stage'} aria-busy={asked.isWaiting}>
          {board && <Playing board={board} question={questionOf(state, board.position)} mayMove={mayMove} analysis={state.showsHints ? analysed.answer : undefined}
            last={lastSet} cameFrom={cameFrom} slots={slots} pairs={pairs} lit={lit} play={play}
            under={<UnderBoard state={state} change={change} />} />}
          {!board && asked.isWaiting && <Working words="Setting up the board" cancel={asked.cancel} />}
          {isCurrent && board!.ended !== null && <Result state={state} board={board!} change={change} isFixed={isFixed} />}
        </div>
        {asked.failure && <FailureBox failure={asked.failure} text={position} retry={asked.again} />}
        {replying.failure && <FailureBox failure={replying.failure} retry={replying.again} />}
        {replying.isThinking && <Working words="The computer is thinking" cancel={replying.guess} cancelWord="Move at random" />}
        {!board && <UnderBoard state={state} change={change} />}
      </div>
      <aside class="right" aria-label="About this game">
        {!isFixed && <Settings state={state} change={change} />}
        <Hints state={state} change={change} asked={analysed} isWanted={wantsAnalysis} board={isCurrent ? board : undefined} light={setLit} />
        <Log state={state} moves={moves ?? []} isWaiting={walk.isWaiting} go={(to) => change({ ...state, at: to })} />
        {state.isReviewed && <Review state={state} asked={reviewed} moves={moves ?? []} board={board} light={setLit} go={(to) => change({ ...state, at: to })} />}
      </aside>
    </div>
  );
}

/** By component, the cells that moves took two by two. */
function pairsOf(moves: Move[]): (component: number) => [string, string][] {
  const pairs = moves.filter(({ touch }) => touch.length === 2 && touch.every((element) => element.startsWith('cell:')));
  return (component) => pairs.filter((move) => move.component === component).map(({ touch }) => [touch[0]!, touch[1]!]);
}

/** Positions in the address that do not follow by moves are taken out of it. */
function useLegality(state: GameState, legal: number | undefined, change: TableProps['change']): void {
  useEffect(() => {
    if (legal === undefined || legal >= state.moves.length) return;
    change({ ...state, moves: state.moves.slice(0, legal), at: Math.min(state.at, legal) }, true);
  }, [legal]);
}

export function youWin(state: GameState, board: BoardData): boolean {
  return (board.ended === 'win') === isYours(state, state.at);
}

function Status(props: { state: GameState; board: BoardData | undefined; isThinking: boolean; isGuessing: boolean; last: Move | undefined }) {
  const { state, board, last } = props;
  const isTwo = state.level === 'none';
  const yours = isYours(state, state.at);
  let text = yours ? 'Your move' : props.isThinking ? 'The computer is thinking…' : 'The computer to move';
  if (isTwo) text = yours ? 'First player to move' : 'Second player to move';
  let tone = '';
  if (!isPresent(state)) {
    text = `Looking back: ${state.at === 0 ? 'the start' : `after move ${state.at} of ${state.moves.length}`}`;
  } else if (board && board.ended !== null) {
    const first = youWin(state, board);
    text = board.ended === 'draw' ? 'A draw' : isTwo ? `The ${first ? 'first' : 'second'} player has won` : first ? 'You have won' : 'The computer has won';
    tone = isTwo ? '' : first ? 'won' : 'lost';
  }
  const mover = isTwo ? (yours ? 'second player' : 'first player') : yours ? 'the computer' : 'you';
  return (
    <div class="status-line" aria-live="polite">
      <p class={`status ${tone}`}>{text}</p>
      {last && state.at > 0 && <p class="last-move"><span class="unseen">Last move by </span>{mover}: {last.text}</p>}
      {props.isGuessing && <p class="last-move">Too hard to solve here in time: the computer plays at random.</p>}
    </div>
  );
}

/** The end of the game, on the board. */
function Result({ state, board, change, isFixed }: { state: GameState; board: BoardData; change: TableProps['change']; isFixed: boolean }) {
  if (!isPresent(state)) return null;
  const won = youWin(state, board);
  const isTwo = state.level === 'none';
  const words = isTwo ? `The ${won ? 'first' : 'second'} player has won.` : won ? 'You have won!' : 'The computer has won.';
  const next = harder(state.level);
  if (state.moves.length === 0) return <div class="result-card"><p><strong>There is no move here.</strong> {words}</p></div>;
  return (
    <div class={`result-card ${won || isTwo ? 'won' : 'lost'}`}>
      <p><strong>{words}</strong></p>
      <div class="buttons">
        <button type="button" onClick={() => change(restarted(state))}>Play again</button>
        {!state.isReviewed && <button type="button" class="second" onClick={() => change({ ...state, isReviewed: true }, true)}>Review the game</button>}
        {won && !isTwo && !isFixed && next && (
          <button type="button" class="second" onClick={() => change(restarted({ ...state, level: next }))}>Harder</button>
        )}
      </div>
    </div>
  );
}

function UnderBoard({ state, change }: { state: GameState; change: TableProps['change'] }) {
  const isHinted = state.hintsGiven > 0 || state.showsHints;
  return (
    <div class="under-board">
      <div class="buttons">
        <button type="button" class="second" disabled={undone(state) === state} onClick={() => change(undone(state))}>Undo</button>
        <button type="button" class="second" aria-pressed={isHinted} onClick={() => change(isHinted
          ? { ...state, hintsGiven: 0, showsHints: false } : { ...state, hintsGiven: 1 }, true)}>{isHinted ? 'Hide hints' : 'Hint'}</button>
        <button type="button" class="second" onClick={() => change(restarted(state))}>New game</button>
        <ShareButton state={state} />
      </div>
    </div>
  );
}

function useTableKeys(state: GameState, change: TableProps['change']): void {
  const walk = (to: number) => {
    const index = Math.min(Math.max(0, to), state.moves.length);
    if (index !== state.at) change({ ...state, at: index });
  };
  useKeys([
    { key: 'ArrowLeft', label: 'one move back (on the board: to the piece before)', run: () => walk(state.at - 1) },
    { key: 'ArrowRight', label: 'one move on (on the board: to the next piece)', run: () => walk(state.at + 1) },
    { key: 'Home', label: 'to the start', run: () => walk(0) },
    { key: 'End', label: 'to the present', run: () => walk(state.moves.length) },
    { key: 'b', label: 'to the board (arrows walk it, Enter touches)', run: () => document.querySelector<SVGElement>('.board .piece[tabindex="0"]')?.focus() },
    { key: 'u', label: 'take back', run: () => change(undone(state)) },
    { key: 'n', label: 'new game from the same start', run: () => change(restarted(state)) },
    { key: 'h', label: 'show or hide what each move does', run: () => change({ ...state, showsHints: !state.showsHints, hintsGiven: 0 }, true) },
    { key: 'm', label: 'to the moves in words', run: openMoves },
  ]);
}

function openMoves(): void {
  const moves = document.querySelector<HTMLDetailsElement>('details.moves');
  if (!moves) return;
  moves.open = true;
  requestAnimationFrame(() => requestAnimationFrame(() => moves.querySelector<HTMLElement>('li button')?.focus()));
}
