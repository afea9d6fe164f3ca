// How a sequence is painted: values in colours, the proved period shaded, a second sequence as rings.

import type { Dots, View } from './plot';

export const HEIGHT = 400;
export const MARGIN = { left: 52, right: 12, top: 20, bottom: 30 };

/** What is known of the period: from where on, how long, what is added. */
export interface Proved { preperiod: number; period: number; saltus: number }

export interface Painting {
  dots: Dots;
  other: Dots | undefined;
  view: View;
  width: number;
  proved: Proved | null;
  onlyZeros: boolean;
}

/** Where heaps and values stand on the paper. */
export function scales({ from, to, bottom, top }: View, width: number) {
  const inner = { width: width - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.top - MARGIN.bottom };
  return {
    inner,
    x: (heap: number) => MARGIN.left + ((heap - from) / (to - from)) * inner.width,
    y: (value: number) => MARGIN.top + inner.height * (1 - (value - bottom) / (top - bottom)),
  };
}

/** The largest value that is in either of the two. */
export function topOf(dots: Dots, other: Dots | undefined): number {
  return Math.max(1, dots.top, other?.top ?? 0) * 1.04;
}

export function paint(canvas: HTMLCanvasElement, painting: Painting): void {
  const { view, width } = painting;
  const ratio = devicePixelRatio || 1;
  canvas.width = width * ratio;
  canvas.height = HEIGHT * ratio;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${HEIGHT}px`;
  const context = canvas.getContext('2d')!;
  context.scale(ratio, ratio);
  const color = palette(canvas);
  const { x, y, inner } = scales(view, width);
  context.font = `12px ${color('--sans')}`;
  const clipped = (draw: () => void) => {
    context.save();
    context.beginPath();
    context.rect(MARGIN.left - 3, 0, inner.width + 6, HEIGHT - MARGIN.bottom + 4);
    context.clip();
    draw();
    context.restore();
  };
  clipped(() => shade(context, painting, color));
  context.fillStyle = color('--soft');
  context.strokeStyle = color('--line');
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const value of ticks(Math.max(0, view.bottom), view.top, 6)) {
    line(context, MARGIN.left, y(value), width - MARGIN.right, y(value));
    context.fillText(grouped(value), MARGIN.left - 8, y(value));
  }
  context.textAlign = 'center';
  for (const heap of ticks(view.from, view.to, Math.max(3, Math.floor(width / 130)))) {
    const text = grouped(heap);
    const half = context.measureText(text).width / 2;
    context.fillText(text, Math.min(x(heap), width - half - 2), HEIGHT - 10);
  }
  clipped(() => points(context, painting, color));
}

/** The colours of the page as the browser computes them. */
function palette(canvas: HTMLCanvasElement): (name: string) => string {
  const style = getComputedStyle(canvas);
  const probe = canvas.ownerDocument.body.appendChild(canvas.ownerDocument.createElement('span'));
  const found = new Map<string, string>();
  for (const name of ['--soft', '--line', '--accent', '--lose', '--win', '--draw', '--ink']) {
    probe.style.color = `var(${name})`;
    found.set(name, getComputedStyle(probe).color);
  }
  probe.remove();
  return (name) => found.get(name) ?? style.getPropertyValue(name).trim();
}

/** From where on the period is proved, and where each begins. */
function shade(context: CanvasRenderingContext2D, { view, width, proved }: Painting, color: (name: string) => string): void {
  if (!proved || proved.preperiod > view.to) return;
  const { x, inner } = scales(view, width);
  const left = Math.max(MARGIN.left, x(proved.preperiod - 0.5));
  context.globalAlpha = 0.12;
  context.fillStyle = color('--draw');
  context.fillRect(left, MARGIN.top, MARGIN.left + inner.width - left, inner.height);
  context.globalAlpha = 0.5;
  context.strokeStyle = color('--draw');
  const step = (proved.period / (view.to - view.from)) * inner.width;
  const first = Math.max(0, Math.floor((view.from - proved.preperiod) / proved.period));
  if (step >= 7) {
    for (let at = proved.preperiod + first * proved.period; at <= view.to; at += proved.period) line(context, x(at - 0.5), MARGIN.top, x(at - 0.5), MARGIN.top + inner.height);
  } else if (proved.preperiod >= view.from) line(context, left, MARGIN.top, left, MARGIN.top + inner.height);
  context.globalAlpha = 1;
  context.fillStyle = color('--draw');
  context.textAlign = 'left';
  context.fillText(`period ${grouped(proved.period)}${proved.saltus ? `, saltus ${proved.saltus}` : ''}, proved`, left + 4, 11);
}

function points(context: CanvasRenderingContext2D, { dots, other, view, width, proved, onlyZeros }: Painting, color: (name: string) => string): void {
  const { x, y, inner } = scales(view, width);
  const size = Math.min(9, Math.max(2.4, (inner.width / (view.to - view.from)) * 0.9));
  const colors = new Map<number, string>();
  const soft = color('--soft');
  const { theme } = document.documentElement.dataset;
  const isDark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  const of = (value: number) => {
    const whole = Math.round(value);
    if (!colors.has(whole)) colors.set(whole, whole === 0 ? color('--lose') : onlyZeros ? soft : hue(whole, isDark));
    return colors.get(whole)!;
  };
  for (const [heap, value] of placesOf(dots)) {
    context.fillStyle = of(value);
    context.globalAlpha = onlyZeros && Math.round(value) !== 0 ? 0.3 : 1;
    context.fillRect(x(heap) - size / 2, y(value) - size / 2, size, size);
  }
  context.globalAlpha = 1;
  if (other) {
    context.strokeStyle = color('--ink');
    for (const [heap, value] of placesOf(other)) {
      context.beginPath();
      context.arc(x(heap), y(value), Math.max(1.5, size * 0.75), 0, 2 * Math.PI);
      context.stroke();
    }
  }
  if (!proved || !dots.values || size < 3) return;
  context.strokeStyle = color('--win');
  context.lineWidth = 1.5;
  for (const heap of exceptions(dots, proved)) {
    const value = dots.values[heap - dots.low]!;
    context.strokeRect(x(heap) - size / 2 - 2, y(value) - size / 2 - 2, size + 4, size + 4);
  }
}

/** Heaps whose value is not the one that a period later would make expect. */
export function exceptions({ low, values }: Dots, { preperiod, period, saltus }: Proved): number[] {
  const found: number[] = [];
  for (const [at, value] of (values ?? []).entries()) {
    if (low + at >= preperiod) break;
    const later = values![at + period];
    if (later !== undefined && later !== value + saltus) found.push(low + at);
  }
  return found;
}

/** Neighbouring values far apart on the circle of colours. */
function hue(value: number, isDark: boolean): string {
  return `hsl(${(value * 67 + 140) % 360} ${isDark ? 65 : 70}% ${isDark ? 66 : 38}%)`;
}

/** Where the dots stand: heap and value, or the middles of a column and a row. */
function* placesOf({ low, values, dots, width, height }: Dots): Generator<[number, number]> {
  for (const [at, value] of (values ?? []).entries()) yield [low + at, value];
  for (const [column, rows] of (dots ?? []).entries()) {
    for (const row of rows) yield [low + (column + 0.5) * width, (row + 0.5) * height - 0.5];
  }
}

export function grouped(heap: number): string {
  return Math.round(heap).toLocaleString('en');
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
