// Things that stand on one another or side by side: heaps, pins, stairs.

import type { Big } from '../api';
import { handlers, look, Result, type Cells } from './board';

/** Pictures are this much larger than their units. */
export const SCALE = 1.3;
/** More than this is drawn as a number. */
const MOST_STONES = 60;
/** The tallest stack; a larger heap gets a second column. */
const TALLEST = 12;

const STONE = { width: 46, height: 16, gap: 3 };

export function Heaps({ heaps, cells }: { heaps: Big[]; cells: Cells }) {
  const widths = heaps.map((heap) => columnsOf(heap) * (STONE.width + 6) + 22);
  const lefts = widths.map((_, index) => widths.slice(0, index).reduce((sum, width) => sum + width, 0));
  const width = Math.max(120, widths.reduce((sum, each) => sum + each, 0));
  const tallest = Math.max(3, ...heaps.map((heap) => (isLarge(heap) ? 3 : Math.min(TALLEST, Number(heap)))));
  const ground = tallest * (STONE.height + STONE.gap) + 12;
  return (
    <svg viewBox={`0 0 ${width} ${ground + 30}`} width={(width) * SCALE}>
      <line class="ground" x1="0" y1={ground} x2={width} y2={ground} />
      {heaps.length === 0 && <text class="count" x={width / 2} y={ground + 21}>nothing left</text>}
      {heaps.map((heap, index) => (
        <Heap key={index} heap={heap} place={index} left={lefts[index]! + 11} ground={ground} cells={cells} />
      ))}
    </svg>
  );
}

function Heap(props: { heap: Big; place: number; left: number; ground: number; cells: Cells }) {
  const { heap, place, left, ground, cells } = props;
  const middle = left + (columnsOf(heap) * (STONE.width + 6)) / 2;
  if (isLarge(heap)) {
    return <text class="number" x={middle} y={ground - 18}>{shortened(heap)}</text>;
  }
  const stones = Array.from({ length: Number(heap) }, (_, stone) => stone);
  return (
    <g>
      {stones.map((stone) => {
        const x = left + Math.floor(stone / TALLEST) * (STONE.width + 6) + 3;
        const y = ground - ((stone % TALLEST) + 1) * (STONE.height + STONE.gap);
        return (
          <g key={stone} transform={`translate(${x} ${y})`} {...handlers(cells, `${place}.${stone}`)}>
            <rect class={look('stone', cells.state(`${place}.${stone}`))} width={STONE.width} height={STONE.height} rx="8" />
            <Result state={cells.state(`${place}.${stone}`)} x={STONE.width / 2} y={STONE.height / 2} />
          </g>
        );
      })}
      <text class="count" x={middle} y={ground + 21}>{heap}</text>
    </g>
  );
}

function isLarge(heap: Big): boolean {
  return typeof heap === 'string' || heap > MOST_STONES;
}

function columnsOf(heap: Big): number {
  return isLarge(heap) ? Math.max(2, String(shortened(heap)).length / 4) : Math.max(1, Math.ceil(Number(heap) / TALLEST));
}

export function shortened(number: Big): string {
  const digits = String(number);
  return digits.length > 20 ? `${digits.slice(0, 8)}…` : digits;
}

export function Pins({ rows, cells }: { rows: Big[]; cells: Cells }) {
  const step = 26;
  const gap = 24;
  const longest = 28;
  const lines = wrap(rows.map(Number), longest);
  const width = Math.max(120, ...lines.map((line) =>
    line.reduce((sum, row) => sum + row.pins * step + gap, 0)));
  return (
    <svg viewBox={`0 0 ${width} ${lines.length * 84}`} width={(width) * SCALE}>
      {lines.map((line, at) => {
        let x = gap / 2;
        return line.map((row) => {
          const left = x;
          x += row.pins * step + gap;
          return (
            <g key={row.place} transform={`translate(${left} ${at * 84})`}>
              {row.pins > MOST_STONES ? <text class="number" x="10" y="44">{row.pins}</text>
                : Array.from({ length: row.pins }, (_, pin) => (
                  <g key={pin} transform={`translate(${pin * step} 6)`}
                    class={look('pin', cells.state(`${row.place}.${pin}`))} {...handlers(cells, `${row.place}.${pin}`)}>
                    <rect class="reach" width={step} height="58" />
                    <path d="M13 2c4 0 6 3 6 7s-2 6-2 10c0 6 5 10 5 20 0 8-3 13-5 15H9c-2-2-5-7-5-15 0-10 5-14 5-20 0-4-2-6-2-10s2-7 6-7z" />
                    <path class="band" d="M9.3 18.5h7.4" />
                    <Result state={cells.state(`${row.place}.${pin}`)} x={13} y={38} />
                  </g>
                ))}
              <text class="count" x={(row.pins * step) / 2} y="80">{row.pins}</text>
            </g>
          );
        });
      })}
    </svg>
  );
}

/** Rows side by side, as many as fit. */
function wrap(rows: number[], longest: number): { place: number; pins: number }[][] {
  const lines: { place: number; pins: number }[][] = [[]];
  let used = 0;
  rows.forEach((pins, place) => {
    if (used > 0 && used + pins > longest) {
      lines.push([]);
      used = 0;
    }
    lines[lines.length - 1]!.push({ place, pins });
    used += pins + 1;
  });
  return lines;
}

export function Stairs({ steps, cells }: { steps: Big[]; cells: Cells }) {
  const tread = 64;
  const rise = 22;
  const coin = 13;
  const tallest = Math.max(3, ...steps.map((coins, step) => Math.min(TALLEST, Number(coins)) + step * (rise / coin)));
  const height = tallest * coin + 40;
  const bottom = height - 24;
  return (
    <svg viewBox={`0 0 ${steps.length * tread + 10} ${height}`} width={(steps.length * tread + 10) * SCALE}>
      {steps.map((coins, step) => {
        const x = step * tread + 5;
        const top = bottom - step * rise;
        const count = Number(coins);
        return (
          <g key={step}>
            <rect class="step" x={x} y={top} width={tread} height={bottom - top + 4} />
            {count > TALLEST ? <text class="number" x={x + tread / 2} y={top - 12}>{shortened(coins)}</text>
              : Array.from({ length: count }, (_, index) => (
                <g key={index} transform={`translate(${x + 12} ${top - (index + 1) * coin})`} {...handlers(cells, `${step}.${index}`)}>
                  <rect class={look('coin', cells.state(`${step}.${index}`))} width={tread - 24} height={coin - 2} rx="5" />
                  <Result state={cells.state(`${step}.${index}`)} x={(tread - 24) / 2} y={(coin - 2) / 2} />
                </g>
              ))}
            <text class="count" x={x + tread / 2} y={bottom + 20}>{step === 0 ? 'ground' : `step ${step}`}</text>
          </g>
        );
      })}
    </svg>
  );
}
