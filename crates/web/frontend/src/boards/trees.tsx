// Trees that grow from the ground; branches are what one clicks.

import { handlers, look, Result, type Cells } from './board';

const WIDE = 46;
const TALL = 56;
const MARGIN = 26;
const MOST_BRANCHES = 200;

interface Joint { x: number; depth: number }

/** A column for each tip, and every other point above the middle of what it carries. */
function joints(parents: number[]): Joint[] {
  const above: number[][] = Array.from({ length: parents.length + 1 }, () => []);
  parents.forEach((parent, branch) => above[parent]!.push(branch + 1));
  const found: Joint[] = Array.from({ length: parents.length + 1 }, () => ({ x: 0, depth: 0 }));
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

export function Trees({ parents, cells }: { parents: number[]; cells: Cells }) {
  if (parents.length > MOST_BRANCHES) return <p class="plain-position">{parents.length} branches</p>;
  const points = joints(parents);
  const width = Math.max(3, ...points.map(({ x }) => x + 1)) * WIDE + 2 * MARGIN;
  const depth = Math.max(1, ...points.map((point) => point.depth));
  const ground = depth * TALL + MARGIN;
  const spare = (width - 2 * MARGIN - Math.max(...points.map(({ x }) => x)) * WIDE) / 2;
  const x = (point: number) => points[point]!.x * WIDE + MARGIN + spare;
  const y = (point: number) => ground - points[point]!.depth * TALL;
  return (
    <svg viewBox={`0 0 ${width} ${ground + 22}`} width={width * 1.2}>
      <line class="ground" x1="6" x2={width - 6} y1={ground} y2={ground} />
      {parents.map((parent, branch) => {
        const end = branch + 1;
        // A tree stands straight on the ground.
        const from = parent === 0 ? { x: x(end), y: ground } : { x: x(parent), y: y(parent) };
        const state = cells.state(`${branch}`);
        return (
          <g key={branch} class={look('branch', state)} {...handlers(cells, `${branch}`)}>
            <line class="reach" x1={from.x} y1={from.y} x2={x(end)} y2={y(end)} />
            <line class="wood" x1={from.x} y1={from.y} x2={x(end)} y2={y(end)} />
            <circle cx={x(end)} cy={y(end)} r="5" />
            <Result state={state} x={(from.x + x(end)) / 2} y={(from.y + y(end)) / 2} />
          </g>
        );
      })}
      <text class="tiny" x={width / 2} y={ground + 17}>ground</text>
    </svg>
  );
}
