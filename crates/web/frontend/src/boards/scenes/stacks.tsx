// Things that stand on one another or side by side: heaps of stones, rows of pins, coins on stairs.

import type { Big } from '../../engine';
import { FINGER, isDrawn, range, shortened, type Piece, type Scene, type SceneHints } from '../scene';

const STONE = { width: 60, height: 32, step: 35 };
/** Stones above one another; more stand in a further column. */
const COLUMN = 10;
/** On a phone columns are lower, because a stone is as tall as a finger. */
const NARROW_COLUMN = 6;

interface Standing { step: number; column: number; between: number; gap: number }

/** How stones stand: how far apart, how many in a column, and how tall the gap between two is to the touch. */
function standing({ isNarrow = false, touches }: SceneHints): Standing {
  const hasGaps = touches('gap');
  if (!isNarrow) return { step: hasGaps ? STONE.step + 13 : STONE.step, column: COLUMN, between: 26, gap: 18 };
  const step = hasGaps && touches('stone') ? 2 * FINGER : FINGER;
  return { step, column: hasGaps ? NARROW_COLUMN - 2 : NARROW_COLUMN, between: 14, gap: FINGER };
}

/** A pebble around the middle of its place. */
export function Stone({ x, y, width = STONE.width, height = STONE.height }: { x: number; y: number; width?: number; height?: number }) {
  const rx = width / 2;
  const ry = height / 2;
  return (
    <g class="stone" transform={`translate(${x + rx} ${y + ry})`}>
      <path class="body" d={`M${-rx + 1} ${ry * 0.2}C${-rx} ${-ry * 0.9} ${-rx * 0.4} ${-ry} ${rx * 0.1} ${-ry + 1}C${rx * 0.7} ${-ry + 1} ${rx} ${-ry * 0.5} ${rx - 1} ${ry * 0.25}C${rx - 2} ${ry} ${rx * 0.5} ${ry - 1} 0 ${ry - 1}C${-rx * 0.6} ${ry - 1} ${-rx + 1} ${ry} ${-rx + 1} ${ry * 0.2}z`} />
      <path class="shine" d={`M${-rx * 0.65} ${-ry * 0.25}C${-rx * 0.5} ${-ry * 0.7} ${-rx * 0.1} ${-ry * 0.75} ${rx * 0.25} ${-ry * 0.72}`} />
    </g>
  );
}

export function heapsScene(heaps: Big[], hints: SceneHints): Scene {
  const { step, column, between } = standing(hints);
  const slots = hints.slots ?? heaps.map((_, index) => index);
  const places = Math.max(1, hints.slotCount ?? heaps.length);
  const columns = range(places).map(() => 1);
  heaps.forEach((heap, index) => { columns[slots[index]!] = columnsOf(heap, column); });
  const lefts = columns.map((_, at) => columns.slice(0, at).reduce((sum, each) => sum + each * (STONE.width + 6) + between, between));
  const total = lefts[places - 1]! + columns[places - 1]! * (STONE.width + 6) - 6 + between;
  const spare = Math.max(0, 240 - total) / 2;
  const width = Math.max(240, total);
  const tallest = Math.max(3, Math.min(column, hints.tallest ?? 0), ...heaps.map((heap) => (isDrawn(heap) ? Math.min(column, Number(heap)) : 4)));
  const ground = tallest * step + 14;
  const pieces: Piece[] = [];
  heaps.forEach((heap, index) => {
    const left = lefts[slots[index]!]! + spare;
    const wide = columnsOf(heap, column) * (STONE.width + 6) - 6;
    if (isDrawn(heap)) pieces.push(...stonesOf(Number(heap), index, left, ground, standing(hints)));
    pieces.push(isDrawn(heap) ? plate(index, heap, left, wide, ground) : sack(index, heap, left, wide, ground));
  });
  if (hints.touches('reserve')) pieces.push(reserve(width, ground));
  return {
    width: width + (hints.touches('reserve') ? 100 : 0), height: ground + 46, pieces,
    under: <line class="ground" x1="8" y1={ground} x2={width - 8} y2={ground} />,
    over: heaps.length === 0 ? <text class="count" x={width / 2} y={ground + 28}>nothing left</text> : undefined,
  };
}

function stonesOf(count: number, index: number, left: number, ground: number, { step, column, gap }: Standing): Piece[] {
  const placeOf = (stone: number) => ({
    x: left + Math.floor(stone / column) * (STONE.width + 6),
    y: ground - ((stone % column) + 1) * step + (step - STONE.height) / 2 + 1,
  });
  const stones = range(count).map((stone): Piece => {
    const { x, y } = placeOf(stone);
    return {
      name: `stone:${index}/${stone}`, label: `heap ${index + 1} of ${count}: stone ${stone + 1} from the bottom`,
      x: x - 3, y: y - (Math.min(step, FINGER) - STONE.height) / 2, width: STONE.width + 6, height: Math.min(step, FINGER), draw: <Stone x={x} y={y} />,
    };
  });
  const gaps = range(count).slice(1).map((stone): Piece => {
    const { x, y } = placeOf(stone);
    const middle = y + STONE.height + (step - STONE.height) / 2;
    return {
      name: `gap:${index}/${stone}`, label: `heap ${index + 1} of ${count}: between stone ${stone} and stone ${stone + 1}`,
      x: x - 3, y: middle - gap / 2, width: STONE.width + 6, height: gap, isOnDemand: true,
      draw: <line class="gap" x1={x} x2={x + STONE.width} y1={middle} y2={middle} />,
    };
  });
  return [...stones, ...gaps];
}

/** The place of a heap, with its size below the ground. */
function plate(index: number, heap: Big, left: number, wide: number, ground: number): Piece {
  return {
    name: `heap:${index}`, label: `the heap of ${heap}`, x: left - 4, y: ground + 2, width: wide + 8, height: FINGER,
    draw: <g class="plate"><rect x={left + wide / 2 - 24} y={ground + 8} width="48" height="28" rx="14" />
      <text class="count" x={left + wide / 2} y={ground + 28}>{heap}</text></g>,
  };
}

/** A heap that is too tall to be drawn stone by stone. */
function sack(index: number, heap: Big, left: number, wide: number, ground: number): Piece {
  const middle = left + wide / 2;
  const height = 4 * STONE.step;
  return {
    name: `heap:${index}`, label: `the heap of ${shortened(heap)}`, x: left - 4, y: ground - height, width: wide + 8, height: height + 40,
    draw: (
      <g class="sack">
        <path d={`M${left} ${ground}C${left - 6} ${ground - height * 0.55} ${middle - wide * 0.28} ${ground - height * 0.62} ${middle - wide * 0.12} ${ground - height}H${middle + wide * 0.12}C${middle + wide * 0.28} ${ground - height * 0.62} ${left + wide + 6} ${ground - height * 0.55} ${left + wide} ${ground}z`} />
        <text class="number" x={middle} y={ground - height * 0.25}>{shortened(heap)}</text>
      </g>
    ),
  };
}

function reserve(left: number, ground: number): Piece {
  return {
    name: 'reserve', label: 'the reserve', x: left + 2, y: ground - 84, width: 92, height: 88,
    draw: (
      <g class="sack">
        <path d={`M${left + 10} ${ground}c-8 -44 16 -46 24 -74h28c8 28 32 30 24 74z`} />
        <text class="small" x={left + 48} y={ground - 22}>reserve</text>
      </g>
    ),
  };
}

function columnsOf(heap: Big, column: number): number {
  if (isDrawn(heap)) return Math.max(1, Math.ceil(Number(heap) / column));
  return Math.max(2, shortened(heap).length / 4.2);
}

const PIN = { step: 46, height: 96 };

export function pinsScene(rows: Big[], hints: SceneHints): Scene {
  const gap = hints.isNarrow ? FINGER : 18;
  const step = hints.touches('gap') ? PIN.step + gap - 4 : PIN.step;
  const between = hints.isNarrow ? 18 : 40;
  const widthOf = (row: Big) => (isDrawn(row) ? Number(row) * step : 190);
  const lineWidth = (line: number[]) => line.reduce((sum, row) => sum + widthOf(rows[row]!) + between, 0);
  const widthOfAll = (lines: number[][]) => Math.max(240, ...lines.map(lineWidth));
  const tall = PIN.height + 44;
  // The lines that fill a board best, which is wider than high.
  const scaleOf = (lines: number[][]) => Math.min((hints.isNarrow ? 0.8 : 1.7) / widthOfAll(lines), 1 / (lines.length * tall));
  const lines = (hints.isNarrow ? [7] : [6, 8, 11, 14, 20]).map((longest) => wrap(rows, longest)).reduce((best, each) => (scaleOf(each) > scaleOf(best) ? each : best));
  const width = widthOfAll(lines);
  const pieces: Piece[] = [];
  lines.forEach((line, at) => {
    let x = (width - lineWidth(line)) / 2 + between / 2;
    const top = at * tall + 6;
    for (const row of line) {
      const size = rows[row]!;
      if (isDrawn(size)) pieces.push(...pinsOf({ row, count: Number(size), left: x, top, step, gap }));
      pieces.push(isDrawn(size) ? plate2(row, size, x, widthOf(size), top) : lane(row, size, x, top));
      x += widthOf(size) + between;
    }
  });
  return {
    width, height: lines.length * tall + 6, pieces,
    under: <g>{lines.map((_, at) => <line key={at} class="ground" x1="8" x2={width - 8} y1={at * tall + 6 + PIN.height} y2={at * tall + 6 + PIN.height} />)}</g>,
    over: rows.length === 0 ? <text class="count" x={width / 2} y="60">nothing left</text> : undefined,
  };
}

const PIN_SHAPE = 'M0 -84c7 0 10.500 5 10.500 12s-3.500 10 -3.500 17c0 10 9 18 9 34 0 9 -3 16 -6.500 21h-19c-3.500 -5 -6.500 -12 -6.500 -21 0 -16 9 -24 9 -34 0 -7 -3.500 -10 -3.500 -17s3.500 -12 10.500 -12z';

function pinsOf({ row, count, left, top, step, gap }: { row: number; count: number; left: number; top: number; step: number; gap: number }): Piece[] {
  const pins = range(count).map((pin): Piece => {
    const middle = left + (pin + 0.5) * step;
    return {
      name: `pin:${row}/${pin}`, label: `row of ${count}: pin ${pin + 1}`, x: middle - PIN.step / 2, y: top, width: PIN.step, height: PIN.height,
      draw: (
        <g class="pin" transform={`translate(${middle} ${top + PIN.height})`}>
          <path class="body" d={PIN_SHAPE} /><path class="band" d="M-6.500 -58h13M-7 -53h14" />
        </g>
      ),
    };
  });
  const gaps = range(count).slice(1).map((pin): Piece => ({
    name: `gap:${row}/${pin}`, label: `row of ${count}: between pin ${pin} and pin ${pin + 1}`, x: left + pin * step - gap / 2, y: top, width: gap, height: PIN.height,
    isOnDemand: true, draw: <line class="gap" x1={left + pin * step} x2={left + pin * step} y1={top + 10} y2={top + PIN.height - 8} />,
  }));
  return [...pins, ...gaps];
}

function plate2(row: number, size: Big, left: number, wide: number, top: number): Piece {
  return {
    name: `row:${row}`, label: `the row of ${size}`, x: left, y: top + PIN.height + 2, width: wide, height: 34,
    draw: <text class="count" x={left + wide / 2} y={top + PIN.height + 25}>{size}</text>,
  };
}

function lane(row: number, size: Big, left: number, top: number): Piece {
  return {
    name: `row:${row}`, label: `the row of ${shortened(size)}`, x: left, y: top, width: 190, height: PIN.height + 30,
    draw: (
      <g class="pin">
        {[22, 52, 138, 168].map((x) => <path key={x} class="body" d={PIN_SHAPE} transform={`translate(${left + x} ${top + PIN.height})`} />)}
        <text class="count" x={left + 95} y={top + 56}>…</text>
        <text class="number" x={left + 95} y={top + PIN.height + 26}>{shortened(size)}</text>
      </g>
    ),
  };
}

/** Rows side by side, as many as fit. */
function wrap(rows: Big[], longest: number): number[][] {
  const lines: number[][] = [[]];
  let used = 0;
  rows.forEach((row, place) => {
    const pins = isDrawn(row) ? Number(row) : 5;
    if (used > 0 && used + pins > longest) {
      lines.push([]);
      used = 0;
    }
    lines[lines.length - 1]!.push(place);
    used += pins + 1;
  });
  return lines;
}

const STEP = { tread: 84, rise: 26, coin: 22, column: 10 };
/** On a phone: coins as tall as a finger, in lower columns. */
const NARROW_STEP = { tread: 58, rise: 14, coin: FINGER, column: 5 };

export function stairsScene(steps: Big[], isNarrow: boolean): Scene {
  const shape = isNarrow ? NARROW_STEP : STEP;
  const columnsOn = (coins: Big) => (isDrawn(coins) ? Math.max(1, Math.ceil(Number(coins) / shape.column)) : 1);
  const tread = Math.max(shape.tread, ...steps.map((coins) => columnsOn(coins) * (isNarrow ? FINGER : 30) + 14));
  const heightOf = (coins: Big) => (isDrawn(coins) ? Math.min(shape.column, Number(coins)) : 4) * shape.coin;
  const bottom = Math.max(70, ...steps.map((coins, step) => heightOf(coins) + step * shape.rise)) + 20;
  const pieces: Piece[] = [];
  steps.forEach((coins, step) => {
    const x = step * tread + 10;
    const top = bottom - step * shape.rise;
    if (isDrawn(coins)) {
      const wide = (tread - 14) / columnsOn(coins);
      pieces.push(...coinsOf({ step, count: Number(coins), left: x + 7, top, wide, tall: shape.coin, column: shape.column }));
    }
    pieces.push({
      name: `step:${step}`, label: step === 0 ? 'the ground' : `step ${step} with ${shortened(coins)} coins`,
      x, y: isDrawn(coins) ? top : top - 84, width: tread, height: bottom - top + 36 + (isDrawn(coins) ? 0 : 84),
      draw: (
        <g class="tread">
          <rect x={x} y={top} width={tread} height={bottom - top + 8} />
          {!isDrawn(coins) && <text class="number" x={x + tread / 2} y={top - 24}>{shortened(coins)}</text>}
          <text class="count" x={x + tread / 2} y={bottom + 28}>{step === 0 ? 'ground' : step}</text>
        </g>
      ),
    });
  });
  return { width: steps.length * tread + 20, height: bottom + 38, pieces };
}

interface CoinStack { step: number; count: number; left: number; top: number; wide: number; tall: number; column: number }

function coinsOf({ step, count, left, top, wide, tall, column }: CoinStack): Piece[] {
  return range(count).map((coin): Piece => {
    const x = left + Math.floor(coin / column) * wide;
    const y = top - ((coin % column) + 1) * tall;
    return {
      name: `coin:${step}/${coin}`, label: `step ${step}: coin ${coin + 1} of ${count} from the bottom`, x, y, width: wide, height: tall, token: 'coin',
      draw: <g class="token coin-edge"><rect x={x + 1} y={y + 1} width={wide - 2} height={tall - 2} rx="7" /><line x1={x + 8} x2={x + wide - 8} y1={y + tall / 2 + 2} y2={y + tall / 2 + 2} /></g>,
    };
  });
}
