// Learn: short lessons, step by step, each ending in a game to be won against the perfect opponent.

import { useEffect, useState } from 'preact/hooks';
import { useKeys } from '../keys';
import { address, go, useRoute } from '../route';
import { LESSONS } from './lessons';
import { CopyButton } from '../parts/copy';
import { Dialog } from '../parts/dialog';
import type { Code } from './code';
import { spans, type Block, type Lesson } from './markdown';
import { doneIn, finish } from './progress';
import { WidgetOf } from './widgets';
import '../styles/learn.css';

export function LearnPage() {
  const { query } = useRoute();
  const lesson = LESSONS.find((each) => each.id === query.get('lesson'));
  return lesson ? <OneLesson key={lesson.id} lesson={lesson} /> : <Contents />;
}

function widgetsOf(lesson: Lesson): string[] {
  return lesson.steps.flatMap((step, at) => step.blocks.flatMap((block, index) =>
    ('widget' in block && block.widget.kind !== 'look' ? [`${at}.${index}`] : [])));
}

function Contents() {
  return (
    <div class="page learn">
      <h1>Learn</h1>
      <p class="lede">Short lessons in which you do something: predict, flip bits, find the move. Each closes with a position that you can win,
        against an opponent who makes no mistakes.</p>
      <ol class="contents">
        {LESSONS.map((lesson, at) => {
          const [done, all] = [doneIn(lesson.id), widgetsOf(lesson)];
          const count = all.filter((each) => done.has(each)).length;
          return (
            <li key={lesson.id}>
              <a href={address('learn', [['lesson', lesson.id]])}>
                <span class="number" aria-hidden="true">{at + 1}</span>
                <strong>{lesson.title}</strong>
                <span class="lead"><Text text={lesson.lead} /></span>
                <progress max={all.length} value={count} aria-label={`${count} of ${all.length} done`} />
                <span class={count > 0 ? 'done' : 'note'}>{count === 0 ? `${all.length} things to do` : count === all.length ? '★ all done' : `${count} of ${all.length} done`}</span>
              </a>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function OneLesson({ lesson }: { lesson: Lesson }) {
  const { query } = useRoute();
  const at = LESSONS.indexOf(lesson);
  const next = LESSONS[at + 1];
  const step = Math.min(Math.max(0, Number(query.get('step') ?? 1) - 1 || 0), lesson.steps.length - 1);
  const isTeaching = query.get('teach') === '1';
  const [done, setDone] = useState(() => doneIn(lesson.id));
  const walk = (to: number) => go('learn', [['lesson', lesson.id], ['step', to > 0 ? String(to + 1) : ''], ['teach', isTeaching ? '1' : '']]);
  const teach = () => {
    if (!isTeaching) void document.documentElement.requestFullscreen?.().catch(() => undefined);
    else if (document.fullscreenElement) void document.exitFullscreen();
    go('learn', [['lesson', lesson.id], ['step', String(step + 1)], ['teach', isTeaching ? '' : '1']], true);
  };
  useEffect(() => {
    document.documentElement.classList.toggle('teaching', isTeaching);
    return () => document.documentElement.classList.remove('teaching');
  }, [isTeaching]);
  useEffect(() => { document.getElementById('main')?.scrollIntoView({ block: 'start' }); }, [step]);
  useKeys([
    { key: 'PageDown', label: 'next step', run: () => { if (step + 1 < lesson.steps.length) walk(step + 1); } },
    { key: 'PageUp', label: 'step before', run: () => { if (step > 0) walk(step - 1); } },
  ]);
  const current = lesson.steps[step]!;
  return (
    <article class="page learn">
      <p class="crumbs"><a href="#/learn">Learn</a> · {at + 1} of {LESSONS.length}
        <button type="button" class="second" aria-pressed={isTeaching} onClick={teach}>{isTeaching ? 'Leave class view' : 'Class view'}</button>
        {isTeaching && <ClassLink />}</p>
      <h1>{lesson.title}</h1>
      <p class="lede"><Text text={lesson.lead} /></p>
      <nav class="steps" aria-label="Steps">
        {lesson.steps.map(({ title }, index) => (
          <button key={index} type="button" class={index === step ? 'step now' : 'step'} aria-current={index === step ? 'step' : undefined} onClick={() => walk(index)}
            title={title}>{index + 1}<span class="unseen">: {title}</span></button>
        ))}
      </nav>
      <section class="lesson-step" aria-label={current.title}>
        {current.title && <h2>{current.title}</h2>}
        {current.blocks.map((block, index) => (
          <BlockOf key={`${step}.${index}`} block={block} isDone={done.has(`${step}.${index}`)} isTeaching={isTeaching} done={() => {
            finish(lesson.id, `${step}.${index}`);
            setDone(doneIn(lesson.id));
          }} />
        ))}
      </section>
      <div class="buttons">
        {step > 0 && <button type="button" class="second" onClick={() => walk(step - 1)}>Back</button>}
        {step + 1 < lesson.steps.length && <button type="button" onClick={() => walk(step + 1)}>Next step</button>}
        {step + 1 === lesson.steps.length && next && <a class="button" href={address('learn', [['lesson', next.id]])}>Next lesson: {next.title}</a>}
      </div>
    </article>
  );
}

/** The way for the class to the same step: its link, and the link as a code for cameras. */
function ClassLink() {
  const [isOpen, setOpen] = useState(false);
  const [code, setCode] = useState<Code | null>(null);
  const link = location.href.replace(/&teach=1/, '');
  useEffect(() => {
    if (isOpen) void import('./code').then(({ codeOf }) => setCode(codeOf(link)));
  }, [isOpen, link]);
  return (
    <>
      <button type="button" class="second" onClick={() => setOpen(true)}>Link for the class</button>
      {isOpen && (
        <Dialog title="Link for the class" close={() => setOpen(false)}>
          {code && <svg class="code" viewBox={`0 0 ${code.length} ${code.length}`} role="img" aria-label="The link as a QR code"><path d={code.path} /></svg>}
          <p class="class-link"><a href={link}>{link}</a></p>
          {/^(127\.|localhost|\[::1\])/.test(location.host) && <p class="note">Only this machine reaches this address. <code>grundy serve --host 0.0.0.0</code> lets others in; or use the address of a published playground.</p>}
          <p><CopyButton words="Copy link" text={() => link} /></p>
        </Dialog>
      )}
    </>
  );
}

function BlockOf({ block, ...rest }: { block: Block; isDone: boolean; done: () => void; isTeaching: boolean }) {
  if ('text' in block) return <p class="prose"><Text text={block.text} /></p>;
  if ('list' in block) return <ul class="prose">{block.list.map((item) => <li key={item}><Text text={item} /></li>)}</ul>;
  if ('code' in block) return <pre class="prose listing"><code>{block.code}</code></pre>;
  return <WidgetOf widget={block.widget} {...rest} />;
}

function Text({ text }: { text: string }) {
  return <>{spans(text).map((span, index) => {
    if (typeof span === 'string') return span;
    if ('code' in span) return <code key={index}>{span.code}</code>;
    if ('strong' in span) return <strong key={index}>{span.strong}</strong>;
    if ('emphasis' in span) return <em key={index}>{span.emphasis}</em>;
    return <a key={index} href={span.to}>{span.link}</a>;
  })}</>;
}
