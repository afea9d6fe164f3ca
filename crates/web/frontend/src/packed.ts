// Long texts in an address, compressed: a graph, a map, rules.

import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';

/** What a compressed text begins with; none of ours begins so by itself. */
const MARK = '~';
/** Shorter texts stay readable. */
const SHORT = 120;
/** Nobody's address unpacks to more than this. */
const MOST = 4_000_000;

/** The text, or something shorter that `unpack` reads. */
export function pack(text: string): string {
  if (text.length <= SHORT && !text.startsWith(MARK)) return text;
  const bytes = deflateSync(strToU8(text), { level: 9 });
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  const packed = MARK + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return packed.length < encodeURIComponent(text).length || text.startsWith(MARK) ? packed : text;
}

/** The text that was packed; a text that was not, and one that is damaged, as it is. */
export function unpack(text: string): string {
  if (!text.startsWith(MARK)) return text;
  try {
    const binary = atob(text.slice(MARK.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    // A buffer of fixed size: more than fits into it is refused.
    return strFromU8(inflateSync(bytes, { out: new Uint8Array(Math.min(MOST, bytes.length * 1032 + 64)) }));
  } catch {
    return text;
  }
}
