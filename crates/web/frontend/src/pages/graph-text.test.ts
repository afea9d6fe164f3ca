// Texts of graphs and places in addresses.

import { expect, test } from 'vitest';
import { countsFromOne, paperFor, placesOn, readPlaces, writePlaces } from './graph-text';

test('a list whose vertices are 1 to n counts from 1', () => {
  expect(countsFromOne('3 2\n1 2\n2 3\n')).toBe(true);
  expect(countsFromOne('3 2\n0 1\n1 2\n')).toBe(false);
  expect(countsFromOne('3 1\n1 2\n')).toBe(false);
  expect(countsFromOne('3 2\n1 2\n2 4\n')).toBe(false);
  expect(countsFromOne('digraph { a -> b }')).toBe(false);
});

test('the paper grows by steps', () => {
  const plain = paperFor({ width: 10, height: 10 });
  expect(paperFor(plain)).toEqual(plain);
  const larger = paperFor({ width: plain.width * 1.2, height: 10 });
  expect(larger.width).toBe(Math.round(plain.width * 1.5));
  expect(paperFor({ width: plain.width * 1.4, height: 10 })).toEqual(larger);
});

test('places survive the address, and stay on the paper', () => {
  const paper = paperFor({ width: 1, height: 1 });
  const there = new Map([[0, { x: paper.width / 2, y: paper.height / 4 }], [3, { x: -50, y: 1e6 }]]);
  const back = readPlaces(writePlaces(there, paper), paper);
  expect(back.get(0)).toEqual({ x: paper.width / 2, y: paper.height / 4 });
  expect(back.get(3)).toEqual({ x: 0, y: paper.height });
  expect(readPlaces('1.x.2,,7', paper).size).toBe(0);
});

test('what the engine has laid out is put into the middle', () => {
  const { points } = placesOn({ width: 800, height: 500 }, { width: 100, height: 100, points: [[0, 0], [100, 100]], curves: [] });
  expect(points).toEqual([{ x: 325, y: 175 }, { x: 475, y: 325 }]);
});
