// Graphs and trees: a token on a directed graph, vertices that are played with, branches that are cut.

import type { GraphPlaces } from '../../generated/report';
import { arrow, type Point } from '../arrow';
import { FINGER, range, type Piece, type Scene } from '../scene';

type Edges = [number, number][];

/** As the engine's drawings have it: half the height of a vertex, and how much a letter widens it. */
const VERTEX = { half: 19, letter: 4.4 };

interface Placed { names: string[]; edges: Set<string>; points: Point[]; width: number; height: number }

/** Graphs drawn before: what is left of one after a move is not drawn anew. */
const placed: Placed[] = [];
const MOST_PLACED = 30;

function placesOf(names: string[], edges: Edges, places: GraphPlaces | undefined): Placed {
  const joined = edges.map(([from, to]) => `${names[from]}-${names[to]}`);
  const isWithin = (whole: Placed) => names.every((name) => whole.names.includes(name))
    && joined.every((edge) => whole.edges.has(edge));
  let whole = placed.find(isWithin);
  if (!whole) {
    const points = places?.points.map(([x, y]) => ({ x, y })) ?? circle(names.length);
    whole = { names, edges: new Set(joined), points, width: places?.width ?? 320, height: places?.height ?? 280 };
    if (places) placed.push(whole);
    if (placed.length > MOST_PLACED) placed.shift();
  }
  const { names: known, points, width, height } = whole;
  return { ...whole, points: names.map((name) => points[known.indexOf(name)]!), width: Math.max(width, 150), height: Math.max(height, 110) };
}

/** Places for a graph of which nobody has said where its vertices go. */
function circle(count: number): Point[] {
  return range(count).map((vertex) => {
    const angle = (2 * Math.PI * vertex) / count - Math.PI / 2;
    return { x: 160 + (count > 1 ? 105 : 0) * Math.cos(angle), y: 140 + (count > 1 ? 105 : 0) * Math.sin(angle) };
  });
}

function vertexPiece({ x, y }: Point, vertex: number, name: string, isHere: boolean): Piece {
  const half = Math.max(VERTEX.half, name.length * VERTEX.letter + 7);
  const wide = Math.max(FINGER, 2 * half + 4);
  return {
    name: `vertex:${vertex}`, label: `vertex ${name}${isHere ? ', the token is here' : ''}`,
    x: x - wide / 2, y: y - FINGER / 2, width: wide, height: FINGER,
    draw: (
      <g class={isHere ? 'vertex here' : 'vertex'}>
        <ellipse class="body" cx={x} cy={y} rx={half} ry={VERTEX.half} />
        <text x={x} y={y + 6}>{name}</text>
      </g>
    ),
  };
}

export function networkScene(edges: Edges, names: string[], places: GraphPlaces | undefined): Scene {
  if (names.length === 0) return { width: 320, height: 120, pieces: [], over: <text class="count" x="160" y="66">nothing left</text> };
  const { points, width, height } = placesOf(names, edges, places);
  return {
    width, height,
    under: <g>{edges.map(([from, to], index) => <line key={index} class="join" x1={points[from]!.x} y1={points[from]!.y} x2={points[to]!.x} y2={points[to]!.y} />)}</g>,
    pieces: points.map((point, vertex) => vertexPiece(point, vertex, names[vertex]!, false)),
  };
}

export function graphScene(edges: Edges, names: string[], token: number, places: GraphPlaces | undefined): Scene {
  const { points, width, height } = placesOf(names, edges, places);
  const pairs = new Set(edges.map(([from, to]) => `${from},${to}`));
  const curves = new Map(places?.curves.map((curve) => [`${curve.from},${curve.to}`, curve.path]));
  const path = (from: number, to: number) => curves.get(`${from},${to}`) ?? arrow(points[from]!, points[to]!, VERTEX.half, pairs.has(`${to},${from}`));
  return {
    width, height,
    under: (
      <g>
        <defs>
          <marker id="token-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="10" markerHeight="10" markerUnits="userSpaceOnUse" orient="auto">
            <path class="tip" d="M0 0L8 4L0 8z" />
          </marker>
        </defs>
        {edges.map(([from, to], index) => (
          <path key={index} class={from === token ? 'edge live' : 'edge'} marker-end="url(#token-tip)" d={path(from, to)} />
        ))}
      </g>
    ),
    pieces: points.map((point, vertex) => vertexPiece(point, vertex, names[vertex]!, vertex === token)),
  };
}

const TREE = { wide: 74, tall: 84, margin: 44 };

interface Joint { x: number; depth: number }

/** A column for each tip, and every other point above the middle of what it carries. */
function joints(parents: number[]): Joint[] {
  const above: number[][] = range(parents.length + 1).map(() => []);
  parents.forEach((parent, branch) => above[parent]!.push(branch + 1));
  const found: Joint[] = range(parents.length + 1).map(() => ({ x: 0, depth: 0 }));
  let column = 0;
  // Points come in the order of a walk around the trees, so tips come from left to right.
  for (let point = 1; point < found.length; point += 1) {
    found[point]!.depth = found[parents[point - 1]!]!.depth + 1;
    if (above[point]!.length === 0) {
      found[point]!.x = column;
      column += 1;
    }
  }
  for (let point = found.length - 1; point > 0; point -= 1) {
    const ends = above[point]!;
    if (ends.length > 0) found[point]!.x = (found[ends[0]!]!.x + found[ends[ends.length - 1]!]!.x) / 2;
  }
  return found;
}

export function treesScene(parents: number[]): Scene {
  const points = joints(parents);
  const columns = Math.max(3, ...points.map(({ x }) => x + 1));
  const width = columns * TREE.wide + 2 * TREE.margin;
  const ground = Math.max(1, ...points.map((point) => point.depth)) * TREE.tall + TREE.margin;
  const spare = (width - 2 * TREE.margin - Math.max(...points.map(({ x }) => x)) * TREE.wide) / 2;
  const x = (point: number) => points[point]!.x * TREE.wide + TREE.margin + spare;
  const y = (point: number) => ground - points[point]!.depth * TREE.tall;
  return {
    width, height: ground + 34,
    under: <g><line class="ground" x1="10" x2={width - 10} y1={ground} y2={ground} /><text class="tiny" x={width / 2} y={ground + 24}>ground</text></g>,
    pieces: parents.map((parent, branch): Piece => {
      const end = branch + 1;
      // A tree stands straight on the ground.
      const from = parent === 0 ? { x: x(end), y: ground } : { x: x(parent), y: y(parent) };
      const to = { x: x(end), y: y(end) };
      const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
      return {
        name: `branch:${branch}`, label: `branch ${branch + 1}, ${points[end]!.depth} above the ground`,
        x: middle.x - 22, y: middle.y - 22, width: 44, height: 44,
        draw: (
          <g class="branch">
            <line class="reach" x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
            <line class="wood" x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
            <circle class="knot" cx={to.x} cy={to.y} r="8" />
          </g>
        ),
      };
    }),
  };
}
