// Where to draw the vertices of a graph: d3-force, without randomness and without waiting.

import { forceCenter, forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from 'd3-force';

export interface Point { x: number; y: number }

type Edges = [number, number][];

/** Up to this many vertices, several starts are tried and the drawing with the fewest crossings is kept. */
const FEW = 40;

/** Places for `count` vertices, in a box of about the given size. */
export function layout(count: number, edges: Edges, width: number, height: number): Point[] {
  const lines = edges.filter(([from, to]) => from !== to && from < count && to < count);
  const spiral = settle(Array.from({ length: count }, () => undefined), lines);
  if (count > FEW || crossings(spiral, lines) === 0) return fit(spiral, width, height);
  const circle = settle(Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count;
    return { x: 120 * Math.cos(angle), y: 120 * Math.sin(angle) };
  }), lines);
  const isBetter = crossings(circle, lines) < crossings(spiral, lines);
  return fit(isBetter ? circle : spiral, width, height);
}

/** Lets forces move vertices from where they start, by default on a spiral. */
function settle(starts: (Point | undefined)[], lines: Edges): Point[] {
  const nodes = starts.map((start, index) => ({ index, x: start?.x, y: start?.y })) as unknown as Point[];
  const links = lines.map(([source, target]) => ({ source, target }));
  const simulation = forceSimulation(nodes)
    .force('link', forceLink(links).distance(86).strength(0.7))
    .force('charge', forceManyBody().strength(-420))
    .force('collide', forceCollide(34))
    .force('x', forceX().strength(0.05))
    .force('y', forceY().strength(0.09))
    .force('center', forceCenter())
    .stop();
  simulation.tick(starts.length > 150 ? 120 : 320);
  return nodes;
}

/** How many pairs of lines without a common end cross. */
function crossings(points: Point[], lines: Edges): number {
  const side = (a: number, b: number, c: number) => {
    const [p, q, r] = [points[a]!, points[b]!, points[c]!];
    return Math.sign((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x));
  };
  let count = 0;
  lines.forEach(([a, b], at) => {
    for (const [c, d] of lines.slice(at + 1)) {
      if (a === c || a === d || b === c || b === d) continue;
      if (side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b)) count += 1;
    }
  });
  return count;
}

/** Scales the points into the box, keeping their proportions. */
function fit(points: Point[], width: number, height: number): Point[] {
  if (points.length === 0) return [];
  const margin = 36;
  const [left, right] = bounds(points.map((point) => point.x));
  const [top, bottom] = bounds(points.map((point) => point.y));
  const scale = Math.min(
    (width - 2 * margin) / Math.max(1, right - left),
    (height - 2 * margin) / Math.max(1, bottom - top),
    1.8,
  );
  const dx = (width - (right - left) * scale) / 2 - left * scale;
  const dy = (height - (bottom - top) * scale) / 2 - top * scale;
  return points.map(({ x, y }) => ({ x: Math.round(x * scale + dx), y: Math.round(y * scale + dy) }));
}

function bounds(numbers: number[]): [number, number] {
  return [Math.min(...numbers), Math.max(...numbers)];
}

/** The line of an arrow between two circles of radius `radius`; a loop if they are the same. */
export function arrow(from: Point, to: Point, radius: number, isBent: boolean): string {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy);
  if (length < 1) {
    const { x, y } = from;
    return `M${x - radius * 0.6} ${y - radius * 0.8}C${x - 30} ${y - 58} ${x + 30} ${y - 58} ${x + radius * 0.6} ${y - radius * 0.9}`;
  }
  const [ux, uy] = [dx / length, dy / length];
  const bend = isBent ? Math.min(26, length / 5) : 0;
  const middle = { x: (from.x + to.x) / 2 - uy * bend, y: (from.y + to.y) / 2 + ux * bend };
  const start = towards(from, middle, radius + 1);
  const end = towards(to, middle, radius + 5);
  return bend === 0 ? `M${start}L${end}` : `M${start}Q${middle.x.toFixed(1)} ${middle.y.toFixed(1)} ${end}`;
}

function towards(from: Point, to: Point, distance: number): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const x = from.x + ((to.x - from.x) / length) * distance;
  const y = from.y + ((to.y - from.y) / length) * distance;
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}
