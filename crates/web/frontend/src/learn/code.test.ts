// QR codes have their three corners and a white border.

import { expect, test } from 'vitest';
import { codeOf } from './code';

test('a link becomes a code with three corners', () => {
  const { length, path } = codeOf('http://127.0.0.1:4567/#/learn?lesson=nim&step=2');
  const dark = new Set(path.match(/M\d+ \d+/g));
  for (const [x, y] of [[4, 4], [length - 11, 4], [4, length - 11]]) {
    for (let at = 0; at < 7; at += 1) expect(dark.has(`M${x! + at} ${y}`)).toBe(true);
  }
  expect(dark.has('M0 0')).toBe(false);
  expect(dark.has(`M${length - 5} ${length - 11}`) && dark.has(`M${length - 11} ${length - 5}`) && dark.has(`M${length - 5} ${length - 5}`)
    && dark.has(`M${length - 8} ${length - 8}`)).toBe(false);
});
