// Your rules: an editor for rules in Starlark, errors at the line, and everything else run on them.

import { useEffect, useRef, useState } from 'preact/hooks';
import { api, type Failure } from '../api';
import { useAsk } from '../ask';
import { useKeys } from '../keys';
import { Explanation } from '../parts/explanation';
import { FailureBox, sentence } from '../parts/failure';
import { address, go, useRoute } from '../route';
import '../styles/rules.css';

interface Checked {
  about: string | null;
  start: string | null;
  has_two_players: boolean;
  claims: { claim: string; holds: boolean; text: string }[];
}

const EXAMPLE = `"""Take a square number of stones."""

def moves(n):
    return [n - k * k for k in range(1, n + 1) if k * k <= n]

start = 20
`;

const EXAMPLES: [string, string][] = [
  ['squares', EXAMPLE],
  ['rows that fall apart', `"""Kayles: knock down one pin or two adjacent pins."""

def moves(n):
    options = []
    for taken in [1, 2]:
        for left in range(0, n - taken + 1):
            options.append(split(left, n - taken - left))
    return options

start = 7
`],
  ['a claim', `"""Take one or two."""

def moves(n):
    return [n - k for k in [1, 2] if k <= n]

def lose(n):
    return n % 3 == 0

def value(n):
    return n % 3

start = 10
`],
  ['a cycle', `"""A token on a ring of 7: move 1, 2 or 5 back; 0 ends the game."""

def moves(n):
    if n == 0:
        return []
    return [(n - s) % 7 for s in [1, 2, 5]]

start = 4
`],
];

export function RulesPage() {
  const { query } = useRoute();
  const text = query.get('text') ?? EXAMPLE;
  const position = query.get('p') ?? '';
  const change = (next: string) => go('rules', [['text', next]], true);
  const choose = (next: string) => go('rules', [['text', text], ['p', next]], true);
  const { answer, failure, isWaiting } = useAsk(text, (signal) => api.remember<Checked>('rules', { rules: text }, signal));
  const start = position || answer?.start || '';
  useKeys([{ key: '/', label: 'to the editor', run: () => document.getElementById('rules-text')?.focus() }]);
  return (
    <div class="page rules">
      <h1>Your rules</h1>
      <p class="lede">Write a function <code>moves(position)</code> in Starlark, a small dialect of Python. grundy solves what you wrote,
        cycles included, and plays it.</p>
      <p class="try">{EXAMPLES.map(([name, example]) => (
        <button key={name} type="button" class="link" onClick={() => change(example)}>{name}</button>
      ))}</p>
      <div class="editor-bench">
        <Editor text={text} failure={failure} change={change} />
        <aside>
          {failure && <FailureBox failure={failure.line ? { ...failure, message: `line ${failure.line}: ${failure.message}` } : failure} />}
          {isWaiting && !answer && <p class="waiting">checking…</p>}
          {answer && !failure && <Use text={text} checked={answer} position={start} choose={choose} />}
        </aside>
      </div>
    </div>
  );
}

/** A text field with numbered lines; the line of an error is marked. */
function Editor(props: { text: string; failure: Failure | undefined; change: (text: string) => void }) {
  const [text, setText] = useState(props.text);
  const gutter = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => setText(props.text), [props.text]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const lines = text.split('\n');
  const bad = text === props.text ? props.failure?.line ?? null : null;
  const edit = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => props.change(next), 400);
  };
  /** Whoever leaves the field, by a link perhaps, takes along what stands in it. */
  const settle = () => {
    clearTimeout(timer.current);
    if (text !== props.text) props.change(text);
  };
  /** A new line begins below the one before it, deeper after a colon. */
  const indent = (event: KeyboardEvent) => {
    const field = event.currentTarget as HTMLTextAreaElement;
    if (event.key !== 'Enter' || field.selectionStart !== field.selectionEnd) return;
    event.preventDefault();
    const line = field.value.slice(0, field.selectionStart).split('\n').pop()!;
    const depth = line.match(/^ */)![0] + (/:\s*$/.test(line) ? '    ' : '');
    field.setRangeText(`\n${depth}`, field.selectionStart, field.selectionStart, 'end');
    edit(field.value);
  };
  return (
    <div class="editor">
      <div class="gutter" ref={gutter} aria-hidden="true">
        {lines.map((_, index) => <div key={index} class={bad === index + 1 ? 'bad' : undefined}>{index + 1}</div>)}
      </div>
      <textarea id="rules-text" class="code" aria-label="Rules" aria-invalid={props.failure !== undefined} wrap="off" spellcheck={false} autocapitalize="off"
        value={text} rows={Math.max(16, lines.length + 1)}
        onInput={(event) => edit(event.currentTarget.value)} onKeyDown={indent} onBlur={settle}
        onScroll={(event) => { if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop; }} />
      {bad !== null && <div class="bad-line" style={{ top: `${(bad - 1) * 1.5 + 0.6}em` }} aria-hidden="true" />}
    </div>
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
      <div class="buttons">
        <a class="button" href={address('play', [['p', named], ['rules', text]])}>Play it</a>
        {!checked.has_two_players && <a class="button second" href={address('sequence', [['r', 'mine.star'], ['to', '100'], ['rules', text]])}>Values</a>}
      </div>
      {position && <Solved text={text} position={named} />}
    </>
  );
}

function Solved({ text, position }: { text: string; position: string }) {
  const question = { position, play: 'normal' as const, rules: text };
  const { answer, failure } = useAsk(JSON.stringify(question), (signal) => api.analyse(question, signal));
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
