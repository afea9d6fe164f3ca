// A position as a person would draw it, one picture per component.

import type { FunctionComponent } from 'preact';
import type { Outcome, Picture } from '../api';
import { letter } from '../parts/outcome';
import { Bars, Coins, Faces, Grid, Matrix, Pawns } from './flat';
import { Heaps, Pins, Stairs } from './stacks';
import { Network } from './network';
import { TokenGraph } from './token-graph';
import { Trees } from './trees';

export interface CellState {
  isHot: boolean;
  isChosen: boolean;
  isGoing: boolean;
  /** What a move made here does to the player who makes it, where hints are on. */
  result: Outcome | undefined;
}

/** What every picture needs: how its cells look and what a click on one does. */
export interface Cells {
  state: (cell: string) => CellState;
  click: (cell: string) => void;
  hover: (cell: string | null) => void;
}

export interface BoardProps {
  pictures: Picture[];
  names: string[];
  label: string;
  hot: Set<string>;
  chosen: Set<string>;
  going: Set<string>;
  results: Map<string, Outcome>;
  onCell: (cell: string) => void;
  onHover: (cell: string | null) => void;
}

export function Board(props: BoardProps) {
  return (
    <div class="board" role="img" aria-label={props.label}>
      {props.pictures.map((picture, component) => (
        <figure key={component} aria-hidden="true">
          <PictureOf picture={picture} text={props.names[component] ?? ''} cells={cellsOf(props, component)} />
          {props.pictures.length > 1 && <figcaption>{props.names[component]}</figcaption>}
        </figure>
      ))}
    </div>
  );
}

function cellsOf(props: BoardProps, component: number): Cells {
  const whole = (cell: string) => `${component}/${cell}`;
  return {
    state: (cell) => ({
      isHot: props.hot.has(whole(cell)),
      isChosen: props.chosen.has(whole(cell)),
      isGoing: props.going.has(whole(cell)),
      result: props.results.get(whole(cell)),
    }),
    click: (cell) => props.onCell(whole(cell)),
    hover: (cell) => props.onHover(cell === null ? null : whole(cell)),
  };
}

/** What a pointer does to a cell. */
export function handlers(cells: Cells, cell: string) {
  return {
    onClick: () => cells.click(cell),
    onMouseEnter: () => cells.hover(cell),
    onMouseLeave: () => cells.hover(null),
  };
}

/** The classes of a cell. */
export function look(kind: string, { isHot, isChosen, isGoing }: CellState): string {
  return [kind, isHot && 'hot', isChosen && 'chosen', isGoing && 'going'].filter(Boolean).join(' ');
}

/** The letter of what a move made here does, on its colour, around a point of the cell. */
export function Result({ state, x, y }: { state: CellState; x: number; y: number }) {
  if (!state.result) return null;
  return (
    <g class={`result ${state.result}`} transform={`translate(${x} ${y})`}>
      <rect x="-7" y="-7" width="14" height="14" rx="4" />
      <text y="3.8">{letter(state.result)}</text>
    </g>
  );
}

const PictureOf: FunctionComponent<{ picture: Picture; text: string; cells: Cells }> = (props) => {
  const { picture, text, cells } = props;
  switch (picture.kind) {
    case 'heaps': return <Heaps heaps={picture.heaps} cells={cells} />;
    case 'pins': return <Pins rows={picture.rows} cells={cells} />;
    case 'stairs': return <Stairs steps={picture.steps} cells={cells} />;
    case 'strips': return <Grid rows={picture.strips} cells={cells} apart />;
    case 'board': return <Grid rows={picture.rows} cells={cells} />;
    case 'coins': return <Coins squares={Number(picture.squares)} coins={picture.coins} cells={cells} />;
    case 'bars': return <Bars bars={picture.bars} cells={cells} />;
    case 'matrix': return <Matrix rows={picture.rows} cells={cells} />;
    case 'pawns': return <Pawns picture={picture} cells={cells} />;
    case 'graph': return <TokenGraph edges={picture.edges} names={picture.names} vertex={picture.vertex} cells={cells} />;
    case 'faces': return <Faces heads={picture.heads} cells={cells} />;
    case 'network': return <Network edges={picture.edges} names={picture.names} cells={cells} />;
    case 'trees': return <Trees parents={picture.parents} cells={cells} />;
    default: return <p class="plain-position">{text.slice(text.indexOf(':') + 1)}</p>;
  }
};
