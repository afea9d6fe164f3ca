// Heaps keep their places.

import { expect, test } from 'vitest';
import { firstSlots, slotsAfter } from './slots';

test('a heap that is gone leaves its place empty', () => {
  expect(slotsAfter(firstSlots([3, 4, 5]), [3, 4, 5], [3, 5], 1)).toEqual({ slots: [0, 2], slotCount: 3, tallest: 5 });
});

test('a heap that shrinks stays where it is', () => {
  expect(slotsAfter(firstSlots([3, 4]), [3, 4], [3, 1], 1).slots).toEqual([0, 1]);
});

test('parts of a heap stand where it stood', () => {
  expect(slotsAfter(firstSlots([7, 2]), [7, 2], [3, 4, 2], 0)).toEqual({ slots: [0, 1, 2], slotCount: 3, tallest: 7 });
});

test('positions that do not follow each other begin anew', () => {
  expect(slotsAfter(firstSlots([1, 2]), [1, 2], [9, 9], 0)).toEqual(firstSlots([9, 9]));
});
