// Play: the board first; the notation, the rules and other games around it.

import { useMemo } from 'preact/hooks';
import { fromQuery, toQuery, type GameState } from '../game';
import { About, Heading, PositionEditor, Welcome } from '../parts/chooser';
import { Starters } from '../parts/gallery';
import { Table } from '../parts/table';
import { questionOf, useBoard } from '../parts/use-game';
import { go, useRoute } from '../route';

export function PlayPage() {
  const { query } = useRoute();
  const state = useMemo(() => fromQuery(query), [query.toString()]);
  const change = (next: GameState, replace = false) => go('play', toQuery(next), replace);
  const isHome = !query.has('p');
  const first = useBoard({ ...state, moves: [], at: 0 });
  const choose = (start: string) => change({
    ...state, start, moves: [], at: 0, hintsGiven: 0, showsHints: false, isReviewed: false, ...(start.includes('mine.star') ? {} : { rules: '' }),
    ...(start.includes('graph:g@') ? {} : { graph: '' }),
  });
  const starters = useMemo(() => <Starters />, []);
  const isWrong = first.failure !== undefined && !['connection', 'busy', 'cancelled', 'limit'].includes(first.failure.kind);
  return (
    <div class="page play">
      {isHome && <Welcome />}
      {isWrong ? <Heading board={undefined} play={state.play} />
        : <Table state={state} change={change} head={isHome ? undefined : <Heading board={first.answer} play={state.play} />} />}
      <PositionEditor position={state.start} failure={isWrong ? first.failure : undefined} board={first.answer} isWaiting={first.isWaiting} choose={choose} question={questionOf(state, state.start)} />
      <About board={first.answer} />
      {starters}
    </div>
  );
}
