// Graphs and trees changed by hand: vertices joined and taken away, branches grown and cut.

import { useMemo, useState } from 'preact/hooks';
import { at, Board } from '../boards/board';

/** A graph whose edges are pairs of names with a mark between them, `1-2,2-3` or `a<b,b<c`; a vertex without an edge stands by itself. */
export function NetworkEditor(props: { edges: [number, number][]; names: string[]; mark: string; position: string; change: (text: string) => void }) {
  const { edges, names } = props;
  const [first, setFirst] = useState<number | null>(null);
  const write = (list: [string, string][], all: string[]) => {
    const joined = new Set(list.flat());
    props.change([...list.map((edge) => edge.join(props.mark)), ...all.filter((name) => !joined.has(name))].join());
  };
  const named = edges.map(([a, b]): [string, string] => [names[a]!, names[b]!]);
  const touch = (_: number, element: string) => {
    const vertex = Number(element.slice('vertex:'.length));
    if (first === null || first === vertex) {
      setFirst(first === vertex ? null : vertex);
      return;
    }
    const [a, b] = [names[first]!, names[vertex]!];
    const rest = named.filter((edge) => !(edge.includes(a) && edge.includes(b)));
    setFirst(null);
    write(rest.length < named.length ? rest : [...named, [a, b]], names);
  };
  const fresh = () => String(Math.max(0, ...names.map(Number).filter(Number.isFinite)) + 1);
  const remove = () => {
    const gone = names[first!]!;
    setFirst(null);
    write(named.filter((edge) => !edge.includes(gone)), names.filter((name) => name !== gone));
  };
  const parts = useMemo(() => [{ position: props.position, picture: { kind: 'network' as const, edges, names }, caption: null, title: '', rules: '' }], [props.position]);
  const hot = useMemo(() => new Set(names.map((_, vertex) => at(0, `vertex:${vertex}`))), [names]);
  return (
    <div class="graph-editor">
      <Board label="The graph: touch two vertices to join or part them" parts={parts} hot={hot} chosen={new Set(first === null ? [] : [at(0, `vertex:${first}`)])} onTouch={touch} />
      <div class="buttons">
        <button type="button" class="second" onClick={() => write(named, [...names, fresh()])}>Add a vertex</button>
        <button type="button" class="second" disabled={first === null || names.length < 2} onClick={remove}>Remove {first === null ? 'a vertex' : `vertex ${names[first]}`}</button>
      </div>
      <p class="note" role="status">{first === null ? 'Touch two vertices to join or part them.' : `Vertex ${names[first]} is chosen: touch another to join or part the two.`}</p>
    </div>
  );
}

/** Trees written with brackets: a pair for each branch around those that it carries. */
export function TreeEditor({ parents, change }: { parents: number[]; change: (text: string) => void }) {
  const [isCutting, setCutting] = useState(false);
  const parts = useMemo(() => [{ position: '', picture: { kind: 'trees' as const, parents }, caption: null, title: '', rules: '' }], [parents]);
  const hot = useMemo(() => new Set(parents.map((_, branch) => at(0, `branch:${branch}`))), [parents]);
  const touch = (_: number, element: string) => {
    const branch = Number(element.slice('branch:'.length));
    change(isCutting ? written(parents, branch) : written([...parents, branch + 1]));
  };
  return (
    <div class="graph-editor">
      <Board label="The trees" parts={parts} hot={hot} onTouch={touch} />
      <div class="buttons">
        <button type="button" class="second" aria-pressed={!isCutting} onClick={() => setCutting(false)}>Touch a branch: grow one on it</button>
        <button type="button" class="second" aria-pressed={isCutting} onClick={() => setCutting(true)}>Touch a branch: cut it</button>
        <button type="button" class="second" onClick={() => change(written([...parents, 0]))}>Plant a branch</button>
      </div>
    </div>
  );
}

/** The trees in brackets, without the branch `gone` and what it carries. */
export function written(parents: number[], gone: number | null = null): string {
  const from = (point: number): string => parents.map((parent, branch) =>
    (parent === point && branch !== gone ? `(${from(branch + 1)})` : '')).join('');
  return from(0) || '0';
}
