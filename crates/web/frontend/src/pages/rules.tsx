// Your rules: an editor for rules in Starlark, errors at the line, and everything else run on them.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { engine } from '../engine';
import { useAsk } from '../ask';
import { useKeys } from '../keys';
import { Explanation } from '../parts/explanation';
import { Board } from '../boards/board';
import { FailureBox, sentence } from '../parts/failure';
import { download } from '../download';
import { address, go, useRoute } from '../route';
import { begin, drafts, keep, nameOf, remove, type Draft } from './drafts';
import { EXAMPLE, EXAMPLES } from './rules-examples';
import '../styles/rules.css';

interface Checked {
  about: string | null;
  start: string | null;
  has_two_players: boolean;
  claims: { claim: string; holds: boolean; text: string }[];
}

export function RulesPage() {
  const { query } = useRoute();
  const shared = query.get('text');
  const draft = useDraft(query.get('draft'), shared);
  const [written, setWritten] = useState<{ id: string; text: string } | null>(null);
  // What was written in another draft is not the text of this one.
  const text = written?.id === draft.id ? written.text : draft.text;
  const [example, setExample] = useState<number | null>(null);
  const position = query.get('p') ?? '';
  const settled = useSettled(text);
  const change = (next: string) => {
    setWritten({ id: draft.id, text: next });
    keep({ ...draft, text: next, changed: Date.now() });
  };
  const choose = (next: string) => go('rules', [['draft', draft.id], ['p', next]], true);
  const { answer, failure, isWaiting, again } = useAsk(settled, (signal) => engine.rules(settled, signal));
  const start = position || answer?.start || '';
  useKeys([{ key: '/', label: 'to the editor', run: () => document.getElementById('rules-text')?.shadowRoot?.querySelector<HTMLElement>('.cm-content')?.focus() }]);
  const [Editor, setEditor] = useState<typeof import('./code-editor').CodeEditor>();
  useEffect(() => { void import('./code-editor').then((module) => setEditor(() => module.CodeEditor)); }, []);
  return (
    <div class="page rules">
      <h1>Your rules</h1>
      <p class="lede">Write a function <code>moves(position)</code> in Starlark, a small dialect of Python. grundy solves what you wrote,
        cycles included, and plays it. What you write is kept in this browser.</p>
      <DraftBar draft={draft} text={text} />
      <p class="try">Examples, opened beside your text: {EXAMPLES.map(([name], index) => (
        <button key={name} type="button" class="link" aria-pressed={example === index} onClick={() => setExample(example === index ? null : index)}>{name}</button>
      ))}</p>
      <div class="editor-bench">
        <div>
          {Editor ? <Editor draft={draft.id} text={text} failure={failure} change={change} /> : <p class="waiting">opening the editor…</p>}
          {example !== null && <Example name={EXAMPLES[example]![0]} text={EXAMPLES[example]![1]} close={() => setExample(null)} />}
        </div>
        <aside>
          {failure && <FailureBox failure={failure.line ? { ...failure, message: `line ${failure.line}: ${failure.message}` } : failure} retry={again} />}
          {isWaiting && !answer && <p class="waiting">checking…</p>}
          {answer && !failure && <Use text={settled} checked={answer} position={start} choose={choose} />}
        </aside>
      </div>
    </div>
  );
}

/** The draft that the address names, or a new one with the text that it brings, or the last one. */
function useDraft(id: string | null, shared: string | null): Draft {
  const found = useMemo(() => {
    if (shared !== null) return begin(shared);
    return drafts().find((draft) => draft.id === id) ?? drafts()[0] ?? begin(EXAMPLE);
  }, [id, shared]);
  const { query } = useRoute();
  useEffect(() => {
    if (shared !== null || id !== found.id) go('rules', [['draft', found.id], ['p', query.get('p') ?? '']], true);
  }, [found.id, id, shared]);
  return found;
}

/** A text once its writer pauses. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 350);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function DraftBar({ draft, text }: { draft: Draft; text: string }) {
  const [said, setSaid] = useState('');
  const all = drafts();
  const open = (next: Draft) => go('rules', [['draft', next.id]]);
  const copy = () => {
    const link = location.href.replace(/#.*/, address('rules', [['text', text]]));
    navigator.clipboard.writeText(link).then(() => setSaid('Link copied'), () => setSaid('The link cannot be copied here'));
  };
  const load = async (event: Event) => {
    const file = (event.currentTarget as HTMLInputElement).files?.[0];
    if (file) open(begin(await file.text()));
  };
  const drop = () => {
    remove(draft.id);
    go('rules', []);
  };
  return (
    <div class="draft-bar buttons">
      <label>Draft <select value={draft.id} onChange={(event) => { const next = all.find((each) => each.id === event.currentTarget.value); if (next) open(next); }}>
        {all.map((each) => <option key={each.id} value={each.id}>{nameOf(each.id === draft.id ? text : each.text)}</option>)}
      </select></label>
      <button type="button" class="second" onClick={() => open(begin('"""A new game."""\n\ndef moves(n):\n    return []\n\nstart = 5\n'))}>New</button>
      <button type="button" class="second" onClick={copy}>Share</button>
      <button type="button" class="second" onClick={() => download('rules.star', 'text/plain', text)}>Save file</button>
      <label class="file second">Open file <input type="file" accept=".star,.py,.txt" onChange={(event) => void load(event)} /></label>
      {all.length > 1 && <button type="button" class="quiet" onClick={drop}>Delete draft</button>}
      <span role="status" class="said">{said}</span>
    </div>
  );
}

function Example({ name, text, close }: { name: string; text: string; close: () => void }) {
  return (
    <section class="example" aria-label={`Example: ${name}`}>
      <h2>Example: {name}</h2>
      <pre class="listing" tabIndex={0}><code>{text}</code></pre>
      <div class="buttons">
        <button type="button" onClick={() => go('rules', [['draft', begin(text).id]])}>Use as a new draft</button>
        <button type="button" class="second" onClick={close}>Close</button>
      </div>
    </section>
  );
}

function Use(props: { text: string; checked: Checked; position: string; choose: (position: string) => void }) {
  const { text, checked, choose } = props;
  const [position, setPosition] = useState(props.position);
  useEffect(() => setPosition(props.position), [props.position]);
  const edit = (next: string) => {
    setPosition(next);
    if (next) choose(next);
  };
  const named = `mine.star:${position}`;
  return (
    <>
      {checked.about && <p class="about">{sentence(checked.about)}</p>}
      {checked.claims.map((claim) => (
        <p key={claim.claim} class={claim.holds ? 'holds' : 'fails'}><strong>{claim.holds ? '✓' : '✗'} <code>{claim.claim}</code></strong> {sentence(claim.text)}</p>
      ))}
      <label class="above">Position
        <input value={position} spellcheck={false} onInput={(event) => edit(event.currentTarget.value)} /></label>
      <Preview text={text} position={named} />
      <div class="buttons">
        <a class="button" href={address('play', [['p', named], ['rules', text]])}>Play it</a>
        {!checked.has_two_players && <a class="button second" href={address('sequence', [['r', 'mine.star'], ['to', '100'], ['rules', text]])}>Values</a>}
      </div>
      {position && <Solved text={text} position={named} />}
    </>
  );
}

/** The board that the rules draw. */
function Preview({ text, position }: { text: string; position: string }) {
  const question = { position, play: 'normal' as const, rules: text };
  const { answer, failure } = useAsk(JSON.stringify(question), (signal) => engine.board(question, signal));
  if (!answer || failure || answer.components.every(({ picture }) => picture.kind === 'text')) return null;
  return <div class="preview"><Board parts={answer.components} label={`The board of ${position}`} /></div>;
}

function Solved({ text, position }: { text: string; position: string }) {
  const question = { position, play: 'normal' as const, rules: text };
  const { answer, failure } = useAsk(JSON.stringify(question), (signal) => engine.analyse(question, signal));
  if (failure) return <FailureBox failure={failure} text={failure.span ? position : ''} />;
  if (!answer) return null;
  const words = { win: 'The player to move wins', lose: 'The player to move loses', draw: 'A draw' }[answer.outcome];
  return (
    <section class="panel" aria-label="Solved">
      <h2>{words}</h2>
      <ul>{answer.winning_moves.slice(0, 8).map((move) => <li key={move.position}><code>{move.to}</code> wins</li>)}</ul>
      <Explanation blocks={answer.explanation} />
    </section>
  );
}
