// A plot of up to millions of values: dots on a canvas, panned and zoomed by mouse, touch and keys.

import { useEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../keys';

export interface View { from: number; to: number }

const HEIGHT = 340;
const MARGIN = { left: 52, right: 12, top: 12, bottom: 30 };

export interface PlotProps {
  values: Uint32Array;
  first: number;
  /** The stretch looked at; nothing for the whole. */
  view: View | null;
  show: (view: View | null) => void;
}

export function Plot({ values, first, view: wanted, show }: PlotProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(800);
  const whole = { from: first, to: first + Math.max(1, values.length - 1) };
  const [view, setShown] = useState<View>(wanted ? clip(wanted, whole) : whole);
  const [pointed, setPointed] = useState<string>('');
  const telling = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    clearTimeout(telling.current);
    setShown(wanted ? clip(wanted, whole) : whole);
  }, [values, wanted?.from, wanted?.to]);
  useEffect(() => () => clearTimeout(telling.current), []);
  // The address follows when the hand rests: browsers refuse to change it hundreds of times a second.
  const setView = (next: View) => {
    setShown(next);
    clearTimeout(telling.current);
    telling.current = setTimeout(() => show(next.from <= whole.from && next.to >= whole.to ? null : next), 250);
  };
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(280, entry!.contentRect.width)));
    if (canvas.current?.parentElement) observer.observe(canvas.current.parentElement);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const draw = () => { if (canvas.current) paint(canvas.current, values, first, view, width); };
    draw();
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const theme = new MutationObserver(draw);
    theme.observe(document.documentElement, { attributes: true });
    scheme.addEventListener('change', draw);
    return () => { theme.disconnect(); scheme.removeEventListener('change', draw); };
  }, [values, view.from, view.to, width]);
  const zoom = (factor: number, at = (view.from + view.to) / 2) => setView(clip({
    from: at - (at - view.from) * factor, to: at + (view.to - at) * factor,
  }, whole));
  const pan = (part: number) => {
    const step = (view.to - view.from) * part;
    setView(clip({ from: view.from + step, to: view.to + step }, whole));
  };
  useKeys([
    { key: '+', label: 'zoom in', run: () => zoom(0.5) },
    { key: '-', label: 'zoom out', run: () => zoom(2) },
    { key: 'ArrowLeft', label: 'pan left', run: () => pan(-0.25) },
    { key: 'ArrowRight', label: 'pan right', run: () => pan(0.25) },
    { key: '0', label: 'the whole plot', run: () => setView(whole) },
  ]);
  const heapAt = (event: MouseEvent) => {
    const box = canvas.current!.getBoundingClientRect();
    const part = (event.clientX - box.left - MARGIN.left) / (width - MARGIN.left - MARGIN.right);
    return view.from + part * (view.to - view.from);
  };
  const grabbed = useRef<{ x: number; view: View } | null>(null);
  const drag = (event: PointerEvent) => {
    const heap = Math.round(heapAt(event));
    const value = values[heap - first];
    setPointed(value === undefined ? '' : `g(${heap.toLocaleString('en')}) = ${value}`);
    if (!grabbed.current) return;
    const { x, view: held } = grabbed.current;
    const perPixel = (held.to - held.from) / (width - MARGIN.left - MARGIN.right);
    const moved = (x - event.clientX) * perPixel;
    setView(clip({ from: held.from + moved, to: held.to + moved }, whole));
  };
  const grab = (event: PointerEvent) => {
    grabbed.current = { x: event.clientX, view };
    canvas.current!.setPointerCapture(event.pointerId);
  };
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.25 : 0.8, heapAt(event));
  };
  return (
    <figure class="plot">
      <canvas ref={canvas} role="img" aria-label={`Plot of ${grouped(values.length)} values; heaps ${grouped(view.from)} to ${grouped(view.to)} are in sight`}
        onPointerDown={grab} onPointerMove={drag} onPointerUp={() => { grabbed.current = null; }}
        onPointerLeave={() => setPointed('')} onWheel={wheel} onDblClick={() => setView(whole)} />
      <figcaption>
        <span class="buttons">
          <button type="button" class="quiet" aria-label="Zoom in" onClick={() => zoom(0.5)}>+</button>
          <button type="button" class="quiet" aria-label="Zoom out" onClick={() => zoom(2)}>−</button>
          <button type="button" class="quiet" onClick={() => setView(whole)}>whole</button>
          <span class="note wide">drag to pan, wheel or + − to zoom</span>
        </span>
        <span class="pointed">{pointed || `heaps ${grouped(view.from)} to ${grouped(view.to)}`}</span>
      </figcaption>
    </figure>
  );
}

function grouped(heap: number): string {
  return Math.round(heap).toLocaleString('en');
}

function clip(view: View, whole: View): View {
  const length = Math.min(Math.max(view.to - view.from, 8), whole.to - whole.from);
  const from = Math.min(Math.max(view.from, whole.from), whole.to - length);
  return { from, to: from + length };
}

function paint(canvas: HTMLCanvasElement, values: Uint32Array, first: number, view: View, width: number): void {
  const ratio = devicePixelRatio || 1;
  canvas.width = width * ratio;
  canvas.height = HEIGHT * ratio;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${HEIGHT}px`;
  const context = canvas.getContext('2d')!;
  context.scale(ratio, ratio);
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const from = Math.max(0, Math.floor(view.from) - first);
  const to = Math.min(values.length - 1, Math.ceil(view.to) - first);
  let top = 1;
  for (let at = from; at <= to; at += 1) if (values[at]! > top) top = values[at]!;
  const inner = { width: width - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.top - MARGIN.bottom };
  const x = (heap: number) => MARGIN.left + ((heap - view.from) / (view.to - view.from)) * inner.width;
  const y = (value: number) => MARGIN.top + inner.height * (1 - value / (top * 1.04));
  context.font = `12px ${color('--sans')}`;
  context.fillStyle = color('--soft');
  context.strokeStyle = color('--line');
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const value of ticks(0, top, 5)) {
    line(context, MARGIN.left, y(value), width - MARGIN.right, y(value));
    context.fillText(String(value), MARGIN.left - 8, y(value));
  }
  context.textAlign = 'center';
  for (const heap of ticks(view.from, view.to, Math.max(3, Math.floor(width / 130)))) {
    const text = grouped(heap);
    const half = context.measureText(text).width / 2;
    context.fillText(text, Math.min(x(heap), width - half - 2), HEIGHT - 10);
  }
  context.save();
  context.beginPath();
  context.rect(MARGIN.left - 3, 0, inner.width + 6, HEIGHT - MARGIN.bottom + 4);
  context.clip();
  dots(context, values, first, from, to, x, y, color('--accent'), inner.width / (view.to - view.from));
  context.restore();
}

/** Dots as large as there is room for; where many fall on one pixel, one of them is drawn. */
function dots(
  context: CanvasRenderingContext2D, values: Uint32Array, first: number, from: number, to: number,
  x: (heap: number) => number, y: (value: number) => number, color: string, perHeap: number,
): void {
  context.fillStyle = color;
  const size = Math.min(8, Math.max(1.6, perHeap * 0.9));
  const drawn = new Set<number>();
  for (let at = from; at <= to; at += 1) {
    const px = x(first + at);
    const py = y(values[at]!);
    if (perHeap < 1) {
      const key = Math.round(px * 2) * 4096 + Math.round(py * 2);
      if (drawn.has(key)) continue;
      drawn.add(key);
    }
    context.fillRect(px - size / 2, py - size / 2, size, size);
  }
}

function line(context: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

function ticks(from: number, to: number, count: number): number[] {
  const raw = (to - from) / count;
  const power = 10 ** Math.floor(Math.log10(Math.max(raw, 1)));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= raw) ?? 1);
  const list: number[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) list.push(at);
  return list;
}
