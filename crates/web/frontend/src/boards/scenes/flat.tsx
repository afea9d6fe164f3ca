// Boards that lie flat: strips, grids, coins on squares, chocolate bars, tables of numbers, pawns.

import type { Big, Picture } from '../../engine';
import { FINGER, range, shortened, type Piece, type Scene, type SceneHints } from '../scene';

const CELL = 54;

/** Rows of marks; strips lie apart. */
export function gridScene(rows: string[], kind: 'board' | 'strips', { pairs = [], isNarrow = false }: SceneHints): Scene {
  const lines = rows.map((row) => [...row]);
  const isChocolate = kind === 'board' && rows.some((row) => row.includes('P')) && rows.every((row) => /^[#P. ]*$/.test(row));
  const longest = Math.max(1, ...lines.map((line) => line.length));
  // A long strip is broken into lines.
  const perLine = kind === 'strips' ? Math.min(longest, isNarrow ? 7 : 16) : longest;
  const pieces: Piece[] = [];
  let y = 6;
  lines.forEach((line, row) => {
    line.forEach((mark, column) => {
      if (mark === ' ') return;
      const left = (column % perLine) * CELL + 6;
      const top = y + Math.floor(column / perLine) * (CELL + 8);
      pieces.push({
        name: `cell:${row}/${column}`, label: labelOf(mark, row, column, rows.length, isChocolate),
        x: left, y: top, width: CELL, height: CELL, draw: cell(mark, left, top, (row + column) % 2 === 1, isChocolate),
        ...(!'.#P'.includes(mark) && { token: mark }),
      });
    });
    const height = Math.max(1, Math.ceil(line.length / perLine)) * (kind === 'strips' ? CELL + 8 : CELL);
    y += kind === 'strips' ? height + 10 : CELL;
  });
  const taken = new Map(pieces.filter((piece) => piece.label.endsWith('taken')).map((piece) => [piece.name, piece]));
  const dominoes = pairs.flatMap(([first, second]) => {
    const ends = [taken.get(first), taken.get(second)];
    return ends[0] && ends[1] ? [<Domino key={first} from={ends[0]} to={ends[1]} />] : [];
  });
  return { width: perLine * CELL + 12, height: Math.max(y, CELL) + 6, pieces, over: dominoes.length > 0 ? <g>{dominoes}</g> : undefined };
}

/** A domino on two cells. */
function Domino({ from, to }: { from: Piece; to: Piece }) {
  const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
  const [width, height] = [Math.abs(from.x - to.x) + CELL, Math.abs(from.y - to.y) + CELL];
  const [cx, cy] = [x + width / 2, y + height / 2];
  const isAcross = width > height;
  return (
    <g class="domino">
      <rect x={x + 4} y={y + 4} width={width - 8} height={height - 8} rx="9" />
      <line x1={isAcross ? cx : x + 12} x2={isAcross ? cx : x + width - 12} y1={isAcross ? y + 12 : cy} y2={isAcross ? y + height - 12 : cy} />
      {[from, to].map((end) => <circle key={end.name} cx={end.x + CELL / 2} cy={end.y + CELL / 2} r="4.500" />)}
    </g>
  );
}

function labelOf(mark: string, row: number, column: number, rows: number, isChocolate: boolean): string {
  const place = rows > 1 ? `row ${row + 1}, column ${column + 1}` : `square ${column + 1}`;
  const names: Record<string, string> = {
    '.': 'free', '#': isChocolate ? 'chocolate' : 'taken', P: 'the poisoned square', X: 'a cross', '●': 'gray', '○': 'white',
  };
  return `${place}, ${names[mark] ?? mark}`;
}

function cell(mark: string, x: number, y: number, isShaded: boolean, isChocolate: boolean) {
  if (isChocolate) return <Chocolate x={x} y={y} size={CELL} isPoisoned={mark === 'P'} />;
  const [cx, cy] = [x + CELL / 2, y + CELL / 2];
  return (
    <g class={`square${isShaded ? ' shade' : ''}`}>
      <rect class="floor" x={x} y={y} width={CELL} height={CELL} />
      <g class="token">
      {mark === '#' && <rect class="taken" x={x + 3} y={y + 3} width={CELL - 6} height={CELL - 6} rx="7" />}
      {mark === 'X' && <path class="cross" d={`M${x + 14} ${y + 14}L${x + CELL - 14} ${y + CELL - 14}M${x + CELL - 14} ${y + 14}L${x + 14} ${y + CELL - 14}`} />}
      {(mark === '●' || mark === '○') && <circle class={mark === '●' ? 'man gray' : 'man white'} cx={cx} cy={cy} r="19" />}
      {/[♞N1-9]/.test(mark) && <Knight x={cx} y={cy} count={mark} />}
      {!'.#X●○♞N123456789'.includes(mark) && <text class="mark" x={cx} y={cy + 9}>{mark}</text>}
      </g>
    </g>
  );
}

/** A knight, with the number of knights on its square if there are several. */
function Knight({ x, y, count }: { x: number; y: number; count: string }) {
  return (
    <g class="knight" transform={`translate(${x} ${y})`}>
      <path d="M-13 18H15C15 6 11 2 11 -5C11 -13 4 -18 -3 -18L-4 -22L-8 -17C-13 -14 -17 -6 -18 -2C-19 1 -15 4 -12 2L-6 -2C-4 -2 -2 -3 -1 -5C0 4 -13 6 -13 18z" />
      <circle class="eye" cx="-6" cy="-10" r="1.700" />
      {/[2-9]/.test(count) && <text class="small" x="16" y="-10">{count}</text>}
    </g>
  );
}

export function Chocolate({ x, y, size, isPoisoned = false }: { x: number; y: number; size: number; isPoisoned?: boolean }) {
  return (
    <g class={isPoisoned ? 'chocolate poisoned' : 'chocolate'}>
      <rect class="block" x={x + 1.5} y={y + 1.5} width={size - 3} height={size - 3} rx={size / 9} />
      <rect class="top" x={x + size * 0.16} y={y + size * 0.16} width={size * 0.68} height={size * 0.68} rx={size / 12} />
      {isPoisoned && <path class="skull" transform={`translate(${x + size / 2} ${y + size / 2}) scale(${size / 54})`} d="M0 -15c9 0 14 6 14 13 0 5 -2 8 -5 10v6h-18v-6c-3 -2 -5 -5 -5 -10 0 -7 5 -13 14 -13zM-6 -5a3.500 3.500 0 1 0 .1 0zM6 -5a3.500 3.500 0 1 0 .1 0z" />}
    </g>
  );
}

/** Coins on numbered squares; several on one square lie in a stack. */
export function coinsScene(squares: Big, coins: Big[], isNarrow: boolean): Scene {
  if (typeof squares === 'string' || squares > 200) return farCoinsScene(coins);
  const perLine = Math.min(Math.max(1, squares), isNarrow ? 7 : 12);
  const on = new Map<number, number[]>();
  coins.forEach((square, coin) => on.set(Number(square), [...(on.get(Number(square)) ?? []), coin]));
  const size = CELL - 6;
  const lines = Math.ceil(Math.max(1, squares) / perLine);
  // Room above each line of squares for the tallest stack on it.
  const bottoms: number[] = [];
  for (let line = 0; line < lines; line += 1) {
    const tallest = Math.max(1, ...range(perLine).map((at) => on.get(line * perLine + at)?.length ?? 0));
    bottoms.push((bottoms[line - 1] ?? 6) + (line > 0 ? 28 : 0) + CELL + (tallest - 1) * size);
  }
  const corner = (square: number) => ({ x: (square % perLine) * CELL + 6, y: bottoms[Math.floor(square / perLine)]! - CELL });
  const floor = range(squares).map((square): Piece => {
    const { x, y } = corner(square);
    return {
      name: `square:${square}`, label: `square ${square}${on.has(square) ? '' : ', free'}`, x, y, width: CELL, height: CELL,
      draw: <g class="square"><rect class="floor" x={x} y={y} width={CELL} height={CELL} /><text class="tiny" x={x + CELL / 2} y={y + CELL + 17}>{square}</text></g>,
    };
  });
  const pieces = [...on].flatMap(([square, here]) => here.map((coin, at): Piece => {
    const { x, y } = corner(square);
    const [left, top] = [x + 3, y + 3 - at * size];
    return {
      name: `coin:${coin}`, label: `the coin on square ${square}${here.length > 1 ? ` (${at + 1} of ${here.length})` : ''}`, token: 'coin',
      x: left, y: top, width: size, height: size, draw: <g class="token"><Coin x={left + size / 2} y={top + size / 2} radius={size / 2 - 1} /></g>,
    };
  }));
  return { width: perLine * CELL + 12, height: bottoms[lines - 1]! + 28, pieces: [...floor, ...pieces] };
}

/** Coins on a strip that is too long to be drawn. */
function farCoinsScene(coins: Big[]): Scene {
  const wide = Math.max(110, ...coins.map((square) => shortened(square).length * 13 + 20));
  return {
    width: coins.length * wide + 12, height: 110,
    under: <line class="ground" x1="6" x2={coins.length * wide + 6} y1="72" y2="72" />,
    pieces: coins.map((square, coin): Piece => ({
      name: `coin:${coin}`, label: `the coin on square ${shortened(square)}`, x: coin * wide + 6, y: 4, width: wide, height: 102,
      draw: <g><Coin x={(coin + 0.5) * wide + 6} y={42} radius={26} /><text class="count" x={(coin + 0.5) * wide + 6} y="98">{shortened(square)}</text></g>,
    })),
  };
}

export function Coin({ x, y, radius, face }: { x: number; y: number; radius: number; face?: string }) {
  return (
    <g class={face === 'T' ? 'disc tails' : 'disc'}>
      <circle class="body" cx={x} cy={y} r={radius} />
      <circle class="rim" cx={x} cy={y} r={radius * 0.78} />
      {face && <text class="face" x={x} y={y + radius * 0.36}>{face}</text>}
    </g>
  );
}

/** A row of coins, heads or tails up. */
export function facesScene(heads: boolean[], isNarrow: boolean): Scene {
  const step = 62;
  const perLine = Math.min(Math.max(3, heads.length), isNarrow ? 5 : 10);
  const lines = Math.max(1, Math.ceil(heads.length / perLine));
  const pieces = heads.map((isHead, place): Piece => {
    const x = (place % perLine) * step + 6;
    const y = Math.floor(place / perLine) * 88 + 4;
    return {
      name: `coin:${place + 1}`, label: `coin ${place + 1}, ${isHead ? 'heads' : 'tails'}`, x, y, width: step, height: 62, token: isHead ? 'heads' : 'tails',
      draw: <g class="token"><Coin x={x + step / 2} y={y + 31} radius={27} face={isHead ? 'H' : 'T'} /></g>,
    };
  });
  const under = <g>{pieces.map(({ x, y }, place) => <text key={place} class="tiny" x={x + step / 2} y={y + 76}>{place + 1}</text>)}</g>;
  return { width: perLine * step + 12, height: lines * 88 + 6, pieces, under };
}

const LONGEST_SIDE = 40;

/** Bars of chocolate or sheets of paper, rows by columns; the lines between are what one cuts along. */
export function barsScene(bars: [Big, Big][], isPaper: boolean, isNarrow: boolean): Scene {
  // On a phone every line has a tab beside the bar.
  const tab = isNarrow ? FINGER : 0;
  let left = 10 + tab;
  let tall = 60;
  const pieces: Piece[] = [];
  bars.forEach(([a, b], bar) => {
    const isDrawn = [a, b].every((side) => typeof side === 'number' && side <= LONGEST_SIDE);
    const [rows, columns] = isDrawn ? [Number(a), Number(b)] : [4, 6];
    const size = !isDrawn ? 36 : isNarrow ? FINGER + 2 : Math.max(20, Math.min(48, 480 / Math.max(rows, columns)));
    const [wide, high] = [columns * size, rows * size];
    const [at, top] = [left, 10 + tab];
    const one = (index: number) => ({ x: at + (index % columns) * size, y: top + Math.floor(index / columns) * size, size });
    pieces.push({
      name: `bar:${bar}`, label: `the ${isPaper ? 'sheet' : 'bar'} of ${shortened(a)} × ${shortened(b)}`, x: at, y: top, width: wide, height: high + 30,
      draw: (
        <g class={isPaper ? 'sheet' : 'bar'}>
          {isPaper && <rect class="paper" x={at} y={top} width={wide} height={high} />}
          {range(rows * columns).map((index) => (isPaper ? <rect key={index} class="ruled" {...one(index)} width={size} height={size} /> : <Chocolate key={index} {...one(index)} />))}
          <text class="count" x={at + wide / 2} y={top + high + 24}>{shortened(a)} × {shortened(b)}</text>
        </g>
      ),
    });
    if (isDrawn) pieces.push(...linesOf({ bar, rows, columns, left: at, top, size, tab }));
    left += wide + 34 + tab;
    tall = Math.max(tall, high);
  });
  return { width: Math.max(160, left - 14 - tab), height: tall + 46 + tab, pieces };
}

function linesOf({ bar, rows, columns, left, top, size, tab }: { bar: number; rows: number; columns: number; left: number; top: number; size: number; tab: number }): Piece[] {
  const reach = Math.min(11, size / 3);
  const across = range(rows).slice(1).map((row): Piece => {
    const y = top + row * size;
    return {
      name: `row:${bar}/${row}`, label: `cut after row ${row}`, x: left - 6, y: y - reach, width: columns * size + 12, height: 2 * reach,
      handle: tab ? { x: left - tab, y: y - size / 2, width: tab, height: size } : undefined,
      draw: <g>{tab > 0 && <path class="tab" d={`M${left - tab + 8} ${y - 13}h18l12 13l-12 13h-18z`} />}<line class="cut" x1={left - 6} x2={left + columns * size + 6} y1={y} y2={y} /></g>,
    };
  });
  const down = range(columns).slice(1).map((column): Piece => {
    const x = left + column * size;
    return {
      name: `column:${bar}/${column}`, label: `cut after column ${column}`, x: x - reach, y: top - 6, width: 2 * reach, height: rows * size + 12,
      handle: tab ? { x: x - size / 2, y: top - tab, width: size, height: tab } : undefined,
      draw: <g>{tab > 0 && <path class="tab" d={`M${x - 13} ${top - tab + 8}v18l13 12l13 -12v-18z`} />}<line class="cut" x1={x} x2={x} y1={top - 6} y2={top + 6 + rows * size} /></g>,
    };
  });
  return [...across, ...down];
}

export function matrixScene(rows: Big[][]): Scene {
  const longest = Math.max(2, ...rows.flat().map((value) => shortened(value).length));
  const wide = Math.max(72, longest * 15 + 26);
  const tall = 64;
  return {
    width: Math.max(1, ...rows.map((row) => row.length)) * wide + 16, height: rows.length * tall + 16,
    pieces: rows.flatMap((row, y) => row.map((value, x): Piece => ({
      name: `entry:${y}/${x}`, label: `row ${y + 1}, column ${x + 1}: ${shortened(value)}`, x: x * wide + 8, y: y * tall + 8, width: wide, height: tall,
      draw: (
        <g class="entry">
          <rect x={x * wide + 11} y={y * tall + 11} width={wide - 6} height={tall - 6} rx="9" />
          <text class="number" x={(x + 0.5) * wide + 8} y={y * tall + tall / 2 + 15}>{shortened(value)}</text>
        </g>
      ),
    }))),
  };
}

export function pawnsScene(picture: Extract<Picture, { kind: 'pawns' }>, isNarrow: boolean): Scene {
  const columns = picture.white.length;
  const isLarge = typeof picture.rows === 'string' || picture.rows > LONGEST_SIDE;
  if (isLarge) return farPawnsScene(picture);
  const rows = Number(picture.rows);
  const size = isNarrow ? 48 : Math.max(26, Math.min(52, 560 / rows));
  const pieces = range(columns * rows).map((index): Piece => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const [x, y] = [column * size + 8, (rows - 1 - row) * size + 8];
    const isWhite = Number(picture.white[column]) === row;
    const isBlack = Number(picture.black[column]) === row;
    const who = isWhite ? ', white pawn' : isBlack ? ', black pawn' : '';
    return {
      name: `square:${column}/${row}`, label: `column ${column + 1}, row ${row}${who}`, x, y, width: size, height: size,
      ...((isWhite || isBlack) && { token: isWhite ? 'white' : 'black' }),
      draw: (
        <g class={`square${(column + row) % 2 ? ' shade' : ''}`}>
          <rect class="floor" x={x} y={y} width={size} height={size} />
          {(isWhite || isBlack) && <g class="token"><path class={isWhite ? 'pawn-white' : 'pawn-black'} transform={`translate(${x} ${y}) scale(${size / 38})`}
            d="M19 6a6.500 6.500 0 0 1 4.300 11.400c2 1.200 3 3 3 5h-2.600c.5 3 2.700 5.800 4.900 7.900v2.200H9.400v-2.200c2.200 -2.100 4.400 -4.900 4.900 -7.900h-2.600c0 -2 1 -3.800 3 -5A6.500 6.500 0 0 1 19 6z" /></g>}
        </g>
      ),
    };
  });
  return {
    width: Math.max(columns * size, 130) + 16, height: rows * size + 40, pieces,
    over: <text class="count" x={Math.max(columns * size, 130) / 2 + 8} y={rows * size + 32}>{picture.white_to_move ? 'white to move' : 'black to move'}</text>,
  };
}

function farPawnsScene(picture: Extract<Picture, { kind: 'pawns' }>): Scene {
  const wide = 150;
  return {
    width: picture.white.length * wide + 16, height: 150,
    pieces: picture.white.map((white, column): Piece => ({
      name: `pawn:${column}`, label: `column ${column + 1}: white ${shortened(white)} black ${shortened(picture.black[column]!)}`,
      x: column * wide + 8, y: 8, width: wide - 8, height: 110,
      draw: (
        <g class="entry">
          <rect x={column * wide + 10} y="10" width={wide - 12} height="106" rx="9" />
          <text class="small" x={column * wide + wide / 2 + 4} y="46">white {shortened(white)}</text>
          <text class="small" x={column * wide + wide / 2 + 4} y="86">black {shortened(picture.black[column]!)}</text>
        </g>
      ),
    })),
    over: <text class="count" x={(picture.white.length * wide) / 2 + 8} y="140">{picture.white_to_move ? 'white to move' : 'black to move'}</text>,
  };
}
