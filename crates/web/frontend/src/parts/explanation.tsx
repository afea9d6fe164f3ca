// An explanation: paragraphs, and tables with binary columns set in figures of one width.

import type { Block, Table } from '../engine';
import { sentence, withCode } from './failure';

/** `point` hears which row of a table with how many rows is pointed at. */
export type Point = (count: number, row: number | null) => void;

export function Explanation({ blocks, point }: { blocks: Block[]; point?: Point }) {
  return (
    <div class="explanation">
      {blocks.map((block, index) => ('text' in block
        ? <p key={index}>{withCode(sentence(block.text))}</p>
        : <TableBlock key={index} table={block} point={point} />))}
    </div>
  );
}

function TableBlock({ table, point }: { table: Table; point: Point | undefined }) {
  const count = table.rows.length;
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={table.caption || 'table'}>
      <table>
        {table.caption && <caption>{table.caption}</caption>}
        <thead><tr>{table.header.map((head, column) => (head ? <th key={column} scope="col">{head}</th> : <td key={column} />))}</tr></thead>
        <tbody>
          {table.rows.map((row, index) => (
            <tr key={index} class={index === table.marked_row ? 'marked' : undefined}
              onMouseEnter={() => point?.(count, index)} onMouseLeave={() => point?.(count, null)}>
              {row.map((cell, column) => <Cell key={column} text={cell} head={table.header[column]} />)}
            </tr>
          ))}
        </tbody>
        {table.footer.length > 0 && (
          <tfoot>
            {table.footer.map((row, index) => (
              <tr key={index}>{row.map((cell, column) => <Cell key={column} text={cell} head={table.header[column]} />)}</tr>
            ))}
          </tfoot>
        )}
      </table>
    </div>
  );
}

function Cell({ text, head }: { text: string; head: string | undefined }) {
  const isFigures = /^[\d\s.,∞{}^()+-]*$/.test(text);
  // Binary digits stand below one another from the left: the mark below them counts on it.
  const look = head === 'binary' ? 'figures bits' : isFigures ? 'figures' : undefined;
  return <td class={look}>{withCode(text)}</td>;
}
