// What a row of an explanation speaks of, on the board.

import type { Big, BoardData, Picture } from '../engine';
import { at } from '../boards/board';

/** The elements that row `index` of a table with `count` rows is about: a component, or a heap of the only one. */
export function elementsOfRow(board: BoardData, count: number, index: number): Set<string> {
  const parts = board.components;
  if (parts.length > 1 && parts.length === count) return elementsOf(parts[index]!.picture, index);
  const single = parts[0]?.picture;
  if (parts.length !== 1 || !single) return new Set();
  const stacks = stacksOf(single);
  if (stacks && stacks.sizes.length === count) return stack(stacks, index, 0);
  return new Set();
}

interface Stacks { whole: string; piece: string; sizes: Big[] }

function stacksOf(picture: Picture): Stacks | null {
  switch (picture.kind) {
    case 'heaps': return { whole: 'heap', piece: 'stone', sizes: picture.heaps };
    case 'pins': return { whole: 'row', piece: 'pin', sizes: picture.rows };
    case 'stairs': return { whole: 'step', piece: 'coin', sizes: picture.steps };
    case 'bars': return { whole: 'bar', piece: '', sizes: picture.bars.map(() => 0) };
    case 'sheets': return { whole: 'bar', piece: '', sizes: picture.sheets.map(() => 0) };
    default: return null;
  }
}

function stack({ whole, piece, sizes }: Stacks, index: number, component: number): Set<string> {
  const lit = new Set([at(component, `${whole}:${index}`)]);
  const size = sizes[index];
  if (typeof size === 'number' && size <= 40) for (let each = 0; each < size; each += 1) lit.add(at(component, `${piece}:${index}/${each}`));
  return lit;
}

/** Everything in the picture of a component. */
export function elementsOf(picture: Picture, component: number): Set<string> {
  const stacks = stacksOf(picture);
  if (stacks) return new Set(stacks.sizes.flatMap((_, index) => [...stack(stacks, index, component)]));
  const names: string[] = [];
  switch (picture.kind) {
    case 'strips': picture.strips.forEach((strip, row) => [...strip].forEach((_, column) => names.push(`cell:${row}/${column}`))); break;
    case 'board': picture.rows.forEach((line, row) => [...line].forEach((_, column) => names.push(`cell:${row}/${column}`))); break;
    case 'coins': picture.coins.forEach((_, coin) => names.push(`coin:${coin}`)); break;
    case 'faces': picture.heads.forEach((_, coin) => names.push(`coin:${coin + 1}`)); break;
    case 'matrix': picture.rows.forEach((line, row) => line.forEach((_, column) => names.push(`entry:${row}/${column}`))); break;
    case 'graph': case 'network': picture.names.forEach((_, vertex) => names.push(`vertex:${vertex}`)); break;
    case 'trees': picture.parents.forEach((_, branch) => names.push(`branch:${branch}`)); break;
    case 'pawns': picture.white.forEach((row, column) => names.push(`square:${column}/${row}`, `square:${column}/${picture.black[column]}`)); break;
    default: break;
  }
  return new Set(names.map((name) => at(component, name)));
}
