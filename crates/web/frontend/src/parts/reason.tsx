// Who wins and why: in steps for those who want to find it themselves, or all at once, and hidden again.

import { useEffect } from 'preact/hooks';
import type { Asked } from '../ask';
import type { Analysis, BoardData, Move } from '../engine';
import { at } from '../boards/board';
import type { GameState } from '../game';
import { Explanation } from './explanation';
import { FailureBox, sentence, withCode } from './failure';
import { elementsOf, elementsOfRow } from './lighting';
import { Badge, valueText } from './outcome';
import { Working } from './working';

const VERDICT = {
  win: 'The player to move wins.',
  lose: 'The player to move loses, whatever they do.',
  draw: 'Neither player can force a win.',
} as const;

export interface HintsProps {
  state: GameState;
  change: (next: GameState, replace?: boolean) => void;
  asked: Asked<Analysis>;
  isWanted: boolean;
  board: BoardData | undefined;
  /** Lights elements of the board. */
  light: (elements: Set<string>) => void;
}

export function Hints({ state, change, asked, isWanted, board, light }: HintsProps) {
  const analysis = asked.isWaiting ? undefined : asked.answer;
  const best = analysis && bestMove(analysis);
  const isSum = (board?.components.length ?? 0) > 1;
  // The second hint names the component, the third the move.
  useEffect(() => {
    if (!board || !best || state.showsHints) return;
    if (state.hintsGiven === 2 && isSum) light(elementsOf(board.components[best.component]!.picture, best.component));
    else if (state.hintsGiven >= 3) light(new Set(best.changes.map((element) => at(best.component, element))));
    else light(new Set());
  }, [state.hintsGiven, state.showsHints, best?.position, board?.position]);
  if (!isWanted) return null;
  const hide = () => change({ ...state, showsHints: false, hintsGiven: 0 }, true);
  return (
    <section class="panel reason" aria-label="Hints">
      <h2>{state.showsHints ? 'Why' : 'Hint'}</h2>
      {asked.isWaiting && <Working words="Solving" cancel={asked.cancel} />}
      {asked.failure && <FailureBox failure={asked.failure} retry={asked.again} />}
      {analysis && !state.showsHints && (
        <ol class="hints">{analysis.hints.slice(0, state.hintsGiven).map((hint) => <li key={hint}>{withCode(sentence(hint))}</li>)}</ol>
      )}
      {analysis && state.showsHints && <Whole analysis={analysis} board={board} light={light} />}
      <div class="buttons">
        {analysis && !state.showsHints && state.hintsGiven < analysis.hints.length && (
          <button type="button" class="second" onClick={() => change({ ...state, hintsGiven: state.hintsGiven + 1 }, true)}>Tell me more</button>
        )}
        {!state.showsHints && <button type="button" class="second" onClick={() => change({ ...state, showsHints: true }, true)}>Show everything</button>}
        <button type="button" class="second" onClick={hide}>Hide</button>
      </div>
    </section>
  );
}

function bestMove(analysis: Analysis): Move | undefined {
  return analysis.winning_moves[0] ?? analysis.drawing_moves[0] ?? analysis.defence ?? undefined;
}

function Whole({ analysis, board, light }: { analysis: Analysis; board: BoardData | undefined; light: HintsProps['light'] }) {
  const winning = () => light(new Set(analysis.winning_moves.slice(0, 40).flatMap((move) => move.touch.map((element) => at(move.component, element)))));
  return (
    <>
      <p class="verdict"><Badge outcome={analysis.outcome} /> {analysis.is_over ? 'The game is over.' : VERDICT[analysis.outcome]}</p>
      <dl class="facts">
        {analysis.value !== null && <><dt>nim-value</dt><dd tabIndex={analysis.winning_moves.length > 0 ? 0 : undefined} onMouseEnter={winning} onMouseLeave={() => light(new Set())}
          onFocus={winning} onBlur={() => light(new Set())}>{valueText(analysis.value)}</dd></>}
        {analysis.remoteness !== null && <><dt>moves to the end</dt><dd>{String(analysis.remoteness)}</dd></>}
        {analysis.moves !== null && <><dt>moves</dt><dd>{analysis.winning_moves.length} of {String(analysis.moves)} win</dd></>}
        <dt>found by</dt><dd>{analysis.method}</dd>
      </dl>
      <Explanation blocks={analysis.explanation} point={(count, row) => light(board && row !== null ? elementsOfRow(board, count, row) : new Set())} />
    </>
  );
}
