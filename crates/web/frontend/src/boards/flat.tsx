// Boards that lie flat: strips, grids, coins on squares, chocolate, matrices, pawns.

import type { Big, Picture } from '../api';
import { handlers, look, Result, type Cells } from './board';
import { SCALE, shortened } from './stacks';

const CELL = 38;

/** Rows of marks; `apart` draws each row as a strip of its own. */
export function Grid({ rows, cells, apart = false }: { rows: string[]; cells: Cells; apart?: boolean }) {
  const gap = apart ? 16 : 0;
  const width = Math.max(1, ...rows.map((row) => [...row].length)) * CELL + 4;
  const height = Math.max(1, rows.length) * (CELL + gap) + 4;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={(width) * SCALE}>
      {rows.map((row, y) => [...row].map((mark, x) => (
        <g key={`${y}.${x}`} class={look('square', cells.state(`${y}.${x}`))}
          transform={`translate(${x * CELL + 2} ${y * (CELL + gap) + 2})`} {...handlers(cells, `${y}.${x}`)}>
          {mark !== ' ' && <rect class={mark === '#' ? 'full' : undefined} width={CELL} height={CELL} />}
          {!'.# '.includes(mark) && <text class="mark" x={CELL / 2} y={CELL / 2 + 7}>{mark}</text>}
          <Result state={cells.state(`${y}.${x}`)} x={CELL - 9} y={9} />
        </g>
      )))}
    </svg>
  );
}

export function Coins({ squares, coins, cells }: { squares: number; coins: Big[]; cells: Cells }) {
  const held = new Set(coins.map(Number));
  const shown = Math.min(squares, 400);
  const perLine = 20;
  const lines = Math.ceil(shown / perLine);
  const width = Math.min(shown, perLine) * CELL + 4;
  return (
    <svg viewBox={`0 0 ${width} ${lines * (CELL + 20) + 4}`} width={(width) * SCALE}>
      {Array.from({ length: shown }, (_, square) => (
        <g key={square} class={look('square', cells.state(`${square}`))}
          transform={`translate(${(square % perLine) * CELL + 2} ${Math.floor(square / perLine) * (CELL + 20) + 2})`}
          {...handlers(cells, `${square}`)}>
          <rect width={CELL} height={CELL} />
          {held.has(square) && <circle class={look('disc', cells.state(`${square}`))} cx={CELL / 2} cy={CELL / 2} r="13" />}
          <text class="tiny" x={CELL / 2} y={CELL + 13}>{square}</text>
          <Result state={cells.state(`${square}`)} x={CELL - 9} y={9} />
        </g>
      ))}
    </svg>
  );
}

/** A row of coins, heads or tails up. */
export function Faces({ heads, cells }: { heads: boolean[]; cells: Cells }) {
  const step = 46;
  const perLine = 16;
  const lines = Math.ceil(heads.length / perLine);
  const width = Math.max(4, Math.min(heads.length, perLine)) * step;
  const spare = (width - Math.min(heads.length, perLine) * step) / 2;
  return (
    <svg viewBox={`0 0 ${width} ${lines * 66}`} width={width * SCALE}>
      {heads.map((isHead, place) => (
        <g key={place} class={look('face', cells.state(`${place}`))} {...handlers(cells, `${place}`)}
          transform={`translate(${((place % perLine) + 0.5) * step + spare} ${Math.floor(place / perLine) * 66 + 24})`}>
          <circle class={look(isHead ? 'disc' : 'disc tails', cells.state(`${place}`))} r="19" />
          <text class={isHead ? 'mark side-up' : 'mark'} y="7">{isHead ? 'H' : 'T'}</text>
          <text class="tiny" y="36">{place + 1}</text>
          <Result state={cells.state(`${place}`)} x={14} y={-14} />
        </g>
      ))}
    </svg>
  );
}

export function Bars({ bars, cells }: { bars: [Big, Big][]; cells: Cells }) {
  const size = 30;
  let left = 2;
  const placed = bars.map(([width, height]) => {
    const at = left;
    left += Number(width) * size + 24;
    return { at, width: Number(width), height: Number(height) };
  });
  const tall = Math.max(1, ...placed.map((bar) => bar.height)) * size + 4;
  const isHuge = placed.some((bar) => bar.width * bar.height > 900);
  if (isHuge) return <p class="plain-position">{bars.map(([w, h]) => `${shortened(w)} × ${shortened(h)}`).join(', ')}</p>;
  return (
    <svg viewBox={`0 0 ${left} ${tall}`} width={(left) * SCALE}>
      {placed.map((bar, place) => Array.from({ length: bar.width * bar.height }, (_, index) => {
        const x = index % bar.width;
        const y = Math.floor(index / bar.width);
        const cell = `${place}.${x}.${y}`;
        return (
          <g key={cell} class={look('piece', cells.state(cell))} transform={`translate(${bar.at + x * size} ${2 + y * size})`}
            {...handlers(cells, cell)}>
            <rect class={look('chocolate', cells.state(cell))} x="1.5" y="1.5" width={size - 3} height={size - 3} rx="4" />
            <Result state={cells.state(cell)} x={size / 2} y={size / 2} />
          </g>
        );
      }))}
    </svg>
  );
}

export function Matrix({ rows, cells }: { rows: Big[][]; cells: Cells }) {
  const wide = 74;
  const tall = 64;
  const width = Math.max(1, ...rows.map((row) => row.length)) * wide + 4;
  return (
    <svg viewBox={`0 0 ${width} ${rows.length * tall + 4}`} width={(width) * SCALE}>
      {rows.map((row, y) => row.map((value, x) => (
        <g key={`${y}.${x}`} transform={`translate(${x * wide + 2} ${y * tall + 2})`}>
          <rect class="entry" width={wide - 6} height={tall - 6} rx="6" />
          <text class="number" x={(wide - 6) / 2} y="28">{shortened(value)}</text>
          {Number(value) <= 16 && Array.from({ length: Number(value) }, (_, unit) => (
            <circle key={unit} class={look('unit', cells.state(`${y}.${x}.${unit}`))}
              cx={8 + (unit % 8) * 7.4} cy={40 + Math.floor(unit / 8) * 9} r="3.4" {...handlers(cells, `${y}.${x}.${unit}`)} />
          ))}
        </g>
      )))}
    </svg>
  );
}

export function Pawns({ picture, cells }: { picture: Extract<Picture, { kind: 'pawns' }>; cells: Cells }) {
  const rows = Number(picture.rows);
  const columns = picture.white.length;
  const shown = Math.min(rows, 40);
  return (
    <svg viewBox={`0 0 ${columns * CELL + 4} ${shown * CELL + 24}`} width={(columns * CELL + 4) * SCALE}>
      {Array.from({ length: columns * shown }, (_, index) => {
        const column = index % columns;
        const row = Math.floor(index / columns);
        const cell = `${column}.${row}`;
        const isWhite = Number(picture.white[column]) === row;
        const isBlack = Number(picture.black[column]) === row;
        return (
          <g key={cell} class={look(`square ${(column + row) % 2 ? 'shade' : ''}`, cells.state(cell))}
            transform={`translate(${column * CELL + 2} ${(shown - 1 - row) * CELL + 2})`} {...handlers(cells, cell)}>
            <rect width={CELL} height={CELL} />
            {(isWhite || isBlack) && <path class={isWhite ? 'pawn-white' : 'pawn-black'}
              d="M19 7a6 6 0 0 1 4 10.4c2 1.2 3 3 3 5h-2.500c.5 3 2.500 5.600 4.500 7.600H10c2-2 4-4.600 4.500-7.600H12c0-2 1-3.800 3-5A6 6 0 0 1 19 7z" />}
            <Result state={cells.state(cell)} x={CELL - 9} y={9} />
          </g>
        );
      })}
      <text class="tiny" x={(columns * CELL) / 2} y={shown * CELL + 18}>
        {picture.white_to_move ? 'white to move' : 'black to move'}
      </text>
    </svg>
  );
}
