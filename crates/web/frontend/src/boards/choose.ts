// From touches to moves: what has been touched so far, which moves that may become, and what can be touched next.
//
// A move names the elements that make it, in order. Elements may also be touched in another order where no move
// has them in the order of the touches.

import type { BoardMove } from '../engine';

/** What has been touched on one component. */
export interface Chosen { component: number; touched: string[] }

/** What the touches so far may become. */
export interface Reading {
  /** The moves that begin with the touches. */
  moves: BoardMove[];
  /** The move that they make as they are. */
  exact: BoardMove | undefined;
  /** What can be touched next, by component. */
  next: Map<number, Set<string>>;
}

/** What a touch does: it makes a move, or leaves something chosen. */
export type Touched = { play: BoardMove } | { chosen: Chosen | null };

/** Numbers that are typed, and entries of a list: nothing in the picture. */
export function isTyped(element: string): boolean {
  return /^(take|add|leave|to|rows|columns|option):/.test(element);
}

export function kindOf(element: string): string {
  return element.split(':')[0]!;
}

/** What `chosen` may become. */
export function read(moves: BoardMove[], chosen: Chosen | null): Reading {
  if (!chosen || chosen.touched.length === 0) {
    const next = new Map<number, Set<string>>();
    for (const move of moves) for (const element of startsOf(move)) add(next, move.component, element);
    return { moves, exact: undefined, next };
  }
  const here = moves.filter((move) => move.component === chosen.component);
  const ordered = here.filter((move) => chosen.touched.every((element, at) => move.touch[at] === element));
  const any = here.filter((move) => contains(move.touch, chosen.touched));
  const found = ordered.length > 0 ? ordered : any;
  const isWhole = (move: BoardMove) => move.touch.length === chosen.touched.length;
  const next = new Map<number, Set<string>>();
  for (const move of any) {
    if (isWhole(move)) continue;
    const isOrdered = chosen.touched.every((element, at) => move.touch[at] === element);
    const rest = isOrdered ? [move.touch[chosen.touched.length]!] : without(move.touch, chosen.touched);
    // A number belongs to the element before it, so it cannot come earlier.
    for (const element of rest) if (isOrdered || !isTyped(element)) add(next, move.component, element);
  }
  return { moves: found, exact: ordered.find(isWhole) ?? any.find(isWhole), next };
}

/** Touches an element. */
export function touch(moves: BoardMove[], chosen: Chosen | null, component: number, element: string): Touched {
  const before = chosen && chosen.component === component ? chosen.touched : [];
  const { exact } = read(moves, chosen);
  const isAgain = before.length > 0 && before[before.length - 1] === element;
  if (isAgain && exact && !continues(moves, component, [...before, element])) return { play: exact };
  if (isAgain && !continues(moves, component, [...before, element])) return { chosen: null };
  for (const touched of [[...before, element], [element]]) {
    const reading = read(moves, { component, touched });
    if (reading.moves.length === 0) continue;
    const isOpen = (reading.next.get(component)?.size ?? 0) > 0;
    if (reading.exact && !isOpen) return { play: reading.exact };
    return { chosen: { component, touched } };
  }
  return { chosen };
}

function continues(moves: BoardMove[], component: number, touched: string[]): boolean {
  return read(moves, { component, touched }).moves.length > 0;
}

/** What a move may begin with: its first element, or any other that is in the picture. */
function startsOf(move: BoardMove): string[] {
  return move.touch.filter((element, at) => at === 0 || (!isTyped(element) && !isTyped(move.touch[at - 1]!) && !move.touch.some(isTyped)));
}

function contains(whole: string[], parts: string[]): boolean {
  return without(whole, parts).length === whole.length - parts.length;
}

function without(whole: string[], parts: string[]): string[] {
  const rest = [...whole];
  for (const part of parts) {
    const at = rest.indexOf(part);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}

function add(map: Map<number, Set<string>>, component: number, element: string): void {
  const known = map.get(component);
  if (known) known.add(element);
  else map.set(component, new Set([element]));
}

/**
 * Where moves are too many to list: the kinds of elements that may follow the touches, going by the moves that are
 * known, whatever their numbers.
 */
export function nextKinds(moves: BoardMove[], touched: string[]): Set<string> {
  const kinds = touched.map(kindOf);
  const next = new Set<string>();
  for (const move of moves) {
    const shape = move.touch.map(kindOf);
    if (shape.length > kinds.length && kinds.every((kind, at) => shape[at] === kind)) next.add(shape[kinds.length]!);
  }
  return next;
}
