// The drawing of a graph, and drawing on it.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Outcome } from '../engine';
import { arrow, type Point } from '../boards/arrow';
import { letter } from '../parts/outcome';
import { useKeys } from '../keys';
import type { Solved, Step } from './graph';
import { useFingers, useFrame } from './frame';
import type { Paper } from './graph-text';

export interface Painted { outcomes: (Outcome | null)[]; left: Map<number, number>; isFinal: boolean }

/** What a click does: chooses, adds a vertex, joins two vertices, removes a vertex. */
export type Mode = 'select' | 'vertex' | 'edge' | 'delete';

export interface DrawingProps {
  mode: Mode;
  paper: Paper;
  places: Point[];
  /** How the engine draws an edge, where both ends are where it put them. */
  curve: (from: number, to: number) => string | undefined;
  /** Where the engine's own paper lies on this one. */
  laid: { scale: number; dx: number; dy: number };
  solved: Solved;
  painted: Painted;
  chosen: number | null;
  current: Step | undefined;
  name: (vertex: number) => string;
  choose: (vertex: number | null) => void;
  /** Puts a vertex down elsewhere. */
  place: (vertex: number, point: Point) => void;
  /** Another graph, with the places of its vertices; where there is none, any will do. */
  edit: (edges: [number, number][], places: (Point | undefined)[]) => void;
}

const RADIUS = 19.5;
/** Pixels a unit of the paper below which names would not be read. */
const FAR = 0.45;

export function Drawing(props: DrawingProps) {
  const { solved, painted, chosen, current } = props;
  const svg = useRef<SVGSVGElement>(null);
  const { frame, zoom, move: pan, whole } = useFrame(props.paper);
  const fingers = useFingers();
  const { scale, dx, dy } = props.laid;
  const radius = RADIUS * scale;
  const hasPanned = useRef(false);
  const [pull, setPull] = useState<{ from: number; to: Point } | null>(null);
  const [carried, setCarried] = useState<{ vertex: number; to: Point } | null>(null);
  const places = props.places.map((point, vertex) => (carried?.vertex === vertex ? carried.to : point));
  const pointer = useRef<{ vertex: number; start: Point; isMoving: boolean } | null>(null);
  const pairs = new Set(solved.edges.map(([from, to]) => `${from},${to}`));
  useEffect(() => { pointer.current = null; setPull(null); setCarried(null); }, [solved]);
  const toPaper = ({ x, y }: Point): Point => {
    const point = new DOMPoint(x, y).matrixTransform(svg.current!.getScreenCTM()!.inverse());
    return { x: Math.round(point.x), y: Math.round(point.y) };
  };
  const at = (event: MouseEvent): Point => toPaper({ x: event.clientX, y: event.clientY });
  const near = (point: Point) => places.findIndex(({ x, y }) => Math.hypot(x - point.x, y - point.y) <= radius + 6);
  const down = (event: PointerEvent) => {
    const vertex = near(at(event));
    hasPanned.current = false;
    fingers.down(event);
    svg.current!.setPointerCapture(event.pointerId);
    if (fingers.count() > 1) pointer.current = null;
    if (vertex < 0 || fingers.count() > 1) return;
    pointer.current = { vertex, start: at(event), isMoving: event.shiftKey };
  };
  const move = (event: PointerEvent) => {
    const held = pointer.current;
    const followed = fingers.follow(event);
    if (!held) {
      if (followed) drag(followed);
      return;
    }
    const point = at(event);
    // The address follows when the vertex is put down.
    if (held.isMoving) setCarried({ vertex: held.vertex, to: point });
    else if (Math.hypot(point.x - held.start.x, point.y - held.start.y) > 8) setPull({ from: held.vertex, to: point });
  };
  const drag = ({ dx, dy, factor, middle }: NonNullable<ReturnType<typeof fingers.follow>>) => {
    const perUnit = svg.current!.getScreenCTM()!.a;
    if (Math.abs(dx) + Math.abs(dy) > 1) hasPanned.current = true;
    pan(-dx / perUnit, -dy / perUnit);
    if (factor) zoom(factor, toPaper(middle));
  };
  const up = (event: PointerEvent) => {
    fingers.up(event);
    const held = pointer.current;
    pointer.current = null;
    setPull(null);
    setCarried(null);
    if (!held) return;
    if (held.isMoving) {
      if (carried) props.place(held.vertex, at(event));
      return;
    }
    const target = near(at(event));
    if (!pull && props.mode === 'delete') remove(held.vertex);
    else if (!pull && props.mode === 'edge' && chosen !== null) {
      props.edit(toggled(solved.edges, chosen, held.vertex), places);
    } else if (!pull) props.choose(chosen === held.vertex ? null : held.vertex);
    else if (target < 0) props.place(held.vertex, at(event));
    else props.edit(toggled(solved.edges, held.vertex, target), places);
  };
  const add = (event: MouseEvent) => {
    if (hasPanned.current || near(at(event)) >= 0 || (event.type === 'click' && props.mode !== 'vertex') || (event.type === 'dblclick' && props.mode === 'vertex')) return;
    props.edit(solved.edges, [...places, at(event)]);
  };
  const remove = (gone: number | null) => {
    if (gone === null) return;
    const renumber = (vertex: number) => (vertex > gone ? vertex - 1 : vertex);
    const kept = solved.edges.filter(([from, to]) => from !== gone && to !== gone);
    props.edit(kept.map(([from, to]) => [renumber(from), renumber(to)]), places.filter((_, vertex) => vertex !== gone));
  };
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2, at(event));
  };
  useKeys([
    { key: '+', label: 'nearer', run: () => zoom(0.7) },
    { key: '-', label: 'farther', run: () => zoom(1 / 0.7) },
    { key: 'Delete', label: 'remove the chosen vertex', run: () => remove(chosen) },
    { key: 'a', label: 'add a vertex', run: () => props.edit(solved.edges, [...places, undefined]) },
    { key: '.', label: 'choose the next vertex', run: () => props.choose(((chosen ?? -1) + 1) % solved.vertices) },
  ]);
  const cancel = (event: PointerEvent) => {
    fingers.up(event);
    pointer.current = null;
    setPull(null);
    setCarried(null);
  };
  const isCarried = (vertex: number) => carried?.vertex === vertex;
  const routed = (from: number, to: number) => {
    const curve = isCarried(from) || isCarried(to) ? undefined : props.curve(from, to);
    if (curve) return { d: curve, transform: `translate(${dx} ${dy}) scale(${scale})` };
    return { d: arrow(places[from]!, places[to]!, radius, pairs.has(`${to},${from}`)) };
  };
  const shown = svg.current?.clientWidth ?? props.paper.width;
  return (
    <div class="paper">
      <svg ref={svg} class={shown / frame.width < FAR ? 'drawing far' : 'drawing'} viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`} role="img" aria-label={describe(props)}
        onPointerDown={down} onPointerMove={move} onPointerUp={up} onPointerCancel={cancel} onDblClick={add} onClick={add} onWheel={wheel}>
        <defs>
          <marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto">
            <path class="tip" d="M0 0L8 4L0 8z" />
          </marker>
        </defs>
        {solved.edges.map(([from, to], index) => (
          <path key={index} class={current?.edge?.[0] === from && current.edge[1] === to ? 'edge live' : 'edge'} marker-end="url(#tip)"
            {...routed(from, to)} />
        ))}
        {pull && <path class="edge live" d={`M${places[pull.from]!.x} ${places[pull.from]!.y}L${pull.to.x} ${pull.to.y}`} />}
        {places.map(({ x, y }, vertex) => {
          const outcome = painted.outcomes[vertex];
          const remoteness = solved.remoteness[vertex];
          const left = painted.left.get(vertex);
          const classes = ['node', outcome, vertex === chosen && 'chosen', current?.vertex === vertex && 'now'].filter(Boolean).join(' ');
          return (
            <g key={vertex} class={classes} transform={`translate(${x} ${y}) scale(${scale})`}>
              <circle r={RADIUS} />
              <title>{props.name(vertex)}{outcome ? `: ${outcome}` : ''}</title>
              <text y="1">{props.name(vertex)}</text>
              <text class="letter" y="14">{outcome ? letter(outcome) : ' '}</text>
              {painted.isFinal && outcome && outcome !== 'draw' && <text class="side" x={RADIUS + 8} y={-RADIUS + 6}>{remoteness}</text>}
              {!outcome && left !== undefined && <text class="side" x={RADIUS + 8} y={-RADIUS + 6}>{left}</text>}
            </g>
          );
        })}
      </svg>
      <FrameButtons zoom={zoom} whole={whole} />
    </div>
  );
}

/** Nearer, farther, all of it. */
export function FrameButtons({ zoom, whole }: { zoom: (factor: number) => void; whole: () => void }) {
  return (
    <div class="frame-buttons" role="group" aria-label="Zoom">
      <button type="button" class="second" aria-label="Zoom in" onClick={() => zoom(0.7)}>+</button>
      <button type="button" class="second" aria-label="Zoom out" onClick={() => zoom(1 / 0.7)}>−</button>
      <button type="button" class="second" onClick={whole}>whole</button>
    </div>
  );
}

/** The edges with this one added, or without it if it was there. */
function toggled(edges: [number, number][], from: number, to: number): [number, number][] {
  const rest = edges.filter(([a, b]) => a !== from || b !== to);
  return rest.length < edges.length ? rest : [...edges, [from, to]];
}

function describe({ solved, painted, name }: DrawingProps): string {
  const known = painted.outcomes.map((outcome, vertex) => `${name(vertex)} ${outcome ?? 'not known yet'}`);
  return `A graph with ${solved.vertices} vertices and ${solved.edges.length} moves. ${known.slice(0, 60).join(', ')}`;
}
