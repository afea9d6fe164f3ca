// Solve and play: set a position up, move, see who wins and why.

import { useMemo } from 'preact/hooks';
import { fromQuery, toQuery, type GameState } from '../game';
import { Table } from '../parts/table';
import { go, useRoute } from '../route';
import { InShort, PositionBox, RulesOf } from '../parts/chooser';
import { useAnalysis } from '../parts/use-game';

export function PlayPage() {
  const { query } = useRoute();
  const state = useMemo(() => fromQuery(query), [query.toString()]);
  const change = (next: GameState, replace = false) => go('play', toQuery(next), replace);
  const { answer, failure } = useAnalysis(state);
  const choose = (start: string) => change({ ...state, start, moves: [], at: 0, hintsGiven: 0, rules: '', graph: '' });
  return (
    <div class="page play">
      <h1 class="unseen">Solve and play</h1>
      <PositionBox position={state.start} failure={failure} choose={choose} />
      {(answer || !failure) && (
        <>
          <InShort position={state.start} play={state.play} />
          <Table state={state} change={change} />
        </>
      )}
      <RulesOf position={state.start} />
    </div>
  );
}
