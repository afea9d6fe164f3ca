// Policeman and thief: paint a map, watch best play, or be the thief.

import { useEffect, useState } from 'preact/hooks';
import { engine } from '../engine';
import { useAsk } from '../ask';
import { useKeys } from '../keys';
import { FailureBox, sentence } from '../parts/failure';
import { go, useRoute } from '../route';
import { Field, type Pieces } from './field';
import { Thief } from './thief';
import '../styles/pursuit.css';

export type Place = [number, number];

export interface Ply { side: 'police' | 'thief'; from: Place | null; to: Place | null; police: Place[]; thieves: Place[]; text: string }

export interface Chase {
  outcome: 'police' | 'thief' | 'draw'; plies: number | null; rows: number; columns: number; line: Ply[];
  repeats_from: number | null; police: Place[]; thieves: Place[];
}

const DEFAULT_MAP = ['P......', '.##.##.', '.#...#.', '...T...', '.#...#.', '.##.##.', '......E'].join('\n');
const BRUSHES: [string, string][] = [['#', 'wall'], ['.', 'free'], ['P', 'policeman'], ['T', 'thief'], ['E', 'exit']];

export function PursuitPage() {
  const { query } = useRoute();
  const state = {
    map: query.get('map') ?? DEFAULT_MAP, stay: query.get('stay') ?? '', mode: query.get('mode') ?? 'watch', ply: query.get('ply') ?? '',
    brush: query.get('brush') ?? '',
  };
  const change = (part: Partial<typeof state>, replace = false) => go('pursuit', Object.entries({ ...state, ...part }), replace);
  const question = { map: state.map, stay: state.stay === '1' };
  const { answer, failure, isWaiting, again } = useAsk(JSON.stringify(question), (signal) => engine.pursuit(question, signal) as Promise<unknown> as Promise<Chase>);
  return (
    <div class="page pursuit">
      <h1>Policeman and thief</h1>
      <p class="lede">The policeman moves first, one step in eight directions; the thief one step in four. In the same cell the
        policeman wins; on an exit the thief does. There may be several policemen: paint as many as you like.</p>
      <div class="buttons tabs" role="group" aria-label="What to do">
        {[['watch', 'Paint and watch'], ['thief', 'Be the thief']].map(([mode, words]) => (
          <button key={mode} type="button" class="second" aria-pressed={state.mode === mode} onClick={() => change({ mode: mode!, ply: '' })}>{words}</button>
        ))}
        <label class="check"><input type="checkbox" checked={state.stay === '1'}
          onChange={(event) => change({ stay: event.currentTarget.checked ? '1' : '', ply: '' })} /> both may stay</label>
      </div>
      {failure && <FailureBox failure={failure.line ? { ...failure, message: `line ${failure.line}: ${failure.message}` } : failure} retry={again} />}
      {/* The line keeps its place while something is painted, so that the field does not move under the brush. */}
      <p class="verdict" role="status">{answer && !isWaiting && !failure ? verdict(answer) : '\u00a0'}</p>
      {state.mode === 'thief' && answer ? <Thief key={JSON.stringify(question)} question={question} chase={answer} />
        : <Watch map={state.map} chase={answer} ply={state.ply} show={(ply) => change({ ply: ply === '0' ? '' : ply }, true)}
          brush={state.brush || '#'} setBrush={(brush) => change({ brush: brush === '#' ? '' : brush }, true)}
          paint={(map) => change({ map, ply: '' }, true)} />}
    </div>
  );
}

function verdict({ outcome, plies, police }: Chase): string {
  const isOne = police.length === 1;
  if (outcome === 'draw') return 'With best play neither wins: the chase goes on for ever.';
  return outcome === 'police' ? `${isOne ? 'The policeman catches' : 'The policemen catch'} the thief in ${plies} plies.` : `The thief gets away in ${plies} plies.`;
}

function Watch(props: {
  map: string; chase: Chase | undefined; ply: string; show: (ply: string) => void; paint: (map: string) => void;
  brush: string; setBrush: (brush: string) => void;
}) {
  const { map, chase, brush, setBrush } = props;
  const [isRunning, setRunning] = useState(false);
  const [cursor, setCursor] = useState<Place>([0, 0]);
  const last = chase?.line.length ?? 0;
  const ply = Math.min(Math.max(0, Number(props.ply) || 0), last);
  const walk = (to: number) => props.show(String(Math.min(Math.max(0, to), last)));
  useEffect(() => {
    if (!isRunning) return;
    if (ply >= last) { setRunning(false); return; }
    const timer = setTimeout(() => walk(ply + 1), 500);
    return () => clearTimeout(timer);
  }, [isRunning, ply, last]);
  const rows = map.split('\n');
  const [before, setBefore] = useState<string[]>([]);
  const paint = ([row, column]: Place, isDragged = false) => {
    // A policeman or thief is put down, not smeared.
    if (isDragged && (brush === 'P' || brush === 'T')) return;
    const next = painted(rows, row, column, brush).join('\n');
    if (next === map) return;
    setBefore([...before.slice(-99), map]);
    props.paint(next);
  };
  const undo = () => {
    if (before.length === 0) return;
    props.paint(before[before.length - 1]!);
    setBefore(before.slice(0, -1));
  };
  const pieces: Pieces | undefined = chase && (ply === 0 ? chase : chase.line[ply - 1]);
  const move = (down: number, right: number) => setCursor(([row, column]) => [
    Math.min(Math.max(0, row + down), rows.length - 1), Math.min(Math.max(0, column + right), (rows[0]?.length ?? 1) - 1)]);
  useKeys([
    { key: 'ArrowRight', label: 'one ply on', run: () => walk(ply + 1) },
    { key: 'ArrowLeft', label: 'one ply back', run: () => walk(ply - 1) },
    { key: 'u', label: 'undo the last stroke', run: undo },
    { key: ' ', label: 'run or pause', run: () => setRunning(!isRunning) },
    { key: 'w', label: 'brush up', run: () => move(-1, 0) }, { key: 's', label: 'brush down', run: () => move(1, 0) },
    { key: 'a', label: 'brush left', run: () => move(0, -1) }, { key: 'd', label: 'brush right', run: () => move(0, 1) },
    { key: 'x', label: 'paint', run: () => paint(cursor) },
    ...BRUSHES.map(([mark, name]) => ({ key: mark === '.' ? 'f' : mark.toLowerCase() === 'p' || mark.toLowerCase() === 't' || mark.toLowerCase() === 'e' ? mark.toLowerCase() : mark, label: `brush: ${name}`, run: () => setBrush(mark) })),
  ]);
  return (
    <div class="workbench pursuit-bench">
      <div>
        <div class="buttons" role="group" aria-label="Brush">
          {BRUSHES.map(([mark, name]) => (
            <button key={mark} type="button" class="second" aria-pressed={brush === mark} onClick={() => setBrush(mark)}>{name}</button>
          ))}
          <button type="button" class="second" disabled={before.length === 0} onClick={undo}>Undo</button>
        </div>
        <div class="buttons sizes" role="group" aria-label="Size">
          <button type="button" class="quiet" onClick={() => props.paint([...rows, '.'.repeat(rows[0]?.length ?? 1)].join('\n'))}>+ row</button>
          <button type="button" class="quiet" disabled={rows.length < 2} onClick={() => props.paint(rows.slice(0, -1).join('\n'))}>− row</button>
          <button type="button" class="quiet" onClick={() => props.paint(rows.map((row) => `${row}.`).join('\n'))}>+ column</button>
          <button type="button" class="quiet" disabled={(rows[0]?.length ?? 0) < 2} onClick={() => props.paint(rows.map((row) => row.slice(0, -1)).join('\n'))}>− column</button>
        </div>
        <label class="above">The map as text
          <textarea class="code" rows={Math.min(16, rows.length + 1)} spellcheck={false} value={map}
            onChange={(event) => props.paint(event.currentTarget.value.trimEnd())} /></label>
      </div>
      <div>
        <Field rows={rows} pieces={pieces} isStart={ply === 0} cursor={cursor} click={paint} isPainted />
        {ply > 0 && ply === last && <p class="buttons"><button type="button" class="second" onClick={() => { walk(0); setRunning(true); }}>Replay</button></p>}
        {last > 0 && (
          <>
            <div class="stepper" role="group" aria-label="Best play">
              <button type="button" class="second" disabled={ply === 0} onClick={() => walk(0)} aria-label="To the start">⇤</button>
              <button type="button" class="second" disabled={ply === 0} onClick={() => walk(ply - 1)} aria-label="One ply back">←</button>
              <button type="button" class="second" onClick={() => setRunning(!isRunning)} disabled={ply === last}>{isRunning ? 'Pause' : 'Watch'}</button>
              <button type="button" class="second" disabled={ply === last} onClick={() => walk(ply + 1)} aria-label="One ply on">→</button>
              <span>ply {ply} of {last}</span>
            </div>
            <p class="telling" role="status" aria-live="polite">{ply > 0 ? sentence(chase!.line[ply - 1]!.text) : ''}
              {ply === last && chase!.repeats_from !== null && ` As after ply ${chase!.repeats_from}, and so on for ever.`}</p>
          </>
        )}
      </div>
    </div>
  );
}

/** The map with a cell painted. There may be several policemen: one who is painted over goes. A second thief moves the first. */
function painted(rows: string[], row: number, column: number, mark: string): string[] {
  return rows.map((text, y) => [...text].map((old, x) => {
    if (y === row && x === column) return mark === 'P' && old === 'P' ? '.' : mark;
    return mark === 'T' && old === mark ? '.' : old;
  }).join(''));
}
