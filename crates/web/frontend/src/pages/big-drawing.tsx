// A graph too large for names and arrows all at once: dots and lines on a canvas, names where one looks.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Outcome } from '../engine';
import type { Point } from '../boards/arrow';
import { useKeys } from '../keys';
import { FrameButtons } from './drawing';
import { useFingers, useFrame, type Frame } from './frame';
import type { Paper } from './graph-text';

export interface BigDrawingProps {
  paper: Paper;
  points: Point[];
  edges: [number, number][];
  outcomes: (Outcome | null)[];
  chosen: number | null;
  name: (vertex: number) => string;
  tell: (vertex: number) => string;
  choose: (vertex: number | null) => void;
}

/** Pixels a unit of paper from which names are written. */
const NEAR = 1.5;
const DOT = 6;

export function BigDrawing(props: BigDrawingProps) {
  const { paper, points, chosen } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const { frame, zoom, move, whole } = useFrame(paper);
  const fingers = useFingers();
  const hasMoved = useRef(false);
  const [width, setWidth] = useState(800);
  const [pointed, setPointed] = useState<number | null>(null);
  const height = Math.round(width * (paper.height / paper.width));
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(280, Math.round(entry!.contentRect.width))));
    if (canvas.current?.parentElement) observer.observe(canvas.current.parentElement);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const draw = () => { if (canvas.current) paint(canvas.current, { ...props, frame, width, height, pointed }); };
    draw();
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const theme = new MutationObserver(draw);
    theme.observe(document.documentElement, { attributes: true });
    scheme.addEventListener('change', draw);
    return () => { theme.disconnect(); scheme.removeEventListener('change', draw); };
  }, [props.points, props.edges, props.outcomes, chosen, pointed, frame, width]);
  const perPixel = frame.width / width;
  const at = ({ x, y }: Point): Point => {
    const box = canvas.current!.getBoundingClientRect();
    return { x: frame.x + (x - box.left) * perPixel, y: frame.y + (y - box.top) * perPixel };
  };
  const nearest = (event: MouseEvent): number | null => {
    const here = at({ x: event.clientX, y: event.clientY });
    let [best, least] = [-1, Math.max(DOT + 4, 12 * perPixel)];
    points.forEach(({ x, y }, vertex) => {
      const distance = Math.hypot(x - here.x, y - here.y);
      if (distance < least) [best, least] = [vertex, distance];
    });
    return best < 0 ? null : best;
  };
  const drag = (event: PointerEvent) => {
    const followed = fingers.follow(event);
    if (!followed) {
      setPointed(nearest(event));
      return;
    }
    const { dx, dy, factor, middle } = followed;
    if (Math.abs(dx) + Math.abs(dy) > 1) hasMoved.current = true;
    move(-dx * perPixel, -dy * perPixel);
    if (factor) zoom(factor, at(middle));
  };
  const down = (event: PointerEvent) => {
    hasMoved.current = false;
    fingers.down(event);
    canvas.current!.setPointerCapture(event.pointerId);
  };
  const up = (event: PointerEvent) => {
    fingers.up(event);
    if (hasMoved.current || event.type === 'pointercancel') return;
    const vertex = nearest(event);
    props.choose(vertex === chosen ? null : vertex);
  };
  useKeys([
    { key: '+', label: 'nearer', run: () => zoom(0.7) },
    { key: '-', label: 'farther', run: () => zoom(1 / 0.7) },
    { key: '.', label: 'choose the next vertex', run: () => props.choose(((chosen ?? -1) + 1) % points.length) },
  ]);
  const told = pointed ?? chosen;
  return (
    <div class="paper">
      <canvas ref={canvas} class="drawing big" role="img" aria-label={`A graph with ${points.length} vertices and ${props.edges.length} moves, the ends of play at the bottom`}
        onPointerDown={down} onPointerMove={drag} onPointerUp={up} onPointerCancel={up} onPointerLeave={() => setPointed(null)}
        onWheel={(event) => { event.preventDefault(); zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2, at({ x: event.clientX, y: event.clientY })); }} />
      <FrameButtons zoom={zoom} whole={whole} />
      <p class="note pointed" role="status">{told === null ? 'Point at a vertex for its name; a row holds the vertices as far from the end.' : props.tell(told)}</p>
    </div>
  );
}

interface Painting extends BigDrawingProps { frame: Frame; width: number; height: number; pointed: number | null }

function paint(canvas: HTMLCanvasElement, { points, edges, outcomes, frame, width, height, chosen, pointed, name }: Painting): void {
  const ratio = devicePixelRatio || 1;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d')!;
  const perUnit = width / frame.width;
  context.setTransform(perUnit * ratio, 0, 0, perUnit * ratio, -frame.x * perUnit * ratio, -frame.y * perUnit * ratio);
  const probe = document.body.appendChild(document.createElement('span'));
  const color = (word: string) => {
    probe.style.color = `var(--${word})`;
    return getComputedStyle(probe).color;
  };
  const [soft, ink, glow] = [color('soft'), color('ink'), color('glow')];
  const fills = { win: color('win'), lose: color('lose'), draw: color('draw') };
  probe.remove();
  const isSeen = ({ x, y }: Point) => x >= frame.x - 30 && x <= frame.x + frame.width + 30 && y >= frame.y - 30 && y <= frame.y + frame.height + 30;
  const stroke = (list: [number, number][], alpha: number, style: string, wide: number) => {
    context.globalAlpha = alpha;
    context.strokeStyle = style;
    context.lineWidth = wide;
    context.beginPath();
    for (const [from, to] of list) {
      const [a, b] = [points[from]!, points[to]!];
      if (!isSeen(a) && !isSeen(b)) continue;
      context.moveTo(a.x, a.y);
      context.lineTo(b.x, b.y);
    }
    context.stroke();
  };
  stroke(edges, Math.min(0.5, 0.12 * perUnit + 0.05), soft, 0.7);
  const focus = pointed ?? chosen;
  if (focus !== null) {
    stroke(edges.filter(([from]) => from === focus), 1, glow, 2);
    stroke(edges.filter(([, to]) => to === focus), 0.8, ink, 1);
  }
  context.globalAlpha = 1;
  context.textAlign = 'center';
  // Names are as large as dots allow, and can be read where one looks.
  const size = Math.max(1, 1.6 / perUnit);
  context.font = `${7 * size}px sans-serif`;
  const dot = Math.max(DOT, 2.2 / perUnit);
  points.forEach((point, vertex) => {
    if (!isSeen(point)) return;
    const outcome = outcomes[vertex];
    context.fillStyle = outcome ? fills[outcome] : soft;
    context.beginPath();
    context.arc(point.x, point.y, vertex === focus ? dot * 1.6 : dot, 0, 2 * Math.PI);
    context.fill();
    if (perUnit < NEAR && vertex !== focus) return;
    context.fillStyle = ink;
    context.fillText(name(vertex), point.x, point.y + dot + 8 * size);
  });
}
