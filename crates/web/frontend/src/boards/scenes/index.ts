// The scene of any picture.

import type { Picture } from '../../engine';
import type { Scene, SceneHints } from '../scene';
import { barsScene, coinsScene, facesScene, gridScene, matrixScene, pawnsScene } from './flat';
import { graphScene, networkScene, treesScene, type Layout } from './graphs';
import { heapsScene, pinsScene, stairsScene } from './stacks';

const MOST_VERTICES = 300;

/** True if the picture is drawn with the layout library, which is loaded when it is needed. */
export function needsLayout(picture: Picture): boolean {
  return picture.kind === 'graph' || picture.kind === 'network';
}

/** The scene of a picture; nothing for one that is no better than its text, or whose tools are not there yet. */
export function sceneOf(picture: Picture, hints: SceneHints, tools: Layout | null): Scene | null {
  switch (picture.kind) {
    case 'heaps': return heapsScene(picture.heaps, hints);
    case 'pins': return pinsScene(picture.rows, hints);
    case 'stairs': return stairsScene(picture.steps);
    case 'strips': return gridScene(picture.strips, 'strips', []);
    case 'board': return gridScene(picture.rows, 'board', hints.pairs ?? []);
    case 'coins': return coinsScene(picture.squares, picture.coins);
    case 'bars': return barsScene(picture.bars);
    case 'matrix': return matrixScene(picture.rows);
    case 'pawns': return pawnsScene(picture);
    case 'faces': return facesScene(picture.heads);
    case 'trees': return treesScene(picture.parents);
    case 'graph': return tools && picture.names.length <= MOST_VERTICES ? graphScene(picture.edges, picture.names, picture.vertex, tools) : null;
    case 'network': return tools ? networkScene(picture.edges, picture.names, tools) : null;
    default: return null;
  }
}
