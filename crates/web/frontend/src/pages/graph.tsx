// Graphs: paste or draw one, see who wins where, and step through the algorithm that finds it.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { engine, type Outcome, type Value } from '../engine';
import { useAsk } from '../ask';
import { download } from '../download';
import { useKeys } from '../keys';
import type { Point } from '../boards/arrow';
import type { GraphPlaces } from '../generated/report';
import { FailureBox, sentence } from '../parts/failure';
import { Badge, valueText } from '../parts/outcome';
import { address, go, useRoute } from '../route';
import { CopyButton } from '../parts/copy';
import { Drawing, type Mode, type Painted } from './drawing';
import { BigDrawing } from './big-drawing';
import { Algorithm, Steps } from './graph-algorithm';
import { dotText, drawingText } from './graph-save';
import { countsFromOne, LECTURE, paperFor, placesOn, readPlaces, write, writePlaces, type Paper } from './graph-text';
import '../styles/graph.css';

export interface Solved {
  vertices: number;
  edges: [number, number][];
  first: number;
  names: string[] | null;
  outcomes: Outcome[];
  remoteness: (number | null)[];
  values: Value[] | null;
  steps: Step[] | null;
  places?: GraphPlaces;
}

/** One thing that the algorithm does: it decides a vertex, or looks back along an edge. */
export interface Step {
  vertex: number;
  edge: [number, number] | null;
  outcome: Outcome | null;
  left: number | null;
  text: string;
}

/** Graphs without curves are drawn as dots. */
function isBig(solved: Solved): boolean {
  return solved.places !== undefined && solved.places.curves.length === 0 && solved.edges.length > 0;
}

export function GraphPage() {
  const { query } = useRoute();
  const state = {
    g: query.get('g') ?? LECTURE, one: query.get('one') ?? '', misere: query.get('misere') ?? '',
    step: query.get('step') ?? '', at: query.get('at') ?? '', xy: query.get('xy') ?? '',
  };
  const change = (part: Partial<typeof state>, replace = false) =>
    go('graph', Object.entries({ ...state, ...part }), replace);
  const question = { text: state.g, one_based: state.one === '1', play: state.misere === '1' ? 'misere' as const : 'normal' as const };
  const { answer, failure, again } = useAsk(JSON.stringify(question), (signal) => engine.graph(question, signal) as Promise<Solved>);
  // A list that can only count from 1 is read so without being told.
  const isRead = failure !== undefined && state.one === '' && countsFromOne(state.g);
  useEffect(() => { if (isRead) change({ one: '1' }, true); }, [isRead]);
  // Undo goes back by what was drawn here, never to another page.
  const [drawn, setDrawn] = useState<Partial<State>[]>([]);
  const edit = (part: Partial<State>) => {
    setDrawn([...drawn.slice(-99), { g: state.g, one: state.one, xy: state.xy }]);
    change({ ...part, at: '' });
  };
  const undo = () => {
    change({ ...drawn[drawn.length - 1], at: '' });
    setDrawn(drawn.slice(0, -1));
  };
  const last = answer?.steps?.length ?? 0;
  // Before the first step, unless the address says otherwise; a graph that is not told step by step is only solved.
  const step = state.step === 'end' || !answer?.steps ? last : Math.min(Math.max(0, Number(state.step) || 0), last);
  const walk = (to: number) => {
    const next = Math.min(Math.max(0, to), last);
    change({ step: next === 0 ? '' : next === last ? 'end' : String(next) }, true);
  };
  useKeys([
    { key: 'ArrowRight', label: 'one step on', run: () => walk(step + 1) },
    { key: 'ArrowLeft', label: 'one step back', run: () => walk(step - 1) },
    { key: 'Home', label: 'before the first step', run: () => walk(0) },
    { key: 'End', label: 'after the last step', run: () => walk(last) },
    { key: '/', label: 'to the text of the graph', run: () => document.getElementById('graph-text')?.focus() },
  ]);
  return (
    <div class="page graph">
      <h1>Graphs</h1>
      <p class="lede">A token stands on a vertex; a move takes it along an edge.
        {state.misere === '1' ? ' Who cannot move wins.' : ' Who cannot move loses.'} Where play can go on for ever
        and nobody can force the end, it is a draw.</p>
      <div class="workbench">
        <div class="side">
          <Source state={state} change={change} failure={isRead ? undefined : failure} retry={again} />
          {answer?.steps && <Algorithm solved={answer} step={step} name={(vertex) => nameOf(answer, vertex)} />}
        </div>
        <div class="stage">
          {answer && <Stage solved={answer} step={step} last={last} walk={walk} xy={state.xy} change={change} edit={edit} undo={drawn.length > 0 ? undo : null}
            name={(vertex) => nameOf(answer, vertex)}
            chosen={chosenIn(answer, state.at)} choose={(vertex) => change({ at: vertex === null ? '' : String(vertex) }, true)}
            play={(vertex) => address('play', [...tokenOn(answer, vertex, state.g), ['misere', state.misere]])} />}
        </div>
      </div>
      {answer && <Results solved={answer} step={step} last={last} />}
    </div>
  );
}

export function nameOf(solved: Solved, vertex: number): string {
  return solved.names?.[vertex] ?? String(vertex + solved.first);
}

/** The vertex that the address has chosen. */
function chosenIn(solved: Solved, at: string): number | null {
  const vertex = Number(at);
  return at !== '' && Number.isInteger(vertex) && vertex >= 0 && vertex < solved.vertices ? vertex : null;
}

/** A token on a vertex as the play page takes it: positions count from 0 unless vertices have names. */
function tokenOn(solved: Solved, vertex: number, text: string): [string, string][] {
  const name = nameOf(solved, vertex);
  const isPlain = /^\w+$/.test(name);
  if (solved.first > 0) return [['p', `graph:g@${name}`], ['graph', named(solved)]];
  return isPlain ? [['p', `graph:g@${name}`], ['graph', text]] : [['p', `graph:g@${vertex}`], ['graph', write(solved)]];
}

/** The graph with its numbers as names, so that they stay what they are. */
function named(solved: Solved): string {
  const names = solved.outcomes.map((_, vertex) => nameOf(solved, vertex));
  return `digraph {${names.join('; ')}; ${solved.edges.map(([from, to]) => `${names[from]} -> ${names[to]}`).join('; ')}}`;
}

type State = { g: string; one: string; misere: string; step: string; at: string; xy: string };

function Source(props: {
  state: State; change: (part: Partial<State>) => void; failure: Parameters<typeof FailureBox>[0]['failure'] | undefined;
  retry: () => void;
}) {
  const { state, change, failure } = props;
  const [text, setText] = useState(state.g);
  useEffect(() => setText(state.g), [state.g]);
  const show = () => { if (text !== state.g) change({ g: text, step: '', at: '', xy: '' }); };
  return (
    <form class="source" onSubmit={(event) => { event.preventDefault(); show(); }}>
      <label class="above">The graph: <code>n m</code> and a line <code>a b</code> for each move; a bare list of edges; DOT; or JSON
        <textarea id="graph-text" class="code" rows={9} spellcheck={false} value={text}
          onInput={(event) => setText(event.currentTarget.value)} onBlur={show} />
      </label>
      <div class="buttons">
        <button type="submit">Solve</button>
        <label class="check"><input type="checkbox" checked={state.one === '1'}
          onChange={(event) => change({ one: event.currentTarget.checked ? '1' : '0', step: '' })} /> counts from 1</label>
        <label class="check"><input type="checkbox" checked={state.misere === '1'}
          onChange={(event) => change({ misere: event.currentTarget.checked ? '1' : '', step: '' })} /> who cannot move wins (misère)</label>
      </div>
      {failure && <FailureBox failure={failure.line ? { ...failure, message: `line ${failure.line}: ${failure.message}` } : failure} retry={props.retry} />}
      {failure && state.one !== '1' && <button type="button" class="second" onClick={() => change({ one: '1', step: '' })}>Try counting from 1</button>}
    </form>
  );
}

interface StageProps {
  solved: Solved; step: number; last: number; walk: (to: number) => void; name: (vertex: number) => string;
  xy: string; change: (part: Partial<State>, replace?: boolean) => void; edit: (part: Partial<State>) => void; undo: (() => void) | null; play: (vertex: number) => string;
  chosen: number | null; choose: (vertex: number | null) => void;
}

function Stage(props: StageProps) {
  const { solved, step, last, chosen } = props;
  const painted = useMemo(() => paint(solved, step, last), [solved, step]);
  const current = step > 0 ? solved.steps?.[step - 1] : undefined;
  const save = (kind: 'dot' | 'svg') => (kind === 'dot' ? download('graph.dot', 'text/vnd.graphviz', dotText(solved))
    : download('graph.svg', 'image/svg+xml', drawingText()));
  return (
    <>
      {!solved.places && <p class="note">This graph is too large to be drawn; the table has its vertices.</p>}
      {solved.places && (isBig(solved) ? <Big {...props} painted={painted} places={solved.places} /> : <Small {...props} painted={painted} places={solved.places} />)}
      {solved.steps && <Steps step={step} last={last} walk={props.walk} />}
      <p class="telling" role="status" aria-live="polite">{current ? sentence(current.text)
        : solved.steps ? 'Nothing is known yet. Press → to begin.' : 'This graph is too large to tell step by step.'}</p>
      <div class="buttons">
        {chosen !== null && <a class="button" href={props.play(chosen)}>Play from {props.name(chosen)}</a>}
        <CopyButton words="Copy results" text={() => `${solved.outcomes.join('\n')}\n`} />
        <CopyButton words="Copy link" text={() => location.href} />
        <button type="button" class="second" onClick={() => save('dot')}>Save as DOT</button>
        {solved.places && !isBig(solved) && <button type="button" class="second" onClick={() => save('svg')}>Save as SVG</button>}
      </div>
      <p class="note"><Badge outcome="win" /> won, <Badge outcome="lose" /> lost, <Badge outcome="draw" /> drawn for the player to
        move; beside a vertex stand the moves to the end, or, on the way there, the moves not yet refuted.</p>
      {solved.places && !isBig(solved) && <p class="note">Drag from one vertex to another to add a move, click a vertex to choose it and play from it,
        double-click the paper for a new one, Delete removes the chosen one. Drag a vertex onto free paper to put it there; drag
        the paper or turn the wheel to look elsewhere. The address holds it all.</p>}
    </>
  );
}

type DrawnProps = StageProps & { painted: Painted; places: GraphPlaces };

function Small({ solved, xy, change, places, painted, step, ...props }: DrawnProps) {
  const [mode, setMode] = useState<Mode>('select');
  const paper: Paper = paperFor(places);
  const laid = useMemo(() => placesOn(paper, places), [places]);
  const curves = useMemo(() => new Map(places.curves.map((curve) => [`${curve.from},${curve.to}`, curve.path])), [places]);
  const moved = readPlaces(xy, paper);
  const edit = (edges: [number, number][], points: (Point | undefined)[]) => props.edit({
    g: write({ vertices: points.length, edges }), one: '', step: step === props.last ? 'end' : '', xy: writePlaces(new Map(points.entries()), paper),
  });
  return (
    <>
      <Toolbar mode={mode} setMode={setMode} undo={props.undo} clear={() => edit([], [])} />
      <Drawing mode={mode} paper={paper} places={laid.points.map((point, vertex) => moved.get(vertex) ?? point)} laid={laid}
        curve={(from, to) => (moved.has(from) || moved.has(to) ? undefined : curves.get(`${from},${to}`))}
        solved={solved} painted={painted} chosen={props.chosen} name={props.name} current={step > 0 ? solved.steps?.[step - 1] : undefined}
        choose={props.choose} place={(vertex, point) => change({ xy: writePlaces(moved.set(vertex, point), paper) }, true)} edit={edit} />
    </>
  );
}

function Big({ solved, places, painted, name, ...props }: DrawnProps) {
  const points = useMemo(() => places.points.map(([x, y]) => ({ x, y })), [places]);
  const tell = (vertex: number) => {
    const [outcome, plies] = [painted.outcomes[vertex], solved.remoteness[vertex]];
    const options = solved.edges.filter(([from]) => from === vertex).map(([, to]) => name(to));
    return `${name(vertex)}: ${outcome ?? 'not known'}${outcome !== 'draw' && plies !== null ? ` in ${plies}` : ''}; moves to ${options.slice(0, 12).join(', ') || 'nothing'}${options.length > 12 ? ', …' : ''}`;
  };
  return <BigDrawing paper={places} points={points} edges={solved.edges} outcomes={painted.outcomes} chosen={props.chosen} name={name} tell={tell} choose={props.choose} />;
}

const TOOLS: [Mode, string][] = [['select', 'Select'], ['vertex', 'Vertex'], ['edge', 'Edge'], ['delete', 'Delete']];

/** What a click on the paper does. */
function Toolbar({ mode, setMode, undo, clear }: { mode: Mode; setMode: (mode: Mode) => void; undo: (() => void) | null; clear: () => void }) {
  return (
    <div class="buttons toolbar" role="group" aria-label="Drawing">
      {TOOLS.map(([each, words]) => <button key={each} type="button" class="second" aria-pressed={mode === each} onClick={() => setMode(each)}>{words}</button>)}
      <button type="button" class="second" disabled={!undo} onClick={() => undo?.()}>Undo</button>
      <button type="button" class="second" onClick={clear}>Clear</button>
    </div>
  );
}

/** What is known after `step` steps. */
function paint(solved: Solved, step: number, last: number): Painted {
  if (!solved.steps || step === last) {
    return { outcomes: solved.outcomes, left: new Map(), isFinal: true };
  }
  const outcomes: (Outcome | null)[] = solved.outcomes.map(() => null);
  const left = new Map<number, number>();
  for (const each of solved.steps.slice(0, step)) {
    if (each.outcome) outcomes[each.vertex] = each.outcome;
    if (each.left !== null) left.set(each.vertex, each.left);
  }
  return { outcomes, left, isFinal: false };
}

function Results({ solved, step, last }: { solved: Solved; step: number; last: number }) {
  const shown = step === last ? solved.outcomes : paint(solved, step, last).outcomes;
  const most = 400;
  return (
    <section class="panel" aria-label="Results">
      <h2>Vertex by vertex</h2>
      <div class="scroll" tabIndex={0} role="group" aria-label="Table of vertices">
        <table class="data">
          <thead><tr><th scope="col">vertex</th><th scope="col">outcome</th><th scope="col">moves to the end</th>{solved.values && <th scope="col">nim-value</th>}</tr></thead>
          <tbody>
            {shown.slice(0, most).map((outcome, vertex) => (
              <tr key={vertex}>
                <td>{nameOf(solved, vertex)}</td>
                <td>{outcome ? <><Badge outcome={outcome} /> <span aria-hidden="true">{outcome}</span></> : '?'}</td>
                <td>{outcome && outcome !== 'draw' ? solved.remoteness[vertex] : ''}</td>
                {solved.values && <td>{outcome ? valueText(solved.values[vertex] ?? null) : ''}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {solved.vertices > most && <p class="note">The first {most} of {solved.vertices}.</p>}
    </section>
  );
}
