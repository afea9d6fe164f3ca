// Lessons as they are written.

import { expect, test } from 'vitest';
import { readLesson, spans } from './markdown';

const SOURCES = import.meta.glob('../../lessons/*.md', { query: '?raw', import: 'default', eager: true }) as Record<string, string>;
const WIDGETS = ['ask', 'look', 'play', 'find', 'mirror', 'bits', 'mex'];

test('a lesson has a title, a lead, steps and widgets', () => {
  const lesson = readLesson('x', '# Title\n> Lead\n\n## One\nA line\nand more.\n\n@ask nim:2,2 misere | note\n\n    code\n\n    more\n');
  expect(lesson).toMatchObject({ title: 'Title', lead: 'Lead', steps: [{ title: 'One' }] });
  expect(lesson.steps[0]!.blocks).toEqual([
    { text: 'A line and more.' },
    { widget: { kind: 'ask', argument: 'nim:2,2', flags: ['misere'], note: 'note' } },
    { code: 'code\n\nmore' },
  ]);
});

test('sums keep their spaces', () => {
  const lesson = readLesson('x', '@play a:1 + b:2 lecture');
  expect(lesson.steps[0]!.blocks[0]).toMatchObject({ widget: { argument: 'a:1 + b:2', flags: ['lecture'] } });
});

test('code, emphasis and links stand inside paragraphs', () => {
  expect(spans('a `b` **c** [d](#/e).')).toEqual(['a ', { code: 'b' }, ' ', { strong: 'c' }, ' ', { link: 'd', to: '#/e' }, '.']);
});

test('every lesson that is shipped can be read, and ends in a game', () => {
  expect(Object.keys(SOURCES).length).toBe(11);
  for (const [path, source] of Object.entries(SOURCES)) {
    const lesson = readLesson(path, source);
    const widgets = lesson.steps.flatMap((step) => step.blocks.flatMap((block) => ('widget' in block ? [block.widget] : [])));
    expect(lesson.title && lesson.lead, path).toBeTruthy();
    for (const { kind, argument } of widgets) expect(WIDGETS.includes(kind) && argument !== '', `${path}: ${kind}`).toBe(true);
    expect(widgets.at(-1)?.kind, path).toBe('play');
  }
});
