// A graph whose vertices are played with. Vertices that stay keep their places.

import { useEffect, useState } from 'preact/hooks';
import type { Point } from '../layout';
import { handlers, look, Result, type Cells } from './board';

type Layout = typeof import('../layout');
type Edges = [number, number][];

/** On a phone the drawing is smaller, so that its vertices are not. */
const [WIDTH, HEIGHT] = matchMedia('(max-width: 46rem)').matches ? [330, 300] : [520, 340];
const RADIUS = 18;

interface Placed { names: string[]; edges: Set<string>; points: Point[] }

/** Graphs drawn before: what is left of one after a move is not drawn anew. */
const placed: Placed[] = [];
const MOST_PLACED = 20;

function placesOf(names: string[], edges: Edges, layout: Layout['layout']): Point[] {
  const joined = edges.map(([from, to]) => `${names[from]}-${names[to]}`);
  const isWithin = (whole: Placed) => names.every((name) => whole.names.includes(name))
    && joined.every((edge) => whole.edges.has(edge));
  let whole = placed.find(isWithin);
  if (!whole) {
    whole = { names, edges: new Set(joined), points: layout(names.length, edges, WIDTH, HEIGHT) };
    placed.push(whole);
    if (placed.length > MOST_PLACED) placed.shift();
  }
  const { names: known, points } = whole;
  return names.map((name) => points[known.indexOf(name)]!);
}

export function Network({ edges, names, cells }: { edges: Edges; names: string[]; cells: Cells }) {
  const [tools, setTools] = useState<Layout | null>(null);
  useEffect(() => { void import('../layout').then(setTools); }, []);
  if (!tools) return <p class="waiting">drawing…</p>;
  if (names.length === 0) return <p class="note">nothing is left</p>;
  const points = placesOf(names, edges, tools.layout);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH}>
      {edges.map(([from, to]) => (
        <line key={`${from}-${to}`} class="join" x1={points[from]!.x} y1={points[from]!.y} x2={points[to]!.x} y2={points[to]!.y} />
      ))}
      {points.map(({ x, y }, vertex) => (
        <g key={names[vertex]} class={look('vertex', cells.state(`${vertex}`))} transform={`translate(${x} ${y})`} {...handlers(cells, `${vertex}`)}>
          <circle r={RADIUS} />
          <text y="5">{names[vertex]}</text>
          <Result state={cells.state(`${vertex}`)} x={15} y={-15} />
        </g>
      ))}
    </svg>
  );
}
