// A plot of up to millions of values: dots on a canvas, panned and zoomed in both axes by mouse, touch and keys.
//
// The server sends only the dots of the stretch in sight; until those of a new stretch come, the old
// ones are drawn where they belong.

import { useEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../keys';
import { grouped, MARGIN, HEIGHT, paint, topOf, type Proved } from './plot-paint';

/** Heaps from the left to the right, values from the bottom to the top. */
export interface View { from: number; to: number; bottom: number; top: number }

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
  /** A second sequence, drawn as rings. */
  other: Dots | undefined;
  proved: Proved | null;
  onlyZeros: boolean;
  /** The stretch looked at, all its values where none are named; nothing for the whole. */
  view: (Pick<View, 'from' | 'to'> & Partial<View>) | null;
  show: (view: View | null, isTall: boolean) => void;
}

/** The lower edge of the values: room for the dots of 0. */
const FLOOR = -0.4;

export function Plot({ dots, other, proved, onlyZeros, view: wanted, show }: PlotProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(800);
  const highest = topOf(dots, other);
  const whole: View = { from: 0, to: Math.max(1, dots.to, other?.to ?? 0), bottom: FLOOR, top: highest };
  const named: View = { ...whole, ...wanted };
  const [held, setShown] = useState<View | null>(null);
  const shown = clip(held ?? named, whole);
  // Without a zoom in the values all of them are in sight, however tall the stretch is.
  const isPartOf = (of: View) => of.top - of.bottom < (whole.top - whole.bottom) * 0.999;
  const isTall = held ? isPartOf(held) : wanted?.top !== undefined;
  const view = isTall ? shown : { ...shown, bottom: FLOOR, top: highest };
  const [pointed, setPointed] = useState<string>('');
  const telling = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    clearTimeout(telling.current);
    setShown(null);
  }, [dots.to, wanted?.from, wanted?.to, wanted?.top, wanted?.bottom]);
  useEffect(() => () => clearTimeout(telling.current), []);
  // The address follows when the hand rests: browsers refuse to change it hundreds of times a second.
  const setView = (next: View) => {
    const clipped = clip(next, whole);
    setShown(clipped);
    clearTimeout(telling.current);
    const isWhole = clipped.from <= whole.from && clipped.to >= whole.to && !isPartOf(clipped);
    telling.current = setTimeout(() => show(isWhole ? null : clipped, isPartOf(clipped)), 250);
  };
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(280, entry!.contentRect.width)));
    if (canvas.current?.parentElement) observer.observe(canvas.current.parentElement);
    return () => observer.disconnect();
  }, []);
  // One finger may scroll the page; two belong to the plot.
  useEffect(() => {
    const keep = (event: TouchEvent) => { if (event.touches.length > 1) event.preventDefault(); };
    const paper = canvas.current!;
    paper.addEventListener('touchstart', keep, { passive: false });
    paper.addEventListener('touchmove', keep, { passive: false });
    return () => {
      paper.removeEventListener('touchstart', keep);
      paper.removeEventListener('touchmove', keep);
    };
  }, []);
  useEffect(() => {
    const draw = () => { if (canvas.current) paint(canvas.current, { dots, other, view, width, proved, onlyZeros }); };
    draw();
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const theme = new MutationObserver(draw);
    theme.observe(document.documentElement, { attributes: true });
    scheme.addEventListener('change', draw);
    return () => { theme.disconnect(); scheme.removeEventListener('change', draw); };
  }, [dots, other, view.from, view.to, view.bottom, view.top, width, proved?.period, onlyZeros]);
  const zoom = (across: number, up: number, heap = (view.from + view.to) / 2, value = (view.bottom + view.top) / 2) => setView({
    from: heap - (heap - view.from) * across, to: heap + (view.to - heap) * across,
    bottom: value - (value - view.bottom) * up, top: value + (view.top - value) * up,
  });
  const pan = (across: number, up: number) => setView(moved(view, (view.to - view.from) * across, (view.top - view.bottom) * up));
  useKeys([
    { key: '+', label: 'zoom in', run: () => zoom(0.5, 1) },
    { key: '-', label: 'zoom out', run: () => zoom(2, 1) },
    { key: 'i', label: 'zoom in to the values', run: () => zoom(1, 0.5) },
    { key: 'o', label: 'zoom out of the values', run: () => zoom(1, 2) },
    { key: 'ArrowLeft', label: 'pan left', run: () => pan(-0.25, 0) },
    { key: 'ArrowRight', label: 'pan right', run: () => pan(0.25, 0) },
    { key: 'ArrowUp', label: 'pan up', run: () => pan(0, 0.25) },
    { key: 'ArrowDown', label: 'pan down', run: () => pan(0, -0.25) },
    { key: '0', label: 'the whole plot', run: () => setView(whole) },
  ]);
  const perPixel = (of: View) => ({
    across: (of.to - of.from) / (width - MARGIN.left - MARGIN.right), up: (of.top - of.bottom) / (HEIGHT - MARGIN.top - MARGIN.bottom),
  });
  const placeAt = (clientX: number, clientY: number, of: View = view) => {
    const box = canvas.current!.getBoundingClientRect();
    const { across, up } = perPixel(of);
    return { heap: of.from + (clientX - box.left - MARGIN.left) * across, value: of.top - (clientY - box.top - MARGIN.top) * up };
  };
  const fingers = useRef(new Map<number, PointerEvent>());
  const grabbed = useRef<{ fingers: PointerEvent[]; view: View } | null>(null);
  const grab = () => { grabbed.current = fingers.current.size > 0 ? { fingers: [...fingers.current.values()], view } : null; };
  const down = (event: PointerEvent) => {
    canvas.current!.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, event);
    grab();
  };
  const up = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId);
    grab();
  };
  const move = (event: PointerEvent) => {
    setPointed(tell(dots, other, placeAt(event.clientX, event.clientY).heap, whole));
    if (!grabbed.current || !fingers.current.has(event.pointerId)) return;
    fingers.current.set(event.pointerId, event);
    setView(dragged(grabbed.current, [...fingers.current.values()], perPixel(grabbed.current.view), placeAt));
  };
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const factor = (event.deltaY || event.deltaX) > 0 ? 1.25 : 0.8;
    const { heap, value } = placeAt(event.clientX, event.clientY);
    const isUp = event.shiftKey || event.clientX - canvas.current!.getBoundingClientRect().left < MARGIN.left;
    zoom(isUp ? 1 : factor, isUp ? factor : 1, heap, value);
  };
  const range = isTall ? `, values ${Math.max(0, Math.ceil(view.bottom))} to ${Math.floor(view.top)}` : '';
  return (
    <figure class="plot">
      <canvas ref={canvas} role="img" aria-label={`Plot of ${grouped(dots.to + 1)} values; heaps ${grouped(view.from)} to ${grouped(view.to)}${range} are in sight`}
        onPointerDown={down} onPointerMove={move} onPointerUp={up} onPointerCancel={up}
        onPointerLeave={() => setPointed('')} onWheel={wheel} onDblClick={() => setView(whole)} />
      <figcaption>
        <span class="buttons">
          <button type="button" class="quiet" aria-label="Zoom in" onClick={() => zoom(0.5, 1)}>+</button>
          <button type="button" class="quiet" aria-label="Zoom out" onClick={() => zoom(2, 1)}>−</button>
          <button type="button" class="quiet" aria-label="Zoom in to the values" onClick={() => zoom(1, 0.5)}>↕ +</button>
          <button type="button" class="quiet" aria-label="Zoom out of the values" onClick={() => zoom(1, 2)}>↕ −</button>
          <button type="button" class="quiet" onClick={() => setView(whole)}>whole</button>
          <span class="note wide">drag or pinch; wheel for heaps, Shift and wheel for values</span>
        </span>
        <span class="pointed">{pointed || `heaps ${grouped(view.from)} to ${grouped(view.to)}${range}`}</span>
      </figcaption>
    </figure>
  );
}

/** The values at a heap, in words. */
function tell(dots: Dots, other: Dots | undefined, place: number, whole: View): string {
  const heap = Math.round(place);
  const valueIn = (of: Dots | undefined) => of?.values?.[heap - of.low];
  const [value, second] = [valueIn(dots), valueIn(other)];
  if (value !== undefined) return `g(${grouped(heap)}) = ${value}${second !== undefined ? ` and ${second}` : ''}`;
  return heap < whole.from || heap > whole.to ? '' : `near heap ${grouped(heap)}`;
}

/** The view after fingers have moved: one drags, two also stretch each axis. */
function dragged(
  held: { fingers: PointerEvent[]; view: View }, now: PointerEvent[], { across, up }: { across: number; up: number },
  placeAt: (x: number, y: number, of: View) => { heap: number; value: number },
): View {
  const [a, b] = held.fingers;
  const [c, d] = now;
  if (!b || !d) return moved(held.view, (a!.clientX - c!.clientX) * across, (c!.clientY - a!.clientY) * up);
  const spread = (one: number, two: number) => Math.max(30, Math.abs(one - two));
  const [wide, tall] = [spread(a!.clientX, b.clientX) / spread(c!.clientX, d.clientX), spread(a!.clientY, b.clientY) / spread(c!.clientY, d.clientY)];
  const { heap, value } = placeAt((a!.clientX + b.clientX) / 2, (a!.clientY + b.clientY) / 2, held.view);
  return {
    from: heap - (heap - held.view.from) * wide, to: heap + (held.view.to - heap) * wide,
    bottom: value - (value - held.view.bottom) * tall, top: value + (held.view.top - value) * tall,
  };
}

function moved(view: View, across: number, up: number): View {
  return { from: view.from + across, to: view.to + across, bottom: view.bottom + up, top: view.top + up };
}

function clip(view: View, whole: View): View {
  const [from, to] = within(view.from, view.to, whole.from, whole.to, 8);
  const [bottom, top] = within(view.bottom, view.top, whole.bottom, whole.top, 2);
  return { from, to, bottom, top };
}

/** A stretch inside another, not shorter than `least`. */
function within(low: number, high: number, first: number, last: number, least: number): [number, number] {
  const length = Math.min(Math.max(high - low, least), last - first);
  const from = Math.min(Math.max(low, first), last - length);
  return [from, from + length];
}
