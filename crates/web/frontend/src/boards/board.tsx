// A position as a board: every piece that can be touched is a button, for the pointer and for keys.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BoardPart, Outcome } from '../engine';
import { useMotion } from './motion';
import { sceneOf } from './scenes';
import { FINGER, type Piece, type Scene } from './scene';
import type { Slots } from './slots';

export interface BoardProps {
  parts: BoardPart[];
  label: string;
  /** Whether some move of a component touches this kind of element. */
  touches?: (component: number, kind: string) => boolean;
  /** Elements that can be touched now, as `component|element`. */
  hot?: Set<string>;
  chosen?: Set<string>;
  /** What the move that is pointed at would change. */
  going?: Set<string>;
  /** What the last move changed, where it is still there. */
  last?: Set<string>;
  /** What a reason speaks of. */
  lit?: Set<string>;
  results?: Map<string, Outcome>;
  /** The places of heaps, by component. */
  slots?: (component: number) => Slots | undefined;
  /** By component, cells that earlier moves took two by two. */
  pairs?: (component: number) => [string, string][];
  /** The position shown, and the one that the last move was made in: what it took fades out. */
  position?: string;
  cameFrom?: string;
  onTouch?: (component: number, element: string) => void;
  onPoint?: (component: number, element: string | null) => void;
}

const NOTHING = new Set<string>();

export function at(component: number, element: string): string {
  return `${component}|${element}`;
}

export function Board(props: BoardProps) {
  const isNarrow = useNarrow();
  const box = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const hot = props.hot ?? NOTHING;
  useFocusKept(box, hot);
  const scenes = useMemo(() => props.parts.map((part, component) => sceneOf(part.picture, {
    touches: (kind) => props.touches?.(component, kind) ?? false, ...props.slots?.(component), pairs: props.pairs?.(component),
    isNarrow: isNarrow && props.touches !== undefined, places: part.places ?? undefined,
  })), [props.parts, isNarrow, props.touches, props.slots, props.pairs]);
  const ghosts = useMotion(box, props, scenes);
  const first = hot.has(current ?? '') ? current : hot.values().next().value ?? null;
  return (
    <div class="board" ref={box} data-position={props.position} role="group" aria-label={props.label} onKeyDown={walk}>
      {props.parts.map((part, component) => (
        <figure key={component} style={measures(scenes[component], (kind) => props.touches?.(component, kind) ?? false)}>
          {scenes[component]
            ? <SceneOf scene={scenes[component]!} component={component} props={props} ghosts={ghosts[component] ?? []} first={first} focused={setCurrent} />
            : <PlainText part={part} />}
          {(part.caption || props.parts.length > 1) && (
            <figcaption>{props.parts.length > 1 && <span class="name">{part.title}</span>} {part.caption}</figcaption>
          )}
        </figure>
      ))}
    </div>
  );
}

/** How a figure grows, and, for a phone, the least width at which a finger finds every piece. */
function measures(scene: Scene | null | undefined, touches: (kind: string) => boolean) {
  if (!scene) return { flexGrow: 200, '--wide': 200, '--least': '9rem' };
  const sides = scene.pieces.filter((piece) => touches(piece.name.split(':')[0]!)).map(({ width, height, handle }) =>
    (handle ? Math.min(handle.width, handle.height) : Math.min(width, height)));
  const least = sides.length > 0 ? Math.ceil((scene.width * FINGER) / Math.min(FINGER + 12, ...sides)) : Math.min(scene.width, 150);
  return { flexGrow: scene.width, '--wide': scene.width, '--least': `${least}px` };
}

function PlainText({ part }: { part: BoardPart }) {
  return <p class="plain-position">{part.position.slice(part.position.indexOf(':') + 1)}</p>;
}

interface SceneProps {
  scene: Scene; component: number; props: BoardProps;
  /** Pieces that the last move took, on their way out. */
  ghosts: Piece[];
  /** The piece that Tab reaches. */
  first: string | null;
  focused: (piece: string) => void;
}

function SceneOf({ scene, component, props, ghosts, first, focused }: SceneProps) {
  const hot = props.hot ?? NOTHING;
  const isShown = (piece: Piece) => !piece.isOnDemand || hot.has(at(component, piece.name)) || props.chosen?.has(at(component, piece.name));
  return (
    <svg viewBox={`0 0 ${scene.width} ${scene.height}`} style={{ '--ratio': scene.width / scene.height }}>
      {scene.under}
      {scene.pieces.filter(isShown).map((piece) => (
        <PieceOf key={piece.name} piece={piece} component={component} props={props} isFirst={first === at(component, piece.name)} focused={focused} />
      ))}
      {ghosts.map((piece) => <g key={piece.name} class="ghost" aria-hidden="true">{piece.draw}</g>)}
      {scene.over && <g class="over">{scene.over}</g>}
    </svg>
  );
}

function PieceOf({ piece, component, props, isFirst, focused }: {
  piece: Piece; component: number; props: BoardProps; isFirst: boolean; focused: (piece: string) => void;
}) {
  const whole = at(component, piece.name);
  const isHot = props.hot?.has(whole) ?? false;
  const isChosen = props.chosen?.has(whole) ?? false;
  const classes = ['piece', isHot && 'hot', isChosen && 'chosen', props.going?.has(whole) && 'going',
    props.last?.has(whole) && 'last', props.lit?.has(whole) && 'lit'].filter(Boolean).join(' ');
  const result = props.results?.get(whole);
  const inner = (
    <>
      {piece.draw}
      <rect class="hit" x={piece.x} y={piece.y} width={piece.width} height={piece.height} rx="6" />
      {piece.handle && <rect class="hit" {...piece.handle} />}
      {result && <Result outcome={result} x={piece.x + piece.width - 10} y={piece.y + 10} />}
    </>
  );
  if (!isHot) return <g class={classes} data-element={whole}>{inner}</g>;
  const label = result ? `${piece.label}; ${RESULT[result]}` : piece.label;
  return (
    <g class={classes} data-element={whole} role="button" tabIndex={isFirst ? 0 : -1} aria-label={label} aria-pressed={isChosen ? 'true' : undefined}
      onClick={() => props.onTouch?.(component, piece.name)}
      onMouseEnter={() => props.onPoint?.(component, piece.name)} onMouseLeave={() => props.onPoint?.(component, null)}
      onFocus={() => { focused(whole); props.onPoint?.(component, piece.name); }} onBlur={() => props.onPoint?.(component, null)}>
      {inner}
    </g>
  );
}

const RESULT = { win: 'the move wins', lose: 'the move loses', draw: 'the move draws' } as const;

/** W, L and D, drawn: they are not part of what the piece is called. */
const LETTERS = { win: 'M-6 -5L-3 5L0 -3L3 5L6 -5', lose: 'M-3 -5.500V5H4', draw: 'M-4 -5V5H-1C6 5 6 -5 -1 -5z' } as const;

function Result({ outcome, x, y }: { outcome: Outcome; x: number; y: number }) {
  return (
    <g class={`result ${outcome}`} transform={`translate(${x} ${y})`}>
      <rect x="-9" y="-9" width="18" height="18" rx="5" />
      <path d={LETTERS[outcome]} />
    </g>
  );
}

/** Left and right walk the pieces in their order, up and down to the nearest above and below; Enter touches. */
function walk(event: KeyboardEvent): void {
  const here = (event.target as Element).closest?.('[data-element]');
  if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
  const box = event.currentTarget as Element;
  const pieces = [...box.querySelectorAll<SVGGElement>('.piece[role=button]')];
  const index = pieces.indexOf(here as SVGGElement);
  let next: SVGGElement | undefined;
  if (event.key === 'ArrowRight') next = pieces[(index + 1) % pieces.length];
  else if (event.key === 'ArrowLeft') next = pieces[(index - 1 + pieces.length) % pieces.length];
  else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') next = nearest(here, pieces, event.key === 'ArrowUp' ? -1 : 1);
  else if (event.key === 'Enter' || event.key === ' ') here.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  else return;
  event.preventDefault();
  event.stopPropagation();
  next?.focus();
}

function nearest(from: Element, pieces: SVGGElement[], sign: number): SVGGElement | undefined {
  const middle = (element: Element) => {
    const { left, top, width, height } = (element.querySelector('.hit') ?? element).getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const here = middle(from);
  const distance = (element: Element) => {
    const there = middle(element);
    const down = (there.y - here.y) * sign;
    return down < 4 ? Infinity : down + 2.5 * Math.abs(there.x - here.x);
  };
  const best = pieces.reduce((found, piece) => (distance(piece) < distance(found) ? piece : found), pieces[0]!);
  return distance(best) < Infinity ? best : undefined;
}

/** Whoever plays by keys stays on the board when the piece they touched has gone. */
function useFocusKept(box: { current: HTMLDivElement | null }, hot: Set<string>): void {
  const wasInside = useRef(false);
  useEffect(() => {
    const inside = (event: FocusEvent) => { wasInside.current = box.current?.contains(event.target as Node) ?? false; };
    // A piece that is still there was left on purpose; one that has gone was not.
    const left = (event: FocusEvent) => {
      if ((event.target as Element).matches('.piece[role=button]') && (event.target as Element).isConnected) wasInside.current = false;
    };
    addEventListener('focusin', inside);
    addEventListener('focusout', left);
    return () => {
      removeEventListener('focusin', inside);
      removeEventListener('focusout', left);
    };
  }, []);
  useLayoutEffect(() => {
    if (!wasInside.current || hot.size === 0 || document.activeElement !== document.body) return;
    box.current?.querySelector<SVGGElement>('.piece[tabindex="0"]')?.focus();
  }, [hot]);
}

/** As the style sheets have it: a phone. */
export const NARROW = '(max-width: 46rem)';

function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const update = () => setNarrow(query.matches);
    query.addEventListener('change', update);
    return () => query.removeEventListener('change', update);
  }, []);
  return isNarrow;
}
