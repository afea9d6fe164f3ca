// The part of a paper that is in sight: zoomed by the wheel, two fingers and buttons, moved by dragging.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Point } from '../boards/arrow';
import type { Paper } from './graph-text';

export interface Frame { x: number; y: number; width: number; height: number }

/** How far one may go in. */
const NEAREST = 60;

export function wholeOf(paper: Paper): Frame {
  return { x: 0, y: 0, ...paper };
}

/** The frame zoomed by a factor around a point, within the paper. */
export function zoomed(frame: Frame, factor: number, at: Point, paper: Paper): Frame {
  const width = Math.min(paper.width, Math.max(Math.min(NEAREST, paper.width), frame.width * factor));
  const by = width / frame.width;
  return inside({ x: at.x - (at.x - frame.x) * by, y: at.y - (at.y - frame.y) * by, width, height: frame.height * by }, paper);
}

export function movedBy(frame: Frame, dx: number, dy: number, paper: Paper): Frame {
  return inside({ ...frame, x: frame.x + dx, y: frame.y + dy }, paper);
}

function inside(frame: Frame, paper: Paper): Frame {
  const within = (low: number, length: number, whole: number) => Math.min(Math.max(low, 0), Math.max(0, whole - length));
  return { ...frame, x: within(frame.x, frame.width, paper.width), y: within(frame.y, frame.height, paper.height) };
}

/** A frame of its own for a drawing, whole again when the paper changes. */
export function useFrame(paper: Paper) {
  const [frame, setFrame] = useState(() => wholeOf(paper));
  useEffect(() => setFrame(wholeOf(paper)), [paper.width, paper.height]);
  const middle = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
  return {
    frame, setFrame,
    zoom: (factor: number, at: Point = middle) => setFrame((old) => zoomed(old, factor, at, paper)),
    move: (dx: number, dy: number) => setFrame((old) => movedBy(old, dx, dy, paper)),
    whole: () => setFrame(wholeOf(paper)),
  };
}

/** Fingers on a drawing: by how much two of them have stretched it, and where their middle is. */
export function useFingers() {
  const fingers = useRef(new Map<number, Point>());
  const spread = () => {
    const [a, b] = [...fingers.current.values()];
    return a && b ? Math.max(20, Math.hypot(a.x - b.x, a.y - b.y)) : null;
  };
  return {
    count: () => fingers.current.size,
    down: (event: PointerEvent) => { fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY }); },
    up: (event: PointerEvent) => { fingers.current.delete(event.pointerId); },
    /** Follows a finger; what it has moved, and the factor if there are two. */
    follow: (event: PointerEvent): { dx: number; dy: number; factor: number | null; middle: Point } | null => {
      const old = fingers.current.get(event.pointerId);
      if (!old) return null;
      const before = spread();
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const after = spread();
      const all = [...fingers.current.values()];
      const middle = { x: all.reduce((sum, each) => sum + each.x, 0) / all.length, y: all.reduce((sum, each) => sum + each.y, 0) / all.length };
      return { dx: (event.clientX - old.x) / all.length, dy: (event.clientY - old.y) / all.length, factor: before && after ? before / after : null, middle };
    },
  };
}
