// Which cells of a picture a move touches, found by comparing the pictures before and after it.
//
// The page knows no rules. A move is the difference between two pictures; where the same position
// can be reached in several ways (equal heaps, mirror images) each way is an alternative.

import type { Big, Picture } from '../api';

/** The cells that change, by name; one list for each way to see the move. */
export type Touch = string[];

/** A way to see a move: the cells to click, and those that go with them. */
export interface Seen { touch: Touch; gone: Touch }

const MOST_ALTERNATIVES = 64;

export function touches(before: Picture, after: Picture): Seen[] {
  const found = before.kind === 'network' && after.kind === 'network' ? centres(before, after.names)
    : before.kind === 'trees' && after.kind === 'trees' ? branchesBetween(before, after.parents)
      : compare(before, after).map((touch) => ({ touch, gone: touch }));
  return found.filter(({ touch }) => touch.length > 0).slice(0, MOST_ALTERNATIVES);
}

/** Vertices that go: clicked where one goes together with exactly those around it, else all of them. */
function centres(before: Extract<Picture, { kind: 'network' }>, kept: string[]): Seen[] {
  const gone = before.names.flatMap((name, vertex) => (kept.includes(name) ? [] : [vertex]));
  const around = (vertex: number) => new Set([vertex, ...before.edges.filter((edge) => edge.includes(vertex)).flat()]);
  const isCentre = (vertex: number) => {
    const near = around(vertex);
    return near.size === gone.length && gone.every((other) => near.has(other));
  };
  const found = gone.filter(isCentre);
  const cells = gone.map(String);
  return found.length > 0 ? found.map((vertex) => ({ touch: [`${vertex}`], gone: cells })) : [{ touch: cells, gone: cells }];
}

/** The branches whose fall makes one forest of the other; which tree stands where does not matter. */
function branchesBetween(before: Extract<Picture, { kind: 'trees' }>, after: number[]): Seen[] {
  const wanted = shapeOf(after, () => true);
  return fallsOf(before).filter(({ shape }) => shape === wanted)
    .map(({ branch, fallen }) => ({ touch: [`${branch}`], gone: fallen.map(String) }));
}

interface Fall { branch: number; fallen: number[]; shape: string }

/** What falls with each branch, and what is left: the same for every option, so found once. */
const falls = new WeakMap<Picture, Fall[]>();

function fallsOf(picture: Extract<Picture, { kind: 'trees' }>): Fall[] {
  const { parents } = picture;
  const known = falls.get(picture) ?? parents.map((_, branch): Fall => {
    const isFallen = new Set([branch]);
    parents.forEach((parent, other) => { if (isFallen.has(parent - 1)) isFallen.add(other); });
    return { branch, fallen: [...isFallen], shape: shapeOf(parents, (other) => !isFallen.has(other)) };
  });
  falls.set(picture, known);
  return known;
}

/** The same text for forests that differ only in the order of their branches. */
function shapeOf(parents: number[], isKept: (branch: number) => boolean): string {
  const above: string[][] = Array.from({ length: parents.length + 1 }, () => []);
  const close = (point: number) => `(${above[point]!.sort().join('')})`;
  // A point comes after the one it grows from, so backwards every point is complete when it is met.
  for (let branch = parents.length - 1; branch >= 0; branch -= 1) {
    if (isKept(branch)) above[parents[branch]!]!.push(close(branch + 1));
  }
  return close(0);
}

function compare(before: Picture, after: Picture): Touch[] {
  if (before.kind === 'heaps' && after.kind === 'heaps') {
    return heapTouches(before.heaps.map(Number), after.heaps.map(Number));
  }
  if (before.kind === 'pins' && after.kind === 'pins') {
    return rowTouches(before.rows.map(Number), after.rows.map(Number));
  }
  if (before.kind === 'strips' && after.kind === 'strips') {
    return stripTouches(before.strips, after.strips);
  }
  if (before.kind === 'stairs' && after.kind === 'stairs') {
    return [stairTouch(before.steps.map(Number), after.steps.map(Number))];
  }
  if (before.kind === 'coins' && after.kind === 'coins') {
    return [changed(before.coins.map(String), after.coins.map(String))];
  }
  if (before.kind === 'bars' && after.kind === 'bars') return barTouches(before.bars, after.bars);
  if (before.kind === 'board' && after.kind === 'board') return [gridTouch(before.rows, after.rows)];
  if (before.kind === 'matrix' && after.kind === 'matrix') {
    return [matrixTouch(before.rows, after.rows)];
  }
  if (before.kind === 'pawns' && after.kind === 'pawns') {
    return [[
      ...pawnTouch(before.white.map(Number), after.white.map(Number)),
      ...pawnTouch(before.black.map(Number), after.black.map(Number)),
    ]];
  }
  if (before.kind === 'faces' && after.kind === 'faces') {
    // Tails at the end of the row are not drawn.
    return [before.heads.flatMap((isHead, place) => (isHead === (after.heads[place] ?? false) ? [] : [`${place}`]))];
  }
  if (before.kind === 'graph' && after.kind === 'graph') {
    return [before.vertex === after.vertex ? [`${after.vertex}`] : [`${before.vertex}`, `${after.vertex}`]];
  }
  return [];
}

/** What `left` has and `right` lacks, counted with multiplicity. */
export function difference(left: number[], right: number[]): number[] {
  const rest = [...right];
  return left.filter((number) => {
    const at = rest.indexOf(number);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

function changed(before: string[], after: string[]): Touch {
  return [...before.filter((cell) => !after.includes(cell)),
    ...after.filter((cell) => !before.includes(cell))];
}

/** The places of `size` in `rows`. */
function placesOf(rows: number[], size: number): number[] {
  return rows.flatMap((row, place) => (row === size ? [place] : []));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

function heapTouches(before: number[], after: number[]): Touch[] {
  const gone = difference(before, after);
  const left = difference(after, before);
  if (gone.length === 1 && left.length >= 2) return splitTouches(before, gone[0]!, left);
  const shrinks = pair(gone, left);
  return shrinks ? assign(before, shrinks) : [];
}

/** A heap that falls apart: touched from where its parts meet up to the top. */
function splitTouches(before: number[], heap: number, left: number[]): Touch[] {
  if (left.length !== 2) return [];
  const bottoms = [...new Set(left)];
  const taken = heap - left[0]! - left[1]!;
  return placesOf(before, heap).flatMap((place) => bottoms.map((bottom) =>
    range(bottom, taken > 0 ? bottom + taken : heap).map((stone) => `${place}.${stone}`)));
}

/** Pairs heaps with what they shrink to: the rest vanish. Null if something grew. */
function pair(gone: number[], left: number[]): [number, number][] | null {
  const from = [...gone].sort((a, b) => b - a);
  const to = [...left].sort((a, b) => b - a);
  if (to.length > from.length) return null;
  const pairs = from.map((size, index): [number, number] => [size, to[index] ?? 0]);
  return pairs.every(([size, rest]) => rest < size) ? pairs : null;
}

/** Every way to give the shrinking heaps their places. */
function assign(before: number[], shrinks: [number, number][]): Touch[] {
  let ways: { used: number[]; touch: Touch }[] = [{ used: [], touch: [] }];
  for (const [size, rest] of shrinks) {
    ways = ways.flatMap((way) => placesOf(before, size)
      .filter((place) => !way.used.includes(place))
      .map((place) => ({
        used: [...way.used, place],
        touch: [...way.touch, ...range(rest, size).map((stone) => `${place}.${stone}`)],
      }))).slice(0, MOST_ALTERNATIVES);
  }
  return ways.map((way) => way.touch);
}

/** A row from whose end or middle a piece is taken. */
function rowTouches(before: number[], after: number[]): Touch[] {
  const gone = difference(before, after);
  const left = difference(after, before);
  if (gone.length !== 1 || left.length > 2) return [];
  const row = gone[0]!;
  const taken = row - left.reduce((sum, part) => sum + part, 0);
  if (taken <= 0) return splitTouches(before, row, left);
  const starts = left.length === 0 ? [0] : left.length === 1 ? [0, left[0]!] : left;
  return placesOf(before, row).flatMap((place) => [...new Set(starts)].map((start) =>
    range(start, start + taken).map((pin) => `${place}.${pin}`)));
}

function stripTouches(before: string[], after: string[]): Touch[] {
  const sameShape = before.length === after.length
    && before.every((strip, index) => strip.length === after[index]!.length);
  if (sameShape) return [gridTouch(before, after)];
  const blank = (strips: string[]) => strips.every((strip) => new Set(strip).size <= 1);
  if (!blank(before) || !blank(after)) {
    // Pieces on a strip that is drawn no longer than it must be.
    return before.length === after.length ? [gridTouch(before, after.map((strip, index) => strip.padEnd(before[index]!.length, '.')))] : [];
  }
  // A piece that vanishes around a mark: the mark stands in its middle, or at an end of the strip.
  return rowTouches(before.map((strip) => strip.length), after.map((strip) => strip.length))
    .flatMap((touch) => middlesOf(touch, before));
}

function middlesOf(touch: Touch, before: string[]): Touch[] {
  const [place = 0] = touch[0]!.split('.').map(Number);
  const cells = touch.map((cell) => Number(cell.split('.')[1]));
  const length = before[place]!.length;
  const [low, high] = [cells[0]!, cells[cells.length - 1]!];
  const middle = (low + high) / 2;
  // A piece of even length has its mark next to the end of the strip that cut it short.
  const marks = Number.isInteger(middle) ? [middle]
    : [low === 0 && Math.floor(middle), high === length - 1 && Math.ceil(middle)].filter((at) => at !== false);
  return marks.map((mark) => [`${place}.${mark}`]);
}

function stairTouch(before: number[], after: number[]): Touch {
  return before.flatMap((coins, step) =>
    step === 0 ? [] : range(after[step] ?? 0, coins).map((coin) => `${step}.${coin}`));
}

function barTouches(before: [Big, Big][], after: [Big, Big][]): Touch[] {
  const key = ([width, height]: [Big, Big]) => `${width}x${height}`;
  const kept = after.map(key);
  const gone = before.flatMap((bar, place) => {
    const at = kept.indexOf(key(bar));
    if (at < 0) return [place];
    kept.splice(at, 1);
    return [];
  });
  if (gone.length !== 1 || kept.length > 2) return [];
  const [width, height] = before[gone[0]!]!.map(Number) as [number, number];
  // Where both parts stay, either may be the one that lies in the corner.
  const corners = kept.length === 0 ? ['0x0'] : [...new Set(kept)];
  return corners.map((corner) => {
    const [newWidth, newHeight] = corner.split('x').map(Number) as [number, number];
    return range(0, width).flatMap((x) => range(0, height)
      .filter((y) => x >= newWidth || y >= newHeight)
      .map((y) => `${gone[0]}.${x}.${y}`));
  });
}

function gridTouch(before: string[], after: string[]): Touch {
  return before.flatMap((row, y) => [...row].flatMap((mark, x) =>
    (mark === ([...(after[y] ?? '')][x] ?? ' ') ? [] : [`${y}.${x}`])));
}

function matrixTouch(before: Big[][], after: Big[][]): Touch {
  return before.flatMap((row, y) => row.flatMap((value, x) =>
    range(Number(after[y]?.[x] ?? 0), Number(value)).map((unit) => `${y}.${x}.${unit}`)));
}

function pawnTouch(before: number[], after: number[]): Touch {
  return before.flatMap((row, column) =>
    (row === after[column] ? [] : [`${column}.${row}`, `${column}.${after[column]}`]));
}
