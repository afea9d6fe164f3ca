// The scene of any picture.

import type { Picture } from '../../engine';
import type { Scene, SceneHints } from '../scene';
import { barsScene, coinsScene, facesScene, gridScene, matrixScene, pawnsScene } from './flat';
import { graphScene, networkScene, treesScene } from './graphs';
import { heapsScene, pinsScene, stairsScene } from './stacks';

const MOST_VERTICES = 300;

/** The scene of a picture; nothing for one that is no better than its text. */
export function sceneOf(picture: Picture, hints: SceneHints): Scene | null {
  const isNarrow = hints.isNarrow ?? false;
  switch (picture.kind) {
    case 'heaps': return heapsScene(picture.heaps, hints);
    case 'pins': return pinsScene(picture.rows, hints);
    case 'stairs': return stairsScene(picture.steps, isNarrow);
    case 'strips': return gridScene(picture.strips, 'strips', { ...hints, pairs: [] });
    case 'board': return gridScene(picture.rows, 'board', hints);
    case 'coins': return coinsScene(picture.squares, picture.coins, isNarrow);
    case 'bars': return barsScene(picture.bars, false, isNarrow);
    case 'sheets': return barsScene(picture.sheets, true, isNarrow);
    case 'matrix': return matrixScene(picture.rows);
    case 'pawns': return pawnsScene(picture, isNarrow);
    case 'faces': return facesScene(picture.heads, isNarrow);
    case 'trees': return treesScene(picture.parents);
    case 'graph': return picture.names.length <= MOST_VERTICES ? graphScene(picture.edges, picture.names, picture.vertex, hints.places) : null;
    case 'network': return picture.names.length <= MOST_VERTICES ? networkScene(picture.edges, picture.names, hints.places) : null;
    default: return null;
  }
}
