// The sequence explorer: a ruleset's values, their plot, their period and its proof.

import { useEffect, useState } from 'preact/hooks';
import { engine, type Failure } from '../engine';
import { asFailure, useAsk } from '../ask';
import { download } from '../download';
import { useKeys } from '../keys';
import { FailureBox, sentence } from '../parts/failure';
import { CopyButton } from '../parts/copy';
import { address, go, useRoute } from '../route';
import { Plot, type Dots, type View } from './plot';
import type { Proved } from './plot-paint';
import { Rows } from './rows';
import '../styles/sequence.css';

interface Plotted extends Dots {
  ruleset: string; largest: number; largest_at: number; method: string;
  zeros: number; last_zero: number | null; histogram: [number, number][];
}

/** The largest heap that is plotted, that is saved, and that is considered for the table. */
const MOST = { plotted: 10_000_000, saved: 1_000_000, listed: 5_000 };
/** How fine a plot is: about a dot a pixel. */
const FINE = { columns: 1000, rows: 300 };

export interface Period {
  ruleset: string; periodic: boolean | null; preperiod: number | null; period: number | null; saltus: number | null;
  last_exception: number | null; proved: boolean; checked_to: number; theorem_in_words?: string;
  observed?: { preperiod: number; period: number; saltus: number } | null; from_certificate?: boolean;
}

const TRY = ['kayles', '0.137', '0.07', 'grundys-game', 'lasker', 'subtract/1,3,4', '0.106', '0.3f'];

export function SequencePage() {
  const { query } = useRoute();
  const ruleset = query.get('r') ?? 'kayles';
  const to = Number(query.get('to') ?? 200);
  const second = query.get('vs') ?? '';
  const rules = query.get('rules') ?? '';
  const own = rules ? { rules } : {};
  const view = readView(query.get('view'));
  const stretch = view ? { low: Math.floor(Math.max(0, view.from)), high: Math.ceil(view.to) } : {};
  const asked = useAsk(`${ruleset}|${to}|${rules}|${JSON.stringify(stretch)}`, (signal) =>
    engine.plot({ ruleset, to, ...stretch, ...FINE, ...own }, signal) as Promise<unknown> as Promise<Plotted>);
  const other = useAsk(second ? `${second}|${to}|${JSON.stringify(stretch)}` : null, (signal) =>
    engine.plot({ ruleset: second, to, ...stretch, ...FINE, ...(second.includes('mine.star') ? own : {}) }, signal) as Promise<unknown> as Promise<Plotted>);
  const listed = useAsk(`${ruleset}|${Math.min(to, MOST.listed)}|${rules}`, (signal) =>
    engine.values({ ruleset, to: Math.min(to, MOST.listed), ...own }, signal) as Promise<unknown> as Promise<{ values: number[] }>);
  const period = useAsk(`${ruleset}|${rules}`, (signal) =>
    engine.period({ ruleset, ...own }, signal) as Promise<unknown> as Promise<Period>, true);
  const values = listed.answer?.values ?? [];
  const onlyZeros = query.get('zeros') === '1';
  const show = (next: { r?: string; to?: number; vs?: string }) => go('sequence', [
    ['r', next.r ?? ruleset], ['vs', next.vs ?? second], ['to', String(next.to ?? to)], ['rules', next.r ? '' : rules], ['zeros', onlyZeros ? '1' : ''],
  ]);
  const set = (name: string, value: string) =>
    go('sequence', [...[...query].filter(([each]) => each !== name), [name, value]], true);
  const look = (next: View | null, isTall: boolean) => set('view', !next ? ''
    : [Math.round(next.from), Math.round(next.to), ...(isTall ? [next.bottom.toFixed(1), next.top.toFixed(1)] : [])].join());
  useKeys([{ key: '/', label: 'to the ruleset', run: () => document.getElementById('ruleset')?.focus() }]);
  const name = asked.answer?.ruleset ?? ruleset;
  const last = asked.answer?.to ?? to;
  const [saving, setSaving] = useState<Failure | null>(null);
  const save = () => (engine.values({ ruleset, to: Math.min(last, MOST.saved), ...own }) as Promise<unknown> as Promise<{ values: number[] }>).then((answer) => {
    setSaving(null);
    download(`${name.replace(/[^\w.-]+/g, '_')}.csv`, 'text/csv', `n,value\n${answer.values.map((value, n) => `${n},${value}`).join('\n')}\n`);
  }, (error: unknown) => setSaving(asFailure(error)));
  return (
    <div class="page sequence">
      <h1>Sequences</h1>
      <p class="lede">The nim-values of one heap of 0, 1, 2, … under any rules that are played heap by heap:
        a game by name, or a taking-and-breaking code.</p>
      <Asking ruleset={ruleset} second={second} to={to} show={show} />
      {asked.failure && <FailureBox failure={asked.failure} text={ruleset} retry={asked.again} />}
      {asked.answer && (
        <>
          {second && other.failure && <FailureBox failure={other.failure} text={second} retry={other.again} />}
          <Plot dots={asked.answer} other={second ? other.answer : undefined} proved={provedIn(period.answer)} onlyZeros={onlyZeros} view={view} show={look} />
          {second && other.answer && !other.isWaiting && <Comparison first={asked.answer} second={other.answer} />}
          {last < to && !asked.isWaiting && <p class="note">The time of one request sufficed for the heaps up to {last.toLocaleString('en')}.</p>}
          <div class="columns">
            <section aria-label="Period"><h2>Period</h2><PeriodReport asked={period} values={values} /></section>
            <section aria-label="Statistics"><h2>Figures</h2><Figures answer={asked.answer} />
              <div class="buttons">
                <button type="button" class="second" onClick={save}>Download CSV</button>
                <CopyButton words="Copy list" text={() => values.join(', ')} />
                <CopyButton words="Copy b-file" text={() => values.map((value, n) => `${n} ${value}`).join('\n')} />
              </div>
              <p class="buttons"><a href={address('play', [['p', `${name}:10`], ['rules', rules]])}>Play a heap of 10</a>
                <a href={address('explore', [['p', `${name}:10`], ['rules', rules]])}>Explore it</a></p>
              {last > MOST.saved && <p class="note">The file has the heaps up to {MOST.saved.toLocaleString('en')}.</p>}
              {saving && <FailureBox failure={saving} />}</section>
          </div>
          <section aria-label="Values"><h2>Values</h2>
            <Rows values={values} total={last + 1} period={period.answer?.period ?? null} preperiod={period.answer?.preperiod ?? null}
              onlyZeros={onlyZeros} setOnlyZeros={(on) => set('zeros', on ? '1' : '')} /></section>
        </>
      )}
      {asked.isWaiting && !asked.answer && <p class="waiting">computing…</p>}
    </div>
  );
}

function readView(text: string | null): (Pick<View, 'from' | 'to'> & Partial<View>) | null {
  const [from, to, bottom, top] = (text ?? '').split(',').map(Number);
  if (!Number.isFinite(from) || !Number.isFinite(to) || from! >= to!) return null;
  const isTall = Number.isFinite(bottom) && Number.isFinite(top) && bottom! < top!;
  return { from: from!, to: to!, ...(isTall && { bottom: bottom!, top: top! }) };
}

function provedIn(found: Period | undefined): Proved | null {
  if (!found?.proved || found.preperiod === null || found.period === null) return null;
  return { preperiod: found.preperiod, period: found.period, saltus: found.saltus ?? 0 };
}

/** Where two sequences differ, as far as every value is in sight. */
function Comparison({ first, second }: { first: Plotted; second: Plotted }) {
  if (!first.values || !second.values || first.low !== second.low) {
    return <p class="note">Rings: <code>{second.ruleset}</code>. Zoom in to compare value by value.</p>;
  }
  const count = Math.min(first.values.length, second.values.length);
  const apart = Array.from({ length: count }, (_, at) => at).filter((at) => first.values![at] !== second.values![at]).map((at) => at + first.low);
  const stretch = `heaps ${first.low.toLocaleString('en')} to ${(first.low + count - 1).toLocaleString('en')}`;
  return (
    <p class="note" role="status">
      Dots: <code>{first.ruleset}</code>, rings: <code>{second.ruleset}</code>. {apart.length === 0 ? `They agree for ${stretch}.`
        : `They differ at ${apart.length.toLocaleString('en')} of ${stretch}: ${apart.slice(0, 12).map((heap) => heap.toLocaleString('en')).join(', ')}${apart.length > 12 ? ', …' : ''}.`}
    </p>
  );
}

function Asking(props: { ruleset: string; second: string; to: number; show: (next: { r?: string; to?: number; vs?: string }) => void }) {
  const [ruleset, setRuleset] = useState(props.ruleset);
  const [to, setTo] = useState(String(props.to));
  const [second, setSecond] = useState(props.second);
  useEffect(() => setSecond(props.second), [props.second]);
  useEffect(() => setRuleset(props.ruleset), [props.ruleset]);
  useEffect(() => setTo(String(props.to)), [props.to]);
  const submit = (event: Event) => {
    event.preventDefault();
    const next = ruleset.trim();
    const rest = { to: Number(to), vs: second.trim() };
    props.show(next === props.ruleset ? rest : { r: next, ...rest });
  };
  return (
    <>
      <form class="joined" onSubmit={submit}>
        <label class="above">Ruleset or code
          <input id="ruleset" value={ruleset} spellcheck={false} autocapitalize="off" onInput={(event) => setRuleset(event.currentTarget.value)} /></label>
        <label class="above narrow">Heaps up to
          <input type="number" min="1" max={MOST.plotted} value={to} onInput={(event) => setTo(event.currentTarget.value)} /></label>
        <label class="above narrow">Compare with
          <input value={second} placeholder="nothing" spellcheck={false} autocapitalize="off" onInput={(event) => setSecond(event.currentTarget.value)} /></label>
        <button type="submit">Show</button>
      </form>
      <p class="try">{TRY.map((each) => (
        <button key={each} type="button" class="link" onClick={() => props.show({ r: each, to: Number(to) })}>{each}</button>
      ))}</p>
    </>
  );
}

function PeriodReport({ asked, values }: { asked: ReturnType<typeof useAsk<Period>>; values: number[] }) {
  if (asked.failure) return <p class="note">{sentence(asked.failure.message)}</p>;
  if (!asked.answer) return <p class="waiting" role="status">looking for a period…</p>;
  const { ruleset, periodic, period, preperiod, saltus, last_exception, proved, checked_to, theorem_in_words, observed, from_certificate } = asked.answer;
  if (!periodic) {
    return (
      <>
        <p>No period was proved with the values up to heap {checked_to.toLocaleString('en')}.</p>
        {observed && <p class="note">They do recur with {observed.period.toLocaleString('en')} from {observed.preperiod.toLocaleString('en')} on as far as they go, which proves nothing.</p>}
      </>
    );
  }
  return (
    <div class="period">
      <p class="verdict">
        <strong>Period {period!.toLocaleString('en')}</strong>{saltus ? <>, saltus {saltus}</> : null},
        from heap {preperiod!.toLocaleString('en')} on{proved ? <> — <span class="proved">proved</span></> : ' (not proved)'}.
      </p>
      <dl class="facts">
        {last_exception !== null && <><dt>last exception</dt><dd>{last_exception.toLocaleString('en')} {values[last_exception] !== undefined && `(value ${values[last_exception]})`}</dd></>}
        <dt>checked to</dt><dd>{checked_to.toLocaleString('en')}</dd>
      </dl>
      {theorem_in_words && <p>{sentence(theorem_in_words)}</p>}
      {from_certificate && <p class="note">Known from the certificate that comes with grundy: finding it takes long. <code>grundy period --check {ruleset}.json</code> proves it anew.</p>}
    </div>
  );
}

function Figures({ answer }: { answer: Plotted }) {
  return (
    <dl class="facts">
      <dt>values</dt><dd>{(answer.to + 1).toLocaleString('en')}</dd>
      <dt>largest</dt><dd>{answer.largest} at heap {answer.largest_at.toLocaleString('en')}</dd>
      <dt>lost heaps</dt><dd>{answer.zeros.toLocaleString('en')}{answer.last_zero !== null && <>, the last at {answer.last_zero.toLocaleString('en')}</>}</dd>
      <dt>most frequent</dt><dd>{answer.histogram.slice(0, 4).map(([value, count]) => `${value} (${count.toLocaleString('en')}×)`).join(', ')}</dd>
      <dt>found by</dt><dd>{answer.method}</dd>
    </dl>
  );
}
