// Packed texts come back as they were.

import { expect, test } from 'vitest';
import { pack, unpack } from './packed';

const GRAPH = `300 600\n${Array.from({ length: 600 }, (_, at) => `${at % 300} ${(at * 7) % 300}`).join('\n')}`;

test('short texts stay readable', () => {
  expect(pack('3 2\n0 1\n1 2')).toBe('3 2\n0 1\n1 2');
  expect(unpack('nim:3,4,5')).toBe('nim:3,4,5');
});

test('long texts become shorter and come back', () => {
  for (const text of [GRAPH, `# ö — “x”\n${'def moves(n):\n    return []\n'.repeat(40)}`, '~'.repeat(300), '~x']) {
    expect(unpack(pack(text))).toBe(text);
  }
  expect(pack(GRAPH).length).toBeLessThan(encodeURIComponent(GRAPH).length / 3);
});

test('what is damaged is left as it is', () => {
  expect(unpack('~???')).toBe('~???');
  expect(unpack('~AAAA')).toBe('~AAAA');
});
