// A link as a QR code: one path of unit squares.

import { encode } from 'uqr';

export interface Code { length: number; path: string }

/** White around the code, in squares: cameras need four. */
const BORDER = 4;

export function codeOf(text: string): Code {
  const { data, size } = encode(text, { border: BORDER, ecc: 'L' });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { length: size, path: squares.join('') };
}
