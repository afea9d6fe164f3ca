// The algorithm that solves a graph, beside its drawing: the line it is at, its queue, its counters, its steps.

import { useEffect, useState } from 'preact/hooks';
import { useKeys } from '../keys';
import type { Solved } from './graph';

const CODE = [
  'every vertex without a move is lost; put it into the queue',
  'take the next vertex v out of the queue',
  'for every move u → v, where u is not decided yet:',
  '    if v is lost, u is won; put it into the queue',
  '    else u has one hope less; if none is left, u is lost: into the queue',
  'when the queue is empty, what is not decided is a draw',
];

/** The algorithm beside the drawing: the line it is at, its queue and its counters. */
export function Algorithm({ solved, step, name }: { solved: Solved; step: number; name: (vertex: number) => string }) {
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

/** Walks the steps of the algorithm, by hand or by itself. */
export function Steps({ step, last, walk }: { step: number; last: number; walk: (to: number) => void }) {
  const [isRunning, setRunning] = useState(false);
  useEffect(() => {
    if (!isRunning) return;
    if (step >= last) { setRunning(false); return; }
    const timer = setTimeout(() => walk(step + 1), 900);
    return () => clearTimeout(timer);
  }, [isRunning, step, last]);
  const run = () => {
    if (!isRunning && step === last) walk(0);
    setRunning(!isRunning);
  };
  useKeys([{ key: ' ', label: 'run or pause', run }]);
  return (
    <div class="stepper" role="group" aria-label="Steps of the algorithm">
      <button type="button" class="second" disabled={step === 0} onClick={() => walk(0)} aria-label="Before the first step">⇤</button>
      <button type="button" class="second" disabled={step === 0} onClick={() => walk(step - 1)} aria-label="One step back">←</button>
      <button type="button" class="second" disabled={last === 0} onClick={run}>{isRunning ? 'Pause' : 'Watch'}</button>
      <button type="button" class="second" disabled={step === last} onClick={() => walk(step + 1)} aria-label="One step on">→</button>
      <button type="button" class="second" disabled={step === last} onClick={() => walk(last)} aria-label="After the last step">⇥</button>
      <span>step {step} of {last}</span>
    </div>
  );
}
