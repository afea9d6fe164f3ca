// The graph page's text: what a judge prints, kept as it is, and edited by drawing.

import type { Point } from '../boards/arrow';
import type { GraphPlaces } from '../generated/report';

export interface Drawn { vertices: number; edges: [number, number][] }

/** A graph in the plainest of the formats that the API reads. */
export function write({ vertices, edges }: Drawn): string {
  return [`${vertices} ${edges.length}`, ...edges.map(([from, to]) => `${from} ${to}`)].join('\n');
}

/** True if this is a list of edges with a header whose vertices must be 1 to n. */
export function countsFromOne(text: string): boolean {
  const numbers = text.trim().split(/\s+/).map(Number);
  const [n, m, ...ends] = numbers;
  if (!numbers.every(Number.isInteger) || ends.length === 0 || ends.length !== 2 * m!) return false;
  return !ends.includes(0) && ends.includes(n!) && ends.every((end) => end <= n!);
}

/** The paper; on a phone it is smaller, so that what is on it is not. */
const SHEET = typeof matchMedia === 'function' && matchMedia('(max-width: 46rem)').matches ? { width: 420, height: 400 } : { width: 820, height: 520 };

export interface Paper { width: number; height: number }

/** A sheet that the drawing fits on: the plain one, or one that is larger by steps, so that it seldom changes. */
export function paperFor({ width, height }: Paper): Paper {
  const wanted = Math.max(1, width / SHEET.width, height / SHEET.height);
  const factor = 1.5 ** Math.ceil(Math.log(wanted) / Math.log(1.5) - 1e-9);
  return { width: Math.round(SHEET.width * factor), height: Math.round(SHEET.height * factor) };
}

/** Where the engine puts the vertices, in the middle of the paper, a small graph as large as it may be. */
export function placesOn(paper: Paper, places: GraphPlaces): { points: Point[]; scale: number; dx: number; dy: number } {
  const scale = Math.min(1.5, paper.width / Math.max(1, places.width), paper.height / Math.max(1, places.height));
  const [dx, dy] = [(paper.width - places.width * scale) / 2, (paper.height - places.height * scale) / 2];
  return { points: places.points.map(([x, y]) => ({ x: Math.round(x * scale + dx), y: Math.round(y * scale + dy) })), scale, dx, dy };
}

/** Places of vertices in the address, as thousandths of the paper, which has more than one size: `3.120.45,7.300.200`. */
export function writePlaces(places: Map<number, Point | undefined>, paper: Paper): string {
  const thousandths = (part: number) => Math.round(Math.min(Math.max(part, 0), 1) * 1000);
  return [...places].flatMap(([vertex, point]) => (point
    ? [[vertex, thousandths(point.x / paper.width), thousandths(point.y / paper.height)].join('.')] : [])).join();
}

export function readPlaces(text: string, paper: Paper): Map<number, Point> {
  const places = new Map<number, Point>();
  for (const part of text.split(',')) {
    const [vertex, x, y] = part.split('.').map(Number);
    if (![vertex, x, y].every((number) => Number.isInteger(number) && number! >= 0)) continue;
    const within = (thousandths: number) => Math.min(thousandths, 1000) / 1000;
    places.set(vertex!, { x: within(x!) * paper.width, y: within(y!) * paper.height });
  }
  return places;
}

export const LECTURE = `9 12
0 1
2 1
6 2
6 3
3 4
4 5
0 4
0 6
7 0
8 4
7 8
8 7`;
