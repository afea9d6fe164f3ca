// What a learner does in a lesson: predict, flip bits, fill in, mirror, find the move, win.

import { useMemo, useState } from 'preact/hooks';
import { engine, type Analysis, type BoardData, type BoardMove, type Outcome, type Question } from '../engine';
import { useAsk } from '../ask';
import { Board } from '../boards/board';
import { fromQuery, isYours, type GameState } from '../game';
import { Explanation } from '../parts/explanation';
import { FailureBox } from '../parts/failure';
import { Badge } from '../parts/outcome';
import { Playing } from '../parts/playing';
import { Table } from '../parts/table';
import { LECTURE } from '../pages/graph-text';
import type { Widget } from './markdown';

export interface WidgetProps {
  widget: Widget;
  isDone: boolean;
  done: () => void;
  /** Answers are shown only when they are asked for. */
  isTeaching: boolean;
}

export function WidgetOf(props: WidgetProps) {
  switch (props.widget.kind) {
    case 'ask': return <Predict {...props} />;
    case 'look': return <Look {...props} />;
    case 'find': return <Find {...props} />;
    case 'bits': return <Bits {...props} />;
    case 'mex': return <Mex {...props} />;
    case 'mirror': return <Game {...props} isComputerFirst />;
    default: return <Game {...props} />;
  }
}

function questionOf(widget: Widget): Question {
  return {
    position: widget.argument, play: widget.flags.includes('misere') ? 'misere' : 'normal',
    ...(widget.flags.includes('lecture') && { graph: LECTURE }),
  };
}

function useSolved(widget: Widget) {
  const question = questionOf(widget);
  const key = JSON.stringify(question);
  const board = useAsk(key, (signal) => engine.board(question, signal));
  const solved = useAsk(key, (signal) => engine.analyse(question, signal));
  return { question, board: board.answer, solved: solved.answer, failure: board.failure ?? solved.failure, again: () => { board.again(); solved.again(); } };
}

function Still({ board }: { board: BoardData | undefined }) {
  return board ? <Board parts={board.components} label={board.position} /> : <p class="waiting">…</p>;
}

function Reason({ solved, isHidden }: { solved: Analysis; isHidden: boolean }) {
  const [isOpen, setOpen] = useState(!isHidden);
  if (!isOpen) return <button type="button" class="second" onClick={() => setOpen(true)}>Show the reason</button>;
  return <Explanation blocks={solved.explanation} />;
}

function Look({ widget, isTeaching }: WidgetProps) {
  const { board, solved, failure, again } = useSolved(widget);
  return (
    <section class="look" aria-label={widget.argument}>
      <Still board={board} />
      <div>
        {failure && <FailureBox failure={failure} text={widget.argument} retry={again} />}
        {widget.note && <p><strong>{widget.note}</strong></p>}
        {solved && <><p class="verdict"><Badge outcome={solved.outcome} /> <code>{solved.position}</code></p><Reason key={String(isTeaching)} solved={solved} isHidden={isTeaching} /></>}
      </div>
    </section>
  );
}

function Predict({ widget, isDone, done, isTeaching }: WidgetProps) {
  const { board, solved, failure, again } = useSolved(widget);
  const [guess, setGuess] = useState<Outcome | null>(null);
  const choices: [Outcome, string][] = [['win', 'The player to move wins'], ['lose', 'The player to move loses']];
  if (widget.flags.includes('lecture')) choices.push(['draw', 'It is a draw']);
  const answer = (outcome: Outcome) => {
    setGuess(outcome);
    if (outcome === solved?.outcome) done();
  };
  return (
    <section class="look quiz" aria-label={`Question: ${widget.argument}`}>
      <Still board={board} />
      <div>
        {failure && <FailureBox failure={failure} text={widget.argument} retry={again} />}
        <p><strong>Predict: who wins?</strong>{widget.flags.includes('misere') && ' The last move loses.'} {isDone && <span class="done">✓</span>}</p>
        <div class="buttons">
          {choices.map(([outcome, words]) => (
            <button key={outcome} type="button" class="second" aria-pressed={guess === outcome} disabled={!solved} onClick={() => answer(outcome)}>{words}</button>
          ))}
        </div>
        <div role="status">
          {guess && solved && (
            <><p class="verdict">{guess === solved.outcome ? 'Right.' : 'No.'} <Badge outcome={solved.outcome} /></p>
              <Reason key={String(isTeaching)} solved={solved} isHidden={isTeaching} /></>
          )}
        </div>
      </div>
    </section>
  );
}

/** One winning move on the board, found by hand. */
function Find({ widget, isDone, done }: WidgetProps) {
  const { question, board, solved, failure, again } = useSolved(widget);
  const [tried, setTried] = useState<{ move: BoardMove; isRight: boolean } | null>(null);
  const play = (move: BoardMove) => {
    if (!board || !solved) return;
    const same = board.moves.filter((each) => each.option === move.option).map((each) => each.position);
    const isRight = solved.options.some((option) => option.result === 'win' && same.includes(option.position));
    setTried({ move, isRight });
    if (isRight) done();
  };
  const nothing = useMemo(() => new Set<string>(), []);
  return (
    <section class="find stage" aria-label={`Find the move: ${widget.argument}`}>
      <p><strong>Find a winning move.</strong> {isDone && <span class="done">✓</span>}</p>
      {failure && <FailureBox failure={failure} text={widget.argument} retry={again} />}
      {board && <Playing board={board} question={question} mayMove={solved !== undefined} analysis={undefined} last={nothing} cameFrom={undefined}
        slots={() => undefined} lit={nothing} play={play} />}
      <p role="status">{tried && (tried.isRight ? `Yes: ${tried.move.text}.` : `No: after “${tried.move.text}” the opponent can win. Try again.`)}</p>
    </section>
  );
}

/** Heaps in binary; bits of one heap are flipped until every column is even. */
function Bits({ widget, isDone, done }: WidgetProps) {
  const start = useMemo(() => widget.argument.split(',').map(Number), [widget.argument]);
  const [heaps, setHeaps] = useState(start);
  const bits = Math.max(1, ...start.map((heap) => heap.toString(2).length));
  const xor = heaps.reduce((sum, heap) => sum ^ heap, 0);
  const changed = heaps.flatMap((heap, index) => (heap === start[index] ? [] : [index]));
  const flip = (index: number, bit: number) => {
    // Only one heap may be changed: another one begins anew.
    const from = changed.some((other) => other !== index) ? start : heaps;
    const next = from.map((heap, at) => (at === index ? heap ^ (1 << bit) : heap));
    setHeaps(next);
    const isSmaller = next[index]! < start[index]!;
    if (isSmaller && next.reduce((sum, heap) => sum ^ heap, 0) === 0) done();
  };
  const columns = Array.from({ length: bits }, (_, at) => bits - 1 - at);
  const isSmaller = changed.every((index) => heaps[index]! < start[index]!);
  return (
    <section class="bits" aria-label="Flip the bits">
      <table>
        <thead><tr><th scope="col">heap</th>{columns.map((bit) => <th key={bit} scope="col">{1 << bit}</th>)}</tr></thead>
        <tbody>
          {heaps.map((heap, index) => (
            <tr key={index}>
              <th scope="row">{heap}{heap !== start[index] && <span class="note"> was {start[index]}</span>}</th>
              {columns.map((bit) => (
                <td key={bit}><button type="button" class="bit second" aria-pressed={(heap >> bit & 1) === 1} aria-label={`heap ${index + 1}, bit ${1 << bit}: ${heap >> bit & 1}`}
                  onClick={() => flip(index, bit)}>{heap >> bit & 1}</button></td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot><tr><th scope="row">xor</th>{columns.map((bit) => <td key={bit} class={(xor >> bit & 1) === 1 ? 'odd' : ''}>{xor >> bit & 1}</td>)}</tr></tfoot>
      </table>
      <p role="status">{xor === 0 && isSmaller ? 'All columns are even: this is the winning move.' : !isSmaller ? 'A heap may only get smaller.' : isDone ? 'Done ✓' : 'Some columns are odd.'}</p>
    </section>
  );
}

function Mex({ widget, isDone, done }: WidgetProps) {
  const numbers = widget.argument.split(',').map(Number);
  const [text, setText] = useState('');
  const right = Array.from({ length: numbers.length + 1 }, (_, at) => at).find((each) => !numbers.includes(each))!;
  const isRight = text.trim() === String(right);
  return (
    <section class="mex" aria-label={`mex of ${widget.argument}`}>
      <label>mex({numbers.join(', ')}) = <input inputMode="numeric" value={text} onInput={(event) => {
        setText(event.currentTarget.value);
        if (event.currentTarget.value.trim() === String(right)) done();
      }} /></label>
      <span role="status">{isRight || (isDone && text === '') ? ' ✓' : text ? ' not yet' : ''}</span>
    </section>
  );
}

/** A game to be won against the perfect opponent; its state is the widget's own. */
function Game({ widget, done, isDone, isComputerFirst = false }: WidgetProps & { isComputerFirst?: boolean }) {
  const { position, play, graph = '' } = questionOf(widget);
  const [state, setState] = useState<GameState>(() => ({ ...fromQuery(new URLSearchParams()), start: position, play, graph, isComputerFirst }));
  return (
    <section class="task" aria-label="Win this">
      {isDone && <p class="won">★ Won.</p>}
      <Table state={state} change={setState} isFixed onEnd={(youWon) => { if (youWon && (isComputerFirst || isYours(state, 0))) done(); }} />
    </section>
  );
}
