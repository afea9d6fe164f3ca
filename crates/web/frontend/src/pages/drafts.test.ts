// Drafts are kept, named, and never overwritten.

import { beforeEach, expect, test } from 'vitest';
import { begin, drafts, keep, nameOf, remove } from './drafts';

let storage: Storage;

beforeEach(() => {
  const kept = new Map<string, string>();
  storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => { kept.set(key, value); } } as Storage;
});

test('a draft that is changed replaces itself and nothing else', () => {
  const [first, second] = [begin('a', storage), begin('b', storage)];
  keep({ ...first, text: 'c', changed: first.changed + 10 }, storage);
  expect(drafts(storage).map((draft) => draft.text)).toEqual(['c', 'b']);
  remove(second.id, storage);
  expect(drafts(storage)).toHaveLength(1);
});

test('the same text is kept once', () => {
  expect(begin('a', storage).id).toBe(begin('a', storage).id);
});

test('what is kept wrongly is forgotten', () => {
  storage.setItem('drafts', 'x');
  expect(drafts(storage)).toEqual([]);
});

test('a draft is called by its description', () => {
  expect(nameOf('"""Take two. Or three."""\ndef moves')).toBe('Take two');
  expect(nameOf('def moves(n): return []')).toBe('without a description');
});
