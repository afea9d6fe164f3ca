// Exceptions to a period, as the plot marks them.

import { expect, test } from 'vitest';
import { exceptions } from './plot-paint';
import type { Dots } from './plot';

const dots = (low: number, values: number[]): Dots => ({ to: 100, low, high: low + values.length - 1, top: 9, values, dots: null, width: 1, height: 1 });

test('exceptions are the heaps before the period whose values it does not repeat', () => {
  expect(exceptions(dots(0, [0, 1, 5, 1, 0, 1, 2, 1, 0, 1, 2, 1]), { preperiod: 3, period: 4, saltus: 0 })).toEqual([2]);
  expect(exceptions(dots(2, [5, 1, 0, 1, 2, 1]), { preperiod: 3, period: 4, saltus: 0 })).toEqual([2]);
});

test('with a saltus the value rises from period to period', () => {
  expect(exceptions(dots(0, [0, 1, 2, 4, 3, 5, 6, 8, 7]), { preperiod: 1, period: 4, saltus: 4 })).toEqual([0]);
});

test('what is not known is no exception', () => {
  expect(exceptions(dots(0, [7, 7]), { preperiod: 50, period: 4, saltus: 0 })).toEqual([]);
});
