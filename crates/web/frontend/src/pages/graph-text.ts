// The graph page's text: what a judge prints, kept as it is, and edited by drawing.

import type { Point } from '../layout';

export interface Drawn { vertices: number; edges: [number, number][] }

/** A graph in the plainest of the formats that the API reads. */
export function write({ vertices, edges }: Drawn): string {
  return [`${vertices} ${edges.length}`, ...edges.map(([from, to]) => `${from} ${to}`)].join('\n');
}

/** The paper; on a phone it is smaller, so that what is on it is not. */
export const PAPER = matchMedia('(max-width: 46rem)').matches ? { width: 420, height: 400 } : { width: 760, height: 480 };

/** Places of vertices in the address, as thousandths of the paper, which has more than one size: `3.120.45,7.300.200`. */
export function writePlaces(places: Map<number, Point | undefined>): string {
  const thousandths = (part: number) => Math.round(Math.min(Math.max(part, 0), 1) * 1000);
  return [...places].flatMap(([vertex, point]) => (point
    ? [[vertex, thousandths(point.x / PAPER.width), thousandths(point.y / PAPER.height)].join('.')] : [])).join();
}

export function readPlaces(text: string): Map<number, Point> {
  const places = new Map<number, Point>();
  for (const part of text.split(',')) {
    const [vertex, x, y] = part.split('.').map(Number);
    if (![vertex, x, y].every((number) => Number.isInteger(number) && number! >= 0)) continue;
    const within = (thousandths: number) => Math.min(thousandths, 1000) / 1000;
    places.set(vertex!, { x: within(x!) * PAPER.width, y: within(y!) * PAPER.height });
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
