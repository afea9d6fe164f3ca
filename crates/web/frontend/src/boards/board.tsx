// A position as a person would draw it, one picture per component.

import type { FunctionComponent } from 'preact';
import type { Picture } from '../api';
import { Bars, Coins, Grid, Matrix, Pawns } from './flat';
import { Heaps, Pins, Stairs } from './stacks';
import { TokenGraph } from './token-graph';

export interface CellState { isHot: boolean; isChosen: boolean; isGoing: boolean }

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
    }),
    click: (cell) => props.onCell(whole(cell)),
    hover: (cell) => props.onHover(cell === null ? null : whole(cell)),
  };
}

/** The classes of a cell. */
export function look(kind: string, { isHot, isChosen, isGoing }: CellState): string {
  return [kind, isHot && 'hot', isChosen && 'chosen', isGoing && 'going'].filter(Boolean).join(' ');
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
    case 'graph': return <TokenGraph edges={picture.edges} vertex={picture.vertex} cells={cells} />;
    default: return <p class="plain-position">{text.slice(text.indexOf(':') + 1)}</p>;
  }
};
