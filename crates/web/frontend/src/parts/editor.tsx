// A position changed by hand: heaps, rows, coins and cells, and further boards of a sum.
//
// The page changes the numbers and marks of a picture and writes them in the notation of lists; whether that is a
// position is for the engine to say.

import { useRef, useState } from 'preact/hooks';
import { asFailure } from '../ask';
import { engine, type Big, type BoardData, type Failure, type Picture, type Question } from '../engine';
import { useGames } from './chooser';
import { NetworkEditor, TreeEditor } from './editor-graphs';
import { FailureBox } from './failure';

export interface EditorProps {
  board: BoardData;
  /** What goes with the position: its rules, its graph. */
  question: Question;
  isWaiting: boolean;
  choose: (position: string) => void;
}

export function Editor({ board, question, isWaiting, choose: set }: EditorProps) {
  const games = useGames();
  const [failure, setFailure] = useState<Failure | null>(null);
  const latest = useRef(0);
  // What is no position is told and not set up.
  const choose = (position: string) => {
    const own = latest.current += 1;
    engine.board({ ...question, position }).then(() => {
      if (own !== latest.current) return;
      setFailure(null);
      set(position);
    }, (error: unknown) => { if (own === latest.current) setFailure(asFailure(error)); });
  };
  const [added, setAdded] = useState('');
  const parts = board.components.map((part) => part.position);
  const replace = (index: number, text: string | null) =>
    choose((text === null ? parts.filter((_, at) => at !== index) : parts.map((part, at) => (at === index ? text : part))).join(' + '));
  return (
    <div class="editor-parts">
      {board.components.map((part, index) => (
        <fieldset key={index} disabled={isWaiting}>
          <legend>{part.title}</legend>
          <PartEditor position={part.position} picture={part.picture} change={(text) => replace(index, text)} />
          {parts.length > 1 && <button type="button" class="second" onClick={() => replace(index, null)}>Remove this board</button>}
        </fieldset>
      ))}
      {failure && <FailureBox failure={{ ...failure, excerpt: null, span: null }} />}
      <form class="joined" onSubmit={(event) => { event.preventDefault(); if (added) choose([...parts, added].join(' + ')); }}>
        <label class="above">Add another board
          <select value={added} onChange={(event) => setAdded(event.currentTarget.value)}>
            <option value="">choose a game</option>
            {games.map((game) => <option key={game.name} value={game.example}>{game.title}</option>)}
          </select>
        </label>
        <button type="submit" disabled={!added}>Add</button>
      </form>
    </div>
  );
}

function PartEditor({ position, picture, change }: { position: string; picture: Picture; change: (text: string) => void }) {
  const prefix = position.slice(0, position.indexOf(':') + 1);
  const numbers = numbersOf(picture);
  if (numbers) return <Numbers {...numbers} change={(next) => change(prefix + (next.length > 0 ? next.join() : '0'))} />;
  const sides = picture.kind === 'bars' ? picture.bars : picture.kind === 'sheets' ? picture.sheets : null;
  if (sides) {
    return <Sides bars={sides} change={(bars) => change(prefix + bars.map((sides) => sides.join('x')).join())} />;
  }
  if (picture.kind === 'matrix') {
    const rows = picture.rows;
    return <Grid rows={rows.map((row) => row.map(String))} change={(next) => change(prefix + next.map((row) => row.join()).join('/'))} />;
  }
  if (picture.kind === 'faces') {
    return <Marks rows={[picture.heads.map((isHead) => (isHead ? 'H' : 'T')).join('')]} cycle="TH" change={([row]) => change(prefix + row)} />;
  }
  if (picture.kind === 'strips' && picture.strips.length === 1 && picture.strips.every((strip) => /^[.X]*$/.test(strip))) {
    return <Marks rows={picture.strips} cycle=".X" change={(rows) => change(prefix + rows.join())} />;
  }
  if (picture.kind === 'board' && picture.rows.every((row) => /^[.#]*$/.test(row))) {
    return <Marks rows={picture.rows} cycle=".#" change={(rows) => change(prefix + rows.join('/'))} />;
  }
  const text = position.slice(prefix.length);
  if (picture.kind === 'trees') return <TreeEditor parents={picture.parents} change={(next) => change(prefix + next)} />;
  if (picture.kind === 'network' && new Set(picture.names).size === picture.names.length && /^[\w\s,<-]+$/.test(text)) {
    return <NetworkEditor edges={picture.edges} names={picture.names} mark={text.includes('<') ? '<' : '-'} position={position} change={(next) => change(prefix + next)} />;
  }
  if (/\d/.test(text)) return <Written text={text} change={(next) => change(prefix + next)} />;
  return <p class="note">Change <code>{text}</code> in the field above.</p>;
}

/** The numbers in a text, one by one. */
function Written({ text, change }: { text: string; change: (text: string) => void }) {
  const parts = text.split(/(\d+)/);
  const set = (at: number, value: string) => change(parts.map((part, index) => (index === at ? value : part)).join(''));
  const last = parts.findLastIndex((part) => /^\d+$/.test(part));
  const mark = parts.slice(0, last).findLast((part) => /^[,/x]$/.test(part)) ?? ',';
  const isList = /^[\d,/x]+$/.test(text);
  return (
    <div class="numbers">
      {parts.map((part, index) => (/^\d+$/.test(part) ? (
        <span key={index} class="stepper-box">
          <button type="button" class="second" aria-label={`number ${(index + 1) / 2}: one less`} onClick={() => set(index, String(Math.max(0, Number(part) - 1)))}>−</button>
          <input aria-label={`number ${(index + 1) / 2}`} inputMode="numeric" value={part}
            onChange={(event) => { if (/^\d+$/.test(event.currentTarget.value)) set(index, event.currentTarget.value); }} />
          <button type="button" class="second" aria-label={`number ${(index + 1) / 2}: one more`} onClick={() => set(index, String(Number(part) + 1))}>+</button>
        </span>
      ) : part && <code key={index}>{part}</code>))}
      {isList && <button type="button" class="second" onClick={() => change(`${text}${mark}${Number(parts[last]) + (mark === ',' ? 1 : 0)}`)}>Add a number</button>}
      {isList && last > 1 && <button type="button" class="second" onClick={() => change(parts.slice(0, last - 1).join(''))}>Remove the last</button>}
    </div>
  );
}

function numbersOf(picture: Picture): { numbers: Big[]; word: string } | null {
  switch (picture.kind) {
    case 'heaps': return { numbers: picture.heaps, word: 'heap' };
    case 'pins': return { numbers: picture.rows, word: 'row' };
    case 'coins': return { numbers: picture.coins, word: 'coin' };
    case 'stairs': return { numbers: picture.steps.slice(1), word: 'step' };
    default: return null;
  }
}

/** A number for each heap, with buttons to change it, and to add and remove heaps. */
function Numbers({ numbers, word, change }: { numbers: Big[]; word: string; change: (next: Big[]) => void }) {
  const set = (index: number, value: number) => change(numbers.map((number, at) => (at === index ? Math.max(0, value) : number)));
  return (
    <div class="numbers">
      {numbers.map((number, index) => (
        <span key={index} class="stepper-box">
          <button type="button" class="second" aria-label={`${word} ${index + 1}: one less`} onClick={() => set(index, Number(number) - 1)}>−</button>
          <input aria-label={`${word} ${index + 1}`} inputMode="numeric" value={String(number)}
            onChange={(event) => { if (/^\d+$/.test(event.currentTarget.value)) change(numbers.map((old, at) => (at === index ? event.currentTarget.value : old))); }} />
          <button type="button" class="second" aria-label={`${word} ${index + 1}: one more`} onClick={() => set(index, Number(number) + 1)}>+</button>
          <button type="button" class="quiet" aria-label={`remove ${word} ${index + 1}`} onClick={() => change(numbers.filter((_, at) => at !== index))}>×</button>
        </span>
      ))}
      <button type="button" class="second" onClick={() => change([...numbers, word === 'coin' ? Math.max(-1, ...numbers.map(Number)) + 2 : 3])}>Add a {word}</button>
    </div>
  );
}

function Sides({ bars, change }: { bars: [Big, Big][]; change: (bars: [Big, Big][]) => void }) {
  const set = (index: number, side: 0 | 1, value: string) => {
    if (!/^[1-9]\d*$/.test(value)) return;
    change(bars.map((bar, at) => (at === index ? (side === 0 ? [value, bar[1]] : [bar[0], value]) : bar)));
  };
  return (
    <div class="numbers">
      {bars.map((bar, index) => (
        <span key={index} class="stepper-box">
          <input aria-label={`rows of bar ${index + 1}`} inputMode="numeric" value={String(bar[0])} onChange={(event) => set(index, 0, event.currentTarget.value)} /> ×
          <input aria-label={`columns of bar ${index + 1}`} inputMode="numeric" value={String(bar[1])} onChange={(event) => set(index, 1, event.currentTarget.value)} />
          {bars.length > 1 && <button type="button" class="quiet" aria-label={`remove bar ${index + 1}`} onClick={() => change(bars.filter((_, at) => at !== index))}>×</button>}
        </span>
      ))}
      <button type="button" class="second" onClick={() => change([...bars, [3, 4]])}>Add a bar</button>
    </div>
  );
}

function Grid({ rows, change }: { rows: string[][]; change: (rows: string[][]) => void }) {
  const set = (y: number, x: number, value: string) => {
    if (/^\d+$/.test(value)) change(rows.map((row, at) => (at === y ? row.map((old, column) => (column === x ? value : old)) : row)));
  };
  return (
    <div class="numbers">
      {rows.map((row, y) => (
        <span key={y} class="stepper-box">
          {row.map((value, x) => <input key={x} aria-label={`row ${y + 1}, column ${x + 1}`} inputMode="numeric" value={value} onChange={(event) => set(y, x, event.currentTarget.value)} />)}
        </span>
      ))}
      <button type="button" class="second" onClick={() => change([...rows, (rows[0] ?? ['1']).map(() => '1')])}>Add a row</button>
      <button type="button" class="second" onClick={() => change(rows.map((row) => [...row, '1']))}>Add a column</button>
    </div>
  );
}

/** Cells that change their mark when they are pressed; rows can be made longer, shorter, more and fewer. */
function Marks({ rows, cycle, change }: { rows: string[]; cycle: string; change: (rows: string[]) => void }) {
  const turn = (y: number, x: number) => change(rows.map((row, at) => (at === y
    ? [...row].map((mark, column) => (column === x ? cycle[(cycle.indexOf(mark) + 1) % cycle.length]! : mark)).join('') : row)));
  return (
    <div class="marks">
      {rows.map((row, y) => (
        <div key={y} class="mark-row">
          {[...row].map((mark, x) => (
            <button key={x} type="button" class="cell-button second" aria-label={`row ${y + 1}, cell ${x + 1}: ${mark}`} onClick={() => turn(y, x)}>{mark === '.' ? '\u00a0' : mark}</button>
          ))}
        </div>
      ))}
      <div class="buttons">
        <button type="button" class="second" onClick={() => change(rows.map((row) => row + cycle[0]))}>Wider</button>
        <button type="button" class="second" onClick={() => change(rows.map((row) => (row.length > 1 ? row.slice(0, -1) : row)))}>Narrower</button>
        {cycle !== 'TH' && rows.length > 1 && rows.length === rows[0]!.length && (
          <>
            <button type="button" class="second" onClick={() => change([...rows.map((row) => row + cycle[0]), cycle[0]!.repeat(rows.length + 1)])}>Larger</button>
            <button type="button" class="second" onClick={() => change(rows.slice(0, -1).map((row) => row.slice(0, -1)))}>Smaller</button>
          </>
        )}
        {cycle !== 'TH' && <button type="button" class="second" onClick={() => change([...rows, cycle[0]!.repeat(rows[0]?.length ?? 3)])}>Add a row</button>}
        {rows.length > 1 && <button type="button" class="second" onClick={() => change(rows.slice(0, -1))}>Remove a row</button>}
      </div>
    </div>
  );
}
