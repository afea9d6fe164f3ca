// From clicks on cells to a move: each click narrows the moves down until one is left.

import type { Option, Outcome, Picture } from '../api';
import { touches } from './touch';

/** One way to make a move on the board. */
export interface Way {
  option: Option;
  cells: Set<string>;
  /** All that changes. */
  gone: Set<string>;
  /** True where things lie on one another: taking one takes what lies on it. */
  isStacked: boolean;
}

export interface Selection { cells: string[]; ways: Way[]; exact: Option | null }

export const NOTHING: Selection = { cells: [], ways: [], exact: null };

/** All ways, with the component's number before the names of its cells. */
export function waysOf(pictures: Picture[], options: Option[]): Way[] {
  return options.flatMap((option) => {
    const before = pictures[option.component];
    if (!before) return [];
    const named = (cells: string[]) => new Set(cells.map((cell) => `${option.component}/${cell}`));
    return touches(before, option.picture).map(({ touch, gone }) => ({
      option,
      isStacked: before.kind === 'heaps' || before.kind === 'stairs',
      cells: named(touch),
      gone: named(gone),
    }));
  });
}

/** What a click on `cell` does: a move to play at once, or a narrower selection. */
export function click(all: Way[], before: Selection, cell: string): Selection | Option {
  if (before.cells.includes(cell) && before.exact) return before.exact;
  const cells = before.cells.includes(cell) ? [cell] : [...before.cells, cell];
  const ways = through(all, cells);
  if (ways.length === 0) {
    return before.cells.length > 0 ? click(all, NOTHING, cell) : NOTHING;
  }
  const isClear = ways.length === 1 || (ways.every((way) => way.isStacked) && isChain(ways));
  if (isClear) return ways[0]!.option;
  return { cells, ways, exact: exactOf(ways) };
}

/** What the move that a click on each of `cells` makes, or would make when repeated, does to its player. */
export function resultsOn(all: Way[], before: Selection, cells: Iterable<string>): Map<string, Outcome> {
  const results = new Map<string, Outcome>();
  for (const cell of cells) {
    const next = click(all, before, cell);
    const option = 'position' in next ? next : next.exact;
    if (option) results.set(cell, option.result);
  }
  return results;
}

/** The ways that touch all of `cells`, those that touch least first. */
function through(all: Way[], cells: string[]): Way[] {
  return all.filter((way) => cells.every((cell) => way.cells.has(cell)))
    .sort((a, b) => a.cells.size - b.cells.size);
}

/** True if each way touches all that the one before it touches, and more: the least is meant. */
function isChain(ways: Way[]): boolean {
  return ways.every((way, index) => {
    const before = ways[index - 1];
    return !before || (before.cells.size < way.cells.size && isWithin(before.cells, way.cells));
  });
}

/** The one way that touches only what all of them touch. */
function exactOf(ways: Way[]): Option | null {
  const [least, ...rest] = ways;
  if (!least || !rest.every((way) => isWithin(least.cells, way.cells))) return null;
  const isAlone = rest.every((way) => way.cells.size > least.cells.size);
  return isAlone ? least.option : null;
}

function isWithin(small: Set<string>, large: Set<string>): boolean {
  return [...small].every((cell) => large.has(cell));
}
