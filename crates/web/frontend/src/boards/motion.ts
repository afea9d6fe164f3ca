// What a move does, seen: what it took fades or falls, what it moved slides to its place, what it turned turns.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Piece, Scene } from './scene';

const MOVING_MS = 220;

export interface Moving { position?: string; cameFrom?: string; last?: Set<string> }

/** Plays the last move, and gives by component the pieces that are on their way out. */
export function useMotion(box: { current: HTMLElement | null }, { position, cameFrom, last }: Moving, scenes: (Scene | null)[]): Piece[][] {
  const before = useRef<{ position: string | undefined; scenes: (Scene | null)[] }>({ position: undefined, scenes: [] });
  const [ghosts, setGhosts] = useState<Piece[][]>([]);
  useLayoutEffect(() => {
    const { position: old, scenes: olds } = before.current;
    before.current = { position, scenes };
    if (old === undefined || old === position) return undefined;
    const isMove = old === cameFrom && olds.length === scenes.length && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!isMove) {
      setGhosts([]);
      return undefined;
    }
    setGhosts(scenes.map((scene, component) => {
      const { gone, arrived, turned } = differences(olds[component]?.pieces ?? [], scene?.pieces ?? []);
      const isSlide = gone.length > 0 && gone.length === arrived.length;
      const figure = box.current?.querySelectorAll('figure')[component];
      const tokenOf = (piece: Piece) => figure?.querySelector(`[data-element="${component}|${piece.name}"] .token`);
      if (isSlide) arrived.forEach((piece, at) => slide(tokenOf(piece), gone[at]!, piece));
      for (const piece of turned) turn(tokenOf(piece));
      const left = new Set(scene?.pieces.map(placeOf));
      const isGone = (piece: Piece) => last?.has(`${component}|${piece.name}`) && !left.has(placeOf(piece)) && !(isSlide && piece.token);
      return olds[component]?.pieces.filter(isGone) ?? [];
    }));
    const timer = setTimeout(() => setGhosts([]), MOVING_MS + 20);
    return () => clearTimeout(timer);
  }, [position, scenes]);
  return ghosts;
}

function placeOf(piece: Piece): string {
  return `${piece.name.split(':')[0]} ${piece.x} ${piece.y}`;
}

/** Where tokens were and are no more, where they are and were not, and where one has become another. */
export function differences(old: Piece[], now: Piece[]): { gone: Piece[]; arrived: Piece[]; turned: Piece[] } {
  const by = (pieces: Piece[]) => new Map(pieces.filter((piece) => piece.token).map((piece) => [placeOf(piece), piece]));
  const [were, are] = [by(old), by(now)];
  const same = (piece: Piece, others: Map<string, Piece>) => others.get(placeOf(piece))?.token;
  return {
    gone: [...were.values()].filter((piece) => same(piece, are) === undefined),
    arrived: [...are.values()].filter((piece) => same(piece, were) === undefined),
    turned: [...are.values()].filter((piece) => ![undefined, piece.token].includes(same(piece, were))),
  };
}

function slide(token: Element | null | undefined, from: Piece, to: Piece): void {
  token?.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: 'none' }], { duration: MOVING_MS, easing: 'ease-out' });
}

function turn(token: Element | null | undefined): void {
  token?.animate([{ transform: 'scaleX(-0.9)' }, { transform: 'scaleX(0.05)' }, { transform: 'none' }], { duration: MOVING_MS });
}
