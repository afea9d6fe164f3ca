// Graphs: paste or draw one, see who wins where, and step through the algorithm that finds it.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { engine, type Outcome, type Value } from '../engine';
import { useAsk } from '../ask';
import { download } from '../download';
import { useKeys } from '../keys';
import { layout, type Point } from '../layout';
import { FailureBox, sentence } from '../parts/failure';
import { Badge, letter, valueText } from '../parts/outcome';
import { address, go, useRoute } from '../route';
import { CopyButton } from '../parts/copy';
import { Drawing, type Mode, type Painted } from './drawing';
import { LECTURE, PAPER, readPlaces, write, writePlaces } from './graph-text';
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
}

/** One thing that the algorithm does: it decides a vertex, or looks back along an edge. */
export interface Step {
  vertex: number;
  edge: [number, number] | null;
  outcome: Outcome | null;
  left: number | null;
  text: string;
}

const MOST_DRAWN = 300;
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
        <Source state={state} change={change} failure={failure} retry={again} />
        <div class="stage">
          {answer && <Stage solved={answer} step={step} last={last} walk={walk}
            moved={readPlaces(state.xy)} place={(vertex, point) => change({ xy: writePlaces(readPlaces(state.xy).set(vertex, point)) }, true)}
            edit={(edges, places) => change({
              g: write({ vertices: places.length, edges }), one: '', step: state.step === 'end' ? 'end' : '', at: '', xy: writePlaces(new Map(places.entries())),
            })}
            name={(vertex) => nameOf(answer, vertex)}
            chosen={chosenIn(answer, state.at)} choose={(vertex) => change({ at: vertex === null ? '' : String(vertex) }, true)}
            play={(vertex) => address('play', [...tokenOn(answer, vertex, state.g), ['misere', state.misere]])} />}
        </div>
      </div>
      {answer && <Results solved={answer} step={step} last={last} />}
    </div>
  );
}

function nameOf(solved: Solved, vertex: number): string {
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
  const isPlain = solved.first === 0 && /^\w+$/.test(name);
  return isPlain ? [['p', `graph:g@${name}`], ['graph', text]] : [['p', `graph:g@${vertex}`], ['graph', write(solved)]];
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
        <textarea id="graph-text" class="code" rows={14} spellcheck={false} value={text}
          onInput={(event) => setText(event.currentTarget.value)} onBlur={show} />
      </label>
      <div class="buttons">
        <button type="submit">Solve</button>
        <label class="check"><input type="checkbox" checked={state.one === '1'}
          onChange={(event) => change({ one: event.currentTarget.checked ? '1' : '', step: '' })} /> counts from 1</label>
        <label class="check"><input type="checkbox" checked={state.misere === '1'}
          onChange={(event) => change({ misere: event.currentTarget.checked ? '1' : '', step: '' })} /> who cannot move wins (misère)</label>
      </div>
      {failure && <FailureBox failure={failure.line ? { ...failure, message: `line ${failure.line}: ${failure.message}` } : failure} retry={props.retry} />}
      {failure && state.one !== '1' && <button type="button" class="second" onClick={() => change({ one: '1', step: '' })}>Try counting from 1</button>}
    </form>
  );
}

function Stage(props: {
  solved: Solved; step: number; last: number; walk: (to: number) => void; name: (vertex: number) => string;
  edit: (edges: [number, number][], places: (Point | undefined)[]) => void; play: (vertex: number) => string;
  moved: Map<number, Point>; place: (vertex: number, point: Point) => void;
  chosen: number | null; choose: (vertex: number | null) => void;
}) {
  const { solved, step, last, chosen, choose, moved } = props;
  const [isRunning, setRunning] = useState(false);
  const shape = JSON.stringify([solved.vertices, solved.edges]);
  const isDrawn = solved.vertices <= MOST_DRAWN;
  const points = useMemo(() => (isDrawn ? layout(solved.vertices, solved.edges, PAPER.width, PAPER.height) : []), [shape]);
  const painted = useMemo(() => paint(solved, step, last), [solved, step]);
  useEffect(() => {
    if (!isRunning) return;
    if (step >= last) { setRunning(false); return; }
    const timer = setTimeout(() => props.walk(step + 1), 900);
    return () => clearTimeout(timer);
  }, [isRunning, step, last]);
  const [mode, setMode] = useState<Mode>('select');
  const run = () => {
    if (!isRunning && step === last) props.walk(0);
    setRunning(!isRunning);
  };
  useKeys([{ key: ' ', label: 'run or pause', run }]);
  if (!isDrawn) return <p class="note">Graphs with up to {MOST_DRAWN} vertices are drawn; this one has {solved.vertices}.</p>;
  const places = points.map((point, vertex) => moved.get(vertex) ?? point);
  const current = step > 0 ? solved.steps?.[step - 1] : undefined;
  const save = (kind: 'dot' | 'svg') => (kind === 'dot' ? download('graph.dot', 'text/vnd.graphviz', dotText(solved))
    : download('graph.svg', 'image/svg+xml', drawingText()));
  return (
    <>
      <Toolbar mode={mode} setMode={setMode} clear={() => props.edit([], [])} />
      <Drawing mode={mode} places={places} solved={solved} painted={painted} chosen={chosen} name={props.name} current={current}
        choose={choose} place={props.place} edit={props.edit} />
      {solved.steps && (
        <div class="stepper" role="group" aria-label="Steps of the algorithm">
          <button type="button" class="second" disabled={step === 0} onClick={() => props.walk(0)} aria-label="Before the first step">⇤</button>
          <button type="button" class="second" disabled={step === 0} onClick={() => props.walk(step - 1)} aria-label="One step back">←</button>
          <button type="button" class="second" disabled={last === 0} onClick={run}>{isRunning ? 'Pause' : 'Watch'}</button>
          <button type="button" class="second" disabled={step === last} onClick={() => props.walk(step + 1)} aria-label="One step on">→</button>
          <button type="button" class="second" disabled={step === last} onClick={() => props.walk(last)} aria-label="After the last step">⇥</button>
          <span>step {step} of {last}</span>
        </div>
      )}
      {solved.steps && <Algorithm solved={solved} step={step} name={props.name} />}
      <p class="telling" role="status" aria-live="polite">{current ? sentence(current.text)
        : solved.steps ? 'Nothing is known yet. Press → to begin.' : 'This graph is too large to tell step by step.'}</p>
      <div class="buttons">
        {chosen !== null && <a class="button" href={props.play(chosen)}>Play from {props.name(chosen)}</a>}
        <CopyButton words="Copy results" text={() => `${solved.outcomes.join('\n')}\n`} />
        <button type="button" class="second" onClick={() => save('dot')}>Save as DOT</button>
        <button type="button" class="second" onClick={() => save('svg')}>Save as SVG</button>
      </div>
      <p class="note"><Badge outcome="win" /> won, <Badge outcome="lose" /> lost, <Badge outcome="draw" /> drawn for the player to
        move; beside a vertex stand the moves to the end, or, on the way there, the moves not yet refuted.</p>
      <p class="note">Drag from one vertex to another to add a move, click a vertex to choose it and play from it,
        double-click the paper for a new one, Delete removes the chosen one. Drag a vertex onto free paper to put it there.
        The address holds it all: to share the graph, copy it.</p>
    </>
  );
}

const TOOLS: [Mode, string][] = [['select', 'Select'], ['vertex', 'Vertex'], ['edge', 'Edge'], ['delete', 'Delete']];

/** What a click on the paper does. Every change is a step of the browser's history, so Undo goes back in it. */
function Toolbar({ mode, setMode, clear }: { mode: Mode; setMode: (mode: Mode) => void; clear: () => void }) {
  return (
    <div class="buttons toolbar" role="group" aria-label="Drawing">
      {TOOLS.map(([each, words]) => <button key={each} type="button" class="second" aria-pressed={mode === each} onClick={() => setMode(each)}>{words}</button>)}
      <button type="button" class="second" onClick={() => history.back()}>Undo</button>
      <button type="button" class="second" onClick={clear}>Clear</button>
    </div>
  );
}

const CODE = [
  'every vertex without a move is lost; put it into the queue',
  'take the next vertex v out of the queue',
  'for every move u → v, where u is not decided yet:',
  '    if v is lost, u is won; put it into the queue',
  '    else u has one hope less; if none is left, u is lost: into the queue',
  'when the queue is empty, what is not decided is a draw',
];

/** The algorithm beside the drawing: the line it is at, its queue and its counters. */
function Algorithm({ solved, step, name }: { solved: Solved; step: number; name: (vertex: number) => string }) {
  const steps = solved.steps!.slice(0, step);
  const current = steps[steps.length - 1];
  const decided = steps.flatMap((each) => (each.outcome && each.outcome !== 'draw' ? [each.vertex] : []));
  const looking = [...steps].reverse().find((each) => each.edge)?.edge?.[1];
  const queue = looking === undefined ? decided : decided.slice(decided.indexOf(looking) + 1);
  const counters = new Map(steps.flatMap((each): [number, number][] => (each.left === null ? [] : [[each.vertex, Number(each.left)]])));
  let line = -1;
  if (current) line = !current.edge ? (current.outcome === 'draw' ? 5 : 0) : current.outcome === 'win' ? 3 : 4;
  return (
    <div class="algorithm">
      <ol>{CODE.map((text, index) => <li key={text} aria-current={index === line ? 'step' : undefined}><code>{text}</code></li>)}</ol>
      <dl class="facts">
        <dt>queue</dt><dd>{queue.length > 0 ? queue.slice(0, 30).map(name).join(' ') : 'empty'}</dd>
        <dt>hopes left</dt><dd>{[...counters].slice(0, 30).map(([vertex, left]) => `${name(vertex)}: ${left}`).join(', ') || 'not counted yet'}</dd>
      </dl>
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

const DOT_COLOR = { win: '#b23a24', lose: '#2459a6', draw: '#1b7353' } as const;

function dotText(solved: Solved): string {
  const quoted = (vertex: number) => JSON.stringify(nameOf(solved, vertex));
  const nodes = solved.outcomes.map((outcome, vertex) =>
    `  ${quoted(vertex)} [label=${JSON.stringify(`${nameOf(solved, vertex)} ${letter(outcome)}`)}, fillcolor="${DOT_COLOR[outcome]}"];`);
  const edges = solved.edges.map(([from, to]) => `  ${quoted(from)} -> ${quoted(to)};`);
  return ['digraph {', '  node [style=filled, fontcolor=white];', ...nodes, ...edges, '}', ''].join('\n');
}

/** The drawing as a file of its own: the colours come along. */
function drawingText(): string {
  const svg = document.querySelector<SVGSVGElement>('.drawing')!.cloneNode(true) as SVGSVGElement;
  const probe = document.body.appendChild(document.createElement('span'));
  const color = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const css = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  css.textContent = `text{font:13px sans-serif;text-anchor:middle}.edge{fill:none;stroke:#777;stroke-width:1.4}.tip{fill:#777}
circle{fill:#fff;stroke:#777}.win circle{fill:${color('--win')}}.lose circle{fill:${color('--lose')}}.draw circle{fill:${color('--draw')}}
.win text,.lose text,.draw text{fill:${color('--outcome-ink')}}text.side{fill:#555;font-size:11px}`;
  probe.remove();
  svg.prepend(css);
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return svg.outerHTML;
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
