// A picture as a scene: pieces with the names that moves speak of, each with a place to touch.

import type { VNode } from 'preact';
import type { Big } from '../engine';
import type { GraphPlaces } from '../generated/report';

/** A part of a picture that a move can name. */
export interface Piece {
  /** The element's name: `stone:0/2`. */
  name: string;
  /** What a screen reader says. */
  label: string;
  /** Where it is touched. */
  x: number;
  y: number;
  width: number;
  height: number;
  draw: VNode;
  /** What stands there and may move or turn: the same word in another place is drawn moving there. */
  token?: string;
  /** A second place to touch it, where the first is a line too thin for a finger. */
  handle?: { x: number; y: number; width: number; height: number };
  /** Drawn only where it can be touched: a gap between stones. */
  isOnDemand?: boolean;
}

export interface Scene {
  width: number;
  height: number;
  pieces: Piece[];
  /** Below all pieces. */
  under?: VNode;
  /** Above all pieces; never touched. */
  over?: VNode;
}

/** What a scene may know beside its picture. */
export interface SceneHints {
  /** True if some move of the component touches this kind of element. */
  touches: (kind: string) => boolean;
  /** The place of each heap or row among those that there were, empty ones included. */
  slots?: number[];
  /** How many places there are. */
  slotCount?: number;
  /** The tallest heap that there has been. */
  tallest?: number;
  /** Cells that earlier moves took two by two: they are drawn as dominoes. */
  pairs?: [string, string][];
  /** True on a phone: fewer things side by side, and nothing too small for a finger. */
  isNarrow?: boolean;
  /** Where the engine puts vertices. */
  places?: GraphPlaces;
}

/** The least side of what a finger touches, in CSS pixels. */
export const FINGER = 44;

/** The tallest heap whose stones are drawn one by one; the engine names stones up to this height. */
export const TALLEST = 40;

/** True if pieces are drawn one by one. */
export function isDrawn(size: Big): boolean {
  return typeof size === 'number' && size <= TALLEST;
}

/** A number with its thousands apart; a very long one is cut. */
export function shortened(number: Big): string {
  const digits = String(number);
  if (digits.length > 21) return `${digits.slice(0, 8)}…`;
  return digits.replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

export function range(count: number): number[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => index);
}
