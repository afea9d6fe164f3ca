// Heaps keep their places: where a heap has gone, its place stays empty for the rest of the game.

import type { Big, Move, Picture } from '../engine';

export interface Slots {
  slots: number[];
  slotCount: number;
  /** The tallest heap that there has been: the board keeps its size. */
  tallest: number;
}

/** The places of heaps at the start: one each. */
export function firstSlots(heaps: Big[]): Slots {
  return { slots: heaps.map((_, index) => index), slotCount: heaps.length, tallest: tallestOf(heaps) };
}

function tallestOf(heaps: Big[]): number {
  return Math.max(0, ...heaps.map((heap) => (typeof heap === 'number' ? heap : 0)));
}

/** The places after a move in one of the heaps, which may go, stay, or fall apart into several. */
export function slotsAfter(before: Slots, old: Big[], now: Big[], touched: number): Slots {
  const rest = (heaps: Big[], from: number, to: number) => heaps.slice(from, to).map(String).join();
  const more = now.length - old.length;
  const isThere = rest(old, 0, touched) === rest(now, 0, touched)
    && rest(old, touched + 1, old.length) === rest(now, touched + 1 + more, now.length);
  if (!isThere || touched >= old.length || before.slots.length !== old.length) return firstSlots(now);
  const slots = [...before.slots];
  const tallest = Math.max(before.tallest, tallestOf(now));
  if (more === 0) return { slots, slotCount: before.slotCount, tallest };
  if (more < 0) {
    slots.splice(touched, -more);
    return { slots, slotCount: before.slotCount, tallest };
  }
  // Parts take empty places beside the heap, or make new ones.
  const own = slots[touched]!;
  const shifted = slots.map((slot) => (slot > own ? slot + more : slot));
  shifted.splice(touched + 1, 0, ...Array.from({ length: more }, (_, index) => own + index + 1));
  return { slots: shifted, slotCount: before.slotCount + more, tallest };
}

/** The heap that a move touches first, if it names one. */
export function heapOf(move: Move): number | null {
  const element = move.touch.find((each) => /^(stone|gap|heap):/.test(each));
  const index = element?.match(/:(\d+)/)?.[1];
  return index === undefined ? null : Number(index);
}

export function heapsOf(picture: Picture | undefined): Big[] | null {
  return picture?.kind === 'heaps' ? picture.heaps : null;
}
