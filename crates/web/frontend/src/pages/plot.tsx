// A plot of up to millions of values: dots on a canvas, panned and zoomed by mouse, touch and keys.
//
// The server sends only the dots of the stretch in sight; until those of a new stretch come, the old
// ones are drawn where they belong.

import { useEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../keys';

export interface View { from: number; to: number }

const HEIGHT = 340;
const MARGIN = { left: 52, right: 12, top: 12, bottom: 30 };

/** What the API says of a stretch: all its values, or which rows of values occur in each column of heaps. */
export interface Dots {
  /** The last heap of the sequence. */
  to: number;
  low: number;
  high: number;
  /** The largest value of the stretch. */
  top: number;
  values: number[] | null;
  dots: number[][] | null;
  /** Heaps a column, values a row. */
  width: number;
  height: number;
}

export interface PlotProps {
  dots: Dots;
  /** The stretch looked at; nothing for the whole. */
  view: View | null;
  show: (view: View | null) => void;
}

export function Plot({ dots, view: wanted, show }: PlotProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(800);
  const whole = { from: 0, to: Math.max(1, dots.to) };
  const [view, setShown] = useState<View>(wanted ? clip(wanted, whole) : whole);
  const [pointed, setPointed] = useState<string>('');
  const telling = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    clearTimeout(telling.current);
    setShown(wanted ? clip(wanted, whole) : whole);
  }, [dots.to, wanted?.from, wanted?.to]);
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
    const draw = () => { if (canvas.current) paint(canvas.current, dots, view, width); };
    draw();
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const theme = new MutationObserver(draw);
    theme.observe(document.documentElement, { attributes: true });
    scheme.addEventListener('change', draw);
    return () => { theme.disconnect(); scheme.removeEventListener('change', draw); };
  }, [dots, view.from, view.to, width]);
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
    const value = dots.values?.[heap - dots.low];
    setPointed(value !== undefined ? `g(${grouped(heap)}) = ${value}` : heap < whole.from || heap > whole.to ? '' : `near heap ${grouped(heap)}`);
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
      <canvas ref={canvas} role="img" aria-label={`Plot of ${grouped(dots.to + 1)} values; heaps ${grouped(view.from)} to ${grouped(view.to)} are in sight`}
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

function paint(canvas: HTMLCanvasElement, dots: Dots, view: View, width: number): void {
  const ratio = devicePixelRatio || 1;
  canvas.width = width * ratio;
  canvas.height = HEIGHT * ratio;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${HEIGHT}px`;
  const context = canvas.getContext('2d')!;
  context.scale(ratio, ratio);
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const top = Math.max(1, dots.top);
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
  context.fillStyle = color('--accent');
  const size = Math.min(8, Math.max(1.6, (inner.width / (view.to - view.from)) * 0.9));
  for (const [heap, value] of placesOf(dots)) {
    context.fillRect(x(heap) - size / 2, y(value) - size / 2, size, size);
  }
  context.restore();
}

/** Where the dots stand: heap and value, or the middles of a column and a row. */
function* placesOf({ low, values, dots, width, height }: Dots): Generator<[number, number]> {
  for (const [at, value] of (values ?? []).entries()) yield [low + at, value];
  for (const [column, rows] of (dots ?? []).entries()) {
    for (const row of rows) yield [low + (column + 0.5) * width, (row + 0.5) * height - 0.5];
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
