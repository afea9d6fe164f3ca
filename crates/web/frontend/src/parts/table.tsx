// The table: a board, the moves, the verdict with its reason, and the history of the game.

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Analysis, Option, Outcome } from '../api';
import { Board } from '../boards/board';
import { click, NOTHING, resultsOn, waysOf, type Selection } from '../boards/select';
import { following, isPresent, isYours, moved, positions, restarted, undone, type GameState } from '../game';
import { useKeys } from '../keys';
import { Controls } from './controls';
import { FailureBox } from './failure';
import { History } from './history';
import { Moves } from './moves';
import { Reason } from './reason';
import { useAnalysis, useReply, useReview } from './use-game';

export interface TableProps {
  state: GameState;
  change: (next: GameState, replace?: boolean) => void;
  /** Without the controls of level and convention, as lessons have it. */
  isFixed?: boolean;
  onEnd?: (youWon: boolean) => void;
}

export function Table({ state, change: changeTo, isFixed = false, onEnd }: TableProps) {
  const change = (next: GameState, replace = false) => changeTo(following(state, next), replace);
  const { answer: analysis, failure, isWaiting } = useAnalysis(state);
  const steps = useReview(state);
  const { isThinking, failure: stuck } = useReply(state, isWaiting ? undefined : analysis, change);
  const position = positions(state)[state.at]!;
  const isCurrent = analysis !== undefined && !isWaiting;
  const mayMove = isCurrent && !analysis.is_over && !isThinking;
  useTableKeys(state, change);
  useEffect(() => {
    if (isCurrent && analysis.is_over && isPresent(state) && state.moves.length > 0) onEnd?.(youWin(state, analysis));
  }, [isCurrent, position]);
  const names = state.level === 'none' ? { you: 'the first player', other: 'the second player' }
    : { you: 'you', other: 'the computer' };
  return (
    <div class="table">
      <div class="left">
        {analysis && <Status state={state} analysis={analysis} isThinking={isThinking} />}
        {failure && state.moves.length > 0 && <FailureBox failure={failure} text={position} />}
        {stuck && <FailureBox failure={stuck} />}
        {analysis && <Playing key={position} analysis={analysis} mayMove={mayMove} showsResults={state.showsHints}
          play={(option) => change(moved(state, option.position))} />}
      </div>
      <aside class="right">
        <Controls state={state} change={change} isFixed={isFixed} />
        {steps.length > 1 && (
          <section class="panel" aria-label="History">
            <h2>History</h2>
            <History steps={steps} at={state.at} isYours={(index) => isYours(state, index)} names={names}
              go={(at) => change({ ...state, at })} />
            <p class="note">What each position was worth for {names.you}: W won, L lost, D drawn; below it the nim-value.</p>
            <Slips steps={steps} at={state.at} show={(at) => change({ ...state, at })}
              moverOf={(index) => (isYours(state, index) ? names.you : names.other)} />
          </section>
        )}
        {analysis && <Reason analysis={analysis} step={state.hintsGiven} isOpen={state.showsHints}
          more={() => change({ ...state, hintsGiven: state.hintsGiven + 1 }, true)}
          open={() => change({ ...state, showsHints: true }, true)} />}
      </aside>
    </div>
  );
}

/** The board and the list of moves, and what is chosen on them so far. */
function Playing(props: {
  analysis: Analysis; mayMove: boolean; showsResults: boolean; play: (option: Option) => void;
}) {
  const { analysis, mayMove, play } = props;
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [previewed, setPreviewed] = useState<{ option: Option; cell?: string } | null>(null);
  const ways = useMemo(() => waysOf(analysis.pictures, analysis.options), [analysis]);
  const hot = useMemo(() => new Set(mayMove ? ways.flatMap((way) => [...way.cells]) : []), [ways, mayMove]);
  const shown = previewed?.option ?? selection.exact;
  // Where a move can be seen in several ways, that which is pointed at.
  const pointed = previewed ? (previewed.cell ? [previewed.cell] : []) : selection.cells;
  const going = ways.find((way) => way.option === shown && pointed.every((cell) => way.cells.has(cell)))?.gone ?? new Set<string>();
  const choose = (cell: string) => {
    if (!mayMove) return;
    const next = click(ways, selection, cell);
    if ('position' in next) play(next);
    else setSelection(next);
  };
  const results = useMemo(() => (props.showsResults ? resultsOn(ways, selection, hot) : new Map<string, Outcome>()),
    [ways, selection, hot, props.showsResults]);
  const hover = (cell: string | null) => {
    const next = cell === null || !mayMove ? null : click(ways, selection, cell);
    const option = next === null ? null : 'position' in next ? next : next.exact;
    setPreviewed(option && cell !== null ? { option, cell } : null);
  };
  const candidates = selection.cells.length > 0 ? [...new Set(selection.ways.map((way) => way.option))] : null;
  return (
    <>
      <Board pictures={analysis.pictures} names={analysis.components.map((each) => each.position)}
        label={`The position: ${analysis.position}`} hot={hot} chosen={new Set(selection.cells)} going={going} results={results}
        onCell={choose} onHover={hover} />
      {candidates && (
        <p class="narrowing" role="status">
          {selection.exact ? <>Click again to <strong>{selection.exact.text}</strong>, or choose more.</>
            : <>Choose what else the move touches, or a move from the list.</>}{' '}
          <button type="button" class="link" onClick={() => setSelection(NOTHING)}>Start over</button>
        </p>
      )}
      <Moves options={candidates ?? analysis.options} showsResults={props.showsResults} isDisabled={!mayMove}
        play={play} preview={(option) => setPreviewed(option && { option })} />
      {!analysis.options_complete && <p class="note">There are {analysis.moves ?? 'more'} moves; the list shows some.</p>}
    </>
  );
}

function youWin(state: GameState, analysis: Analysis): boolean {
  return (analysis.outcome === 'win') === isYours(state, state.at);
}

function Status(props: { state: GameState; analysis: Analysis; isThinking: boolean }) {
  const { state, analysis, isThinking } = props;
  const isTwo = state.level === 'none';
  const yours = isYours(state, state.at);
  let text = yours ? 'Your move' : isTwo ? 'Their move' : isThinking ? 'The computer is thinking…' : 'The computer to move';
  if (isTwo) text = yours ? 'The first player to move' : 'The second player to move';
  let tone = '';
  if (!isPresent(state)) {
    // First of all: the analysis may still be that of the present, which may be over.
    text = `Looking back: ${state.at === 0 ? 'the start' : `after move ${state.at} of ${state.moves.length}`}`;
  } else if (analysis.is_over) {
    const first = youWin(state, analysis);
    text = isTwo ? `The ${first ? 'first' : 'second'} player has won` : first ? 'You have won' : 'The computer has won';
    tone = isTwo ? '' : first ? 'won' : 'lost';
  }
  return <p class={`status ${tone}`} role="status" aria-live="polite">{text}</p>;
}

/** The moves that threw something away, each a step away from being looked at. */
function Slips(props: {
  steps: { erred: boolean; better: string | null }[]; at: number;
  moverOf: (index: number) => string; show: (index: number) => void;
}) {
  const slips = props.steps.flatMap((step, index) => (step.erred ? [index] : []));
  const next = slips.find((index) => index - 1 > props.at) ?? slips[0];
  const walk = () => { if (next !== undefined) props.show(next - 1); };
  useKeys([{ key: 'e', label: 'to the next mistake (error)', run: walk }]);
  if (slips.length === 0) return <p class="note">Nobody has erred so far.</p>;
  return (
    <>
      <ul class="slips">
        {slips.map((index) => (
          <li key={index} aria-current={props.at === index - 1 ? 'step' : undefined}>
            <button type="button" class="link" onClick={() => props.show(index - 1)}>Move {index}</button>{' '}
            by {props.moverOf(index - 1)} was a mistake.
            {props.at === index - 1 && props.steps[index]!.better && <> Better: {props.steps[index]!.better}.</>}
          </li>
        ))}
      </ul>
      <button type="button" class="second" onClick={walk}>{slips.length === 1 ? 'Look at the mistake' : 'Next mistake'}</button>
    </>
  );
}

function useTableKeys(state: GameState, change: TableProps['change']): void {
  const walk = (to: number) => {
    const at = Math.min(Math.max(0, to), state.moves.length);
    if (at !== state.at) change({ ...state, at });
  };
  useKeys([
    { key: 'ArrowLeft', label: 'one move back', run: () => walk(state.at - 1) },
    { key: 'ArrowRight', label: 'one move on', run: () => walk(state.at + 1) },
    { key: 'Home', label: 'to the start', run: () => walk(0) },
    { key: 'End', label: 'to the present', run: () => walk(state.moves.length) },
    { key: 'u', label: 'take back', run: () => change(undone(state)) },
    { key: 'n', label: 'new game from the same start', run: () => change(restarted(state)) },
    { key: 'h', label: 'show or hide what each move does', run: () => change({ ...state, showsHints: !state.showsHints }, true) },
    { key: 'm', label: 'to the list of moves (↑ ↓ walk it, Enter plays)', run: focusMoves },
    { key: '/', label: 'to the position', run: () => document.getElementById('position')?.focus() },
  ]);
}

function focusMoves(): void {
  document.querySelector<HTMLElement>('.moves li button')?.focus();
}
