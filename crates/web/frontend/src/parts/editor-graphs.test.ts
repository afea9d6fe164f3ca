// Trees in brackets.

import { expect, test } from 'vitest';
import { written } from './editor-graphs';

test('trees are written as they are read', () => {
  expect(written([0, 1, 1, 0, 4])).toBe('(()())(())');
  expect(written([0, 1, 1, 0, 4, 2])).toBe('((())())(())');
});

test('a branch that is cut takes what it carries', () => {
  expect(written([0, 1, 1, 0, 4], 0)).toBe('(())');
  expect(written([0], 0)).toBe('0');
});
