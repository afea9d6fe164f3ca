// The field of a pursuit, drawn.

import type { Place } from './pursuit';

export interface Pieces { police: Place[]; thieves: Place[] }

export interface FieldProps {
  rows: string[];
  pieces: Pieces | undefined;
  /** True if the pieces stand where the map has them. */
  isStart: boolean;
  cursor?: Place;
  targets?: Place[];
  click: (place: Place, isDragged?: boolean) => void;
  /** True if cells are painted by dragging. */
  isPainted?: boolean;
}

const CELL = 44;

export function Field({ rows, pieces, isStart, cursor, targets = [], click, isPainted = false }: FieldProps) {
  const columns = Math.max(1, ...rows.map((row) => row.length));
  const label = `A map of ${rows.length} rows and ${columns} columns. `
    + (pieces ? `Policeman ${pieces.police.map(inWords).join(' and ')}, thief ${pieces.thieves.map(inWords).join(' and ')}.` : '');
  const shown = pieces ?? { police: marks(rows, 'P'), thieves: marks(rows, 'T') };
  return (
    <svg class="field" role="img" aria-label={label} viewBox={`0 0 ${columns * CELL + 2} ${rows.length * CELL + 2}`}
      style={{ '--ratio': columns / Math.max(1, rows.length), '--columns': columns }}>
      {rows.map((row, y) => [...row].map((mark, x) => {
        const isTarget = targets.some(([r, c]) => r === y + 1 && c === x + 1);
        const kind = mark === '#' ? 'wall' : mark === 'E' ? 'exit' : 'free';
        return (
          <g key={`${y}.${x}`} class={`cell ${kind}${isTarget ? ' target' : ''}`} transform={`translate(${x * CELL + 1} ${y * CELL + 1})`}
            onPointerDown={(event) => { (event.target as Element).releasePointerCapture?.(event.pointerId); click([y, x]); }}
            onPointerEnter={(event) => { if (isPainted && event.buttons === 1) click([y, x], true); }}>
            <rect width={CELL} height={CELL} />
            {mark === 'E' && <text class="exit" x={CELL / 2} y={CELL / 2 + 5}>exit</text>}
            {cursor && cursor[0] === y && cursor[1] === x && <rect class="cursor" x="2" y="2" width={CELL - 4} height={CELL - 4} />}
          </g>
        );
      }))}
      {!isStart && (['P', 'T'] as const).flatMap((mark) => marks(rows, mark).map(([r, c]) => (
        <circle key={mark} class="trace" cx={(c - 0.5) * CELL + 1} cy={(r - 0.5) * CELL + 1} r="4" />)))}
      {shown.thieves.map((place, index) => <Piece key={`t${index}`} place={place} kind="thief" letter="T" />)}
      {shown.police.map((place, index) => <Piece key={`p${index}`} place={place} kind="police" letter="P" />)}
    </svg>
  );
}

function Piece({ place: [row, column], kind, letter }: { place: Place; kind: string; letter: string }) {
  return (
    <g class={`piece ${kind}`} transform={`translate(${(column - 0.5) * CELL + 1} ${(row - 0.5) * CELL + 1})`}>
      <circle r={kind === 'police' ? 15 : 17} />
      <text y="6">{letter}</text>
    </g>
  );
}

function marks(rows: string[], mark: string): Place[] {
  return rows.flatMap((row, y) => [...row].flatMap((each, x): Place[] => (each === mark ? [[y + 1, x + 1]] : [])));
}

function inWords([row, column]: Place): string {
  return `row ${row}, column ${column}`;
}
