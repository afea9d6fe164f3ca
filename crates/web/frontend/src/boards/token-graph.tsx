// A token on a graph. The layout library is loaded only when a graph is met.

import { useEffect, useState } from 'preact/hooks';
import type { Point } from '../layout';
import { handlers, look, Result, type Cells } from './board';

type Layout = typeof import('../layout');

const MOST_VERTICES = 300;

export function TokenGraph(props: { edges: [number, number][]; names: string[]; vertex: number; cells: Cells }) {
  const { edges, names, vertex, cells } = props;
  const [tools, setTools] = useState<Layout | null>(null);
  const [points, setPoints] = useState<Point[]>([]);
  const count = names.length;
  const isLarge = count > MOST_VERTICES;
  useEffect(() => { if (!isLarge) void import('../layout').then(setTools); }, [isLarge]);
  useEffect(() => {
    if (tools) setPoints(tools.layout(count, edges, 640, 380));
  }, [tools, count, JSON.stringify(edges)]);
  if (isLarge) return <p class="plain-position">vertex {names[vertex]} of {count}</p>;
  if (!tools || points.length !== count) return <p class="waiting">drawing…</p>;
  const pairs = new Set(edges.map(([from, to]) => `${from},${to}`));
  return (
    <svg viewBox="0 0 640 380" width="640">
      <defs>
        <marker id="token-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
          <path class="tip" d="M0 0L8 4L0 8z" />
        </marker>
      </defs>
      {edges.map(([from, to], index) => (
        <path key={index} class={from === vertex ? 'edge live' : 'edge'} marker-end="url(#token-tip)"
          d={tools.arrow(points[from]!, points[to]!, 17, pairs.has(`${to},${from}`))} />
      ))}
      {points.map(({ x, y }, index) => (
        <g key={index} class={look(index === vertex ? 'vertex here' : 'vertex', cells.state(`${index}`))}
          transform={`translate(${x} ${y})`} {...handlers(cells, `${index}`)}>
          <circle r="17" />
          <text y="5">{names[index]}</text>
          <Result state={cells.state(`${index}`)} x={15} y={-15} />
        </g>
      ))}
    </svg>
  );
}
