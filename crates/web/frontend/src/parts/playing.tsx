// The board with its moves: pointing, touching, typing, and what has been chosen so far.

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { engine, type Analysis, type BoardData, type BoardMove, type Failure, type Outcome, type Question } from '../engine';
import { asFailure } from '../ask';
import { at, Board } from '../boards/board';
import { isTyped, kindOf, nextKinds, read, touch, type Chosen } from '../boards/choose';
import { Fields } from '../boards/fields';
import type { Slots } from '../boards/slots';
import { useKeys } from '../keys';
import { FailureBox } from './failure';
import { Moves } from './moves';

export interface PlayingProps {
  board: BoardData;
  question: Question;
  mayMove: boolean;
  /** What every move does, where hints are on. */
  analysis: Analysis | undefined;
  /** What the last move changed, and the position that it was made in. */
  last: Set<string>;
  cameFrom: string | undefined;
  slots: (component: number) => Slots | undefined;
  /** By component, cells that earlier moves took two by two. */
  pairs?: (component: number) => [string, string][];
  /** What a reason, a hint or a mistake speaks of. */
  lit: Set<string>;
  play: (move: BoardMove) => void;
  /** What stands between the board and the list of moves. */
  under?: ComponentChildren;
}

export function Playing(props: PlayingProps) {
  const { board, mayMove } = props;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [pointed, setPointed] = useState<{ component: number; element: string } | null>(null);
  const [previewed, setPreviewed] = useState<BoardMove | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useLayoutEffect(() => { setChosen(null); setPointed(null); setPreviewed(null); setFailure(null); }, [board.position]);
  const play = (move: BoardMove) => {
    setChosen(null);
    props.play(move);
  };
  const moves = mayMove ? board.moves : [];
  const reading = useMemo(() => read(moves, chosen), [moves, chosen]);
  const hot = useMemo(() => hotOf(board, mayMove, chosen), [board, mayMove, chosen]);
  const ask = (component: number, touched: string[]) => {
    const { play: _, ...question } = props.question;
    const more = nextKinds(board.moves, touched);
    engine.touch({ ...question, component, touch: touched }).then((found) => {
      if (found && more.size === 0) play({ ...found, option: 0 });
      else setChosen({ component, touched });
    }, (error: unknown) => setFailure(asFailure(error)));
  };
  const choose = (component: number, element: string) => {
    if (!mayMove) return;
    setFailure(null);
    if (!board.complete) {
      const before = chosen?.component === component && !chosen.touched.includes(element) ? chosen.touched : [];
      const touched = [...before, element];
      const waits = [...nextKinds(board.moves, touched)].some((kind) => isTyped(`${kind}:`)) || /^(heap|row|step|bar|coin|pawn|reserve|entry)$/.test(kindOf(element));
      if (waits && !isTyped(element)) setChosen({ component, touched });
      else ask(component, touched);
      return;
    }
    const next = touch(moves, chosen, component, element);
    if ('play' in next) play(next.play);
    else setChosen(next.chosen);
  };
  // What has been touched is told apart by the list alone.
  const isListed = chosen !== null && reading.moves.some((move) => move.touch[chosen.touched.length]?.startsWith('option:'));
  const going = useMemo(() => goingOf(moves, chosen, pointed, previewed), [moves, chosen, pointed, previewed]);
  const outcomes = useMemo(() => outcomesOf(board, props.analysis), [board, props.analysis]);
  const results = useMemo(() => resultsOn(moves, chosen, outcomes), [moves, chosen, outcomes]);
  const touches = useMemo(() => {
    const kinds = new Set(board.moves.flatMap((move) => move.touch.map((element) => at(move.component, kindOf(element)))));
    return (component: number, kind: string) => kinds.has(at(component, kind));
  }, [board]);
  useKeys([{ key: 'Escape', label: 'let go of what is chosen', run: () => setChosen(null) }]);
  return (
    <>
      <Board parts={board.components} label={`The position: ${board.position}`} touches={touches} hot={hot} going={going} last={props.last} lit={props.lit}
        chosen={new Set(chosen?.touched.map((element) => at(chosen.component, element)))} results={results} slots={props.slots} pairs={props.pairs}
        position={board.position} cameFrom={props.cameFrom}
        onTouch={choose} onPoint={(component, element) => setPointed(element === null ? null : { component, element })} />
      <Choosing board={board} chosen={chosen} exact={reading.exact} mayMove={mayMove} touch={choose}
        play={() => (reading.exact ? play(reading.exact) : chosen && playTouched(chosen, { ...props, play }, setFailure))}
        drop={() => setChosen(null)} />
      {failure && <FailureBox failure={failure} />}
      {props.under}
      <Moves moves={reading.moves} outcomes={outcomes} isOpen={board.moves.some((move) => move.touch[0]?.startsWith('option:')) || isListed}
        isComplete={board.complete} isDisabled={!mayMove} play={play} preview={setPreviewed} />
    </>
  );
}

/** Plays what has been touched where moves are not listed. */
function playTouched(chosen: Chosen, props: PlayingProps, fail: (failure: Failure) => void): void {
  const { play: _, ...question } = props.question;
  engine.touch({ ...question, component: chosen.component, touch: chosen.touched }).then((found) => {
    if (found) props.play({ ...found, option: 0 });
    else fail({ kind: 'move', message: 'that is not a move', hint: 'choose something else', span: null, file: null, line: null, excerpt: null, limit: null });
  }, (error: unknown) => fail(asFailure(error)));
}

/** What can be touched now. Where moves are not listed: whatever could be part of one. */
function hotOf(board: BoardData, mayMove: boolean, chosen: Chosen | null): Set<string> {
  const hot = new Set<string>();
  if (!mayMove) return hot;
  if (board.complete) {
    const starts = read(board.moves, null).next;
    const { next } = read(board.moves, chosen);
    for (const elements of [starts, next]) {
      for (const [component, names] of elements) for (const name of names) if (!isTyped(name)) hot.add(at(component, name));
    }
    for (const element of chosen?.touched ?? []) if (!isTyped(element)) hot.add(at(chosen!.component, element));
    return hot;
  }
  board.components.forEach((part, component) => {
    const { picture } = part;
    const add = (name: string) => hot.add(at(component, name));
    const stacks = picture.kind === 'heaps' ? picture.heaps : picture.kind === 'pins' ? picture.rows : picture.kind === 'stairs' ? picture.steps : [];
    const [whole, piece] = { heaps: ['heap', 'stone'], pins: ['row', 'pin'], stairs: ['step', 'coin'] }[picture.kind as 'heaps'] ?? ['', ''];
    stacks.forEach((size, index) => {
      if (typeof size === 'string' || size > 40) add(`${whole}:${index}`);
      else for (let at = 0; at < size; at += 1) add(`${piece}:${index}/${at}`);
    });
    if (picture.kind === 'coins') picture.coins.forEach((_, coin) => add(`coin:${coin}`));
    if (picture.kind === 'bars') picture.bars.forEach((_, bar) => add(`bar:${bar}`));
    if (picture.kind === 'sheets') picture.sheets.forEach((_, bar) => add(`bar:${bar}`));
    if (picture.kind === 'matrix') picture.rows.forEach((row, y) => row.forEach((_, x) => add(`entry:${y}/${x}`)));
    if (picture.kind === 'pawns') picture.white.forEach((_, column) => add(`pawn:${column}`));
    for (const move of board.moves) if (move.component === component) for (const name of move.touch) if (!isTyped(name)) add(name);
  });
  return hot;
}

/** What the move that is pointed at would change. */
function goingOf(moves: BoardMove[], chosen: Chosen | null, pointed: { component: number; element: string } | null, previewed: BoardMove | null): Set<string> {
  let move = previewed ?? undefined;
  if (!move && pointed) {
    const next = touch(moves, chosen, pointed.component, pointed.element);
    move = 'play' in next ? next.play : read(moves, next.chosen).exact;
  }
  move ??= chosen ? read(moves, chosen).exact : undefined;
  return new Set(move?.changes.map((element) => at(move.component, element)));
}

/** What each option does, by its number. */
function outcomesOf(board: BoardData, analysis: Analysis | undefined): Map<number, Outcome> {
  const known = new Map<number, Outcome>();
  if (!analysis || !analysis.options_complete) return known;
  const byTouch = new Map(analysis.options.map((option) => [`${option.component} ${option.touch.join(' ')}`, option.result]));
  const byPosition = new Map(analysis.options.map((option) => [option.position, option.result]));
  for (const move of board.moves) {
    const result = byTouch.get(`${move.component} ${move.touch.join(' ')}`) ?? byPosition.get(move.position);
    if (result) known.set(move.option, result);
  }
  return known;
}

/** For each element that can be touched next, the best that a move with it does. */
function resultsOn(moves: BoardMove[], chosen: Chosen | null, outcomes: Map<number, Outcome>): Map<string, Outcome> {
  const results = new Map<string, Outcome>();
  if (outcomes.size === 0) return results;
  const rank: Record<Outcome, number> = { win: 2, draw: 1, lose: 0 };
  const count = chosen?.touched.length ?? 0;
  for (const move of read(moves, chosen).moves) {
    const element = move.touch[count] ?? move.touch[count - 1];
    const outcome = outcomes.get(move.option);
    if (!element || !outcome || isTyped(element)) continue;
    const key = at(move.component, element);
    const known = results.get(key);
    if (!known || rank[outcome] > rank[known]) results.set(key, outcome);
  }
  return results;
}

/** What has been chosen so far, the numbers that can be typed, and the way to play it or to let go. */
function Choosing(props: {
  board: BoardData; chosen: Chosen | null; exact: BoardMove | undefined; mayMove: boolean;
  touch: (component: number, element: string) => void; play: () => void; drop: () => void;
}) {
  const { board, chosen, exact, mayMove } = props;
  if (!mayMove) return null;
  const starts = chosen ? [chosen.component] : board.components.map((_, index) => index);
  const fields = starts.map((component) => {
    const known = [...(read(board.moves, chosen).next.get(component) ?? [])].filter((element) => isTyped(element) && !element.startsWith('option:'));
    const shapes = [...nextKinds(board.moves.filter((move) => move.component === component), chosen?.touched ?? [])];
    const kinds = board.complete ? [...new Set(known.map(kindOf))] : typedKinds(shapes, chosen);
    return { component, elements: board.complete ? known : [], kinds };
  }).filter(({ kinds }) => kinds.length > 0);
  if (!chosen && fields.length === 0) return null;
  const canPlay = exact !== undefined || (!board.complete && chosen !== null && isTyped(chosen.touched[chosen.touched.length - 1] ?? ''));
  return (
    <div class="choosing">
      {fields.map(({ component, elements, kinds }) => (
        <Fields key={`${component} ${chosen?.touched.join()}`} elements={elements} kinds={kinds} touch={(element) => props.touch(component, element)} />
      ))}
      {chosen && (
        <p role="status">
          {exact && <>{exact.text[0]!.toUpperCase() + exact.text.slice(1)}, or touch more. </>}
          {!exact && fields.length === 0 && 'Touch what else belongs to the move. '}
          {canPlay && <button type="button" class="play-it" onClick={props.play}>Play it</button>}{' '}
          <button type="button" class="second" onClick={props.drop}>Start over</button>
        </p>
      )}
    </div>
  );
}

function typedKinds(shapes: string[], chosen: Chosen | null): string[] {
  const typed = shapes.filter((kind) => isTyped(`${kind}:`) && kind !== 'option');
  if (typed.length > 0 || !chosen) return typed;
  const last = chosen.touched[chosen.touched.length - 1] ?? '';
  return /^(heap|row|step|entry):/.test(last) ? ['take'] : [];
}
