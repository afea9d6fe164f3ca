// Zooming and moving on a paper.

import { expect, test } from 'vitest';
import { movedBy, wholeOf, zoomed } from './frame';

const paper = { width: 800, height: 500 };

test('the point that is zoomed at stays where it is', () => {
  const at = { x: 200, y: 100 };
  const near = zoomed(wholeOf(paper), 0.5, at, paper);
  expect(near).toEqual({ x: 100, y: 50, width: 400, height: 250 });
  expect((at.x - near.x) / near.width).toBeCloseTo(at.x / paper.width);
});

test('nobody leaves the paper', () => {
  const near = zoomed(wholeOf(paper), 0.5, { x: 0, y: 0 }, paper);
  expect(movedBy(near, -50, 1000, paper)).toEqual({ x: 0, y: 250, width: 400, height: 250 });
  expect(zoomed(near, 100, { x: 0, y: 0 }, paper)).toEqual(wholeOf(paper));
  expect(zoomed(near, 1e-9, { x: 0, y: 0 }, paper).width).toBe(60);
});
