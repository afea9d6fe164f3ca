// The game looked back upon: who stood how, move by move, and the mistakes with what was better.

import type { Asked } from '../ask';
import type { BoardData, Move, Outcome, ReviewStep } from '../engine';
import { at } from '../boards/board';
import { isYours, type GameState } from '../game';
import { useKeys } from '../keys';
import { FailureBox } from './failure';
import { valueText } from './outcome';
import { Working } from './working';

export interface ReviewProps {
  state: GameState;
  asked: Asked<ReviewStep[]>;
  moves: Move[];
  board: BoardData | undefined;
  light: (elements: Set<string>) => void;
  go: (at: number) => void;
}

export function Review({ state, asked, moves, light, go }: ReviewProps) {
  const steps = asked.isWaiting ? undefined : asked.answer;
  const slips = steps?.flatMap((step, index) => (step.erred ? [index] : [])) ?? [];
  const show = (index: number) => {
    go(index - 1);
    const better = steps?.[index]?.better_move;
    // The position changes first, and with it everything that is lit.
    if (better) setTimeout(() => light(new Set(better.changes.map((element) => at(better.component, element)))), 120);
  };
  const next = slips.find((index) => index - 1 > state.at) ?? slips[0];
  useKeys([{ key: 'e', label: 'to the next mistake (error)', run: () => { if (next !== undefined) show(next); } }]);
  const name = (index: number) => (isYours(state, index) ? (state.level === 'none' ? 'the first player' : 'you') : state.level === 'none' ? 'the second player' : 'the computer');
  return (
    <section class="panel review" aria-label="Review">
      <h2>Who stood how</h2>
      {asked.isWaiting && <Working words="Reviewing" cancel={asked.cancel} />}
      {asked.failure && <FailureBox failure={asked.failure} retry={asked.again} />}
      {steps && <Chart state={state} steps={steps} go={go} />}
      {steps && slips.length === 0 && <p class="note">Nobody has erred.</p>}
      <ul class="slips">
        {slips.map((index) => (
          <li key={index} aria-current={state.at === index - 1 ? 'step' : undefined}>
            <button type="button" class="link" onClick={() => show(index)}>Move {index}</button> by {name(index - 1)} was a mistake
            {moves[index - 1] && <>: {moves[index - 1]!.text}</>}. {steps![index]!.better && <>Better: {steps![index]!.better}.</>}
          </li>
        ))}
      </ul>
    </section>
  );
}

const LANES: Record<Outcome, number> = { win: 18, draw: 48, lose: 78 };

/** One point a position, high where the reader stood well. */
function Chart({ state, steps, go }: { state: GameState; steps: ReviewStep[]; go: (at: number) => void }) {
  const step = Math.max(26, Math.min(48, 330 / Math.max(1, steps.length)));
  const width = Math.max(340, steps.length * step + 58);
  const yours = steps.map((each, index) => (isYours(state, index) ? each.outcome : opposite(each.outcome)));
  const x = (index: number) => 42 + (index + 0.5) * step;
  const you = state.level === 'none' ? 'the first player' : 'you';
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={`Who stood how, for ${you}`}>
      <svg class="chart" viewBox={`0 0 ${width} 112`} width={width} height="112">
        {(['win', 'draw', 'lose'] as const).map((outcome) => (
          <g key={outcome}><line class="lane" x1="40" x2={width} y1={LANES[outcome]} y2={LANES[outcome]} />
            <text class="lane-name" x="0" y={LANES[outcome] + 4}>{{ win: 'won', draw: 'draw', lose: 'lost' }[outcome]}</text></g>
        ))}
        <polyline class="course" points={yours.map((outcome, index) => `${x(index)},${LANES[outcome]}`).join(' ')} />
        {steps.map((each, index) => {
          const label = `${index === 0 ? 'Start' : `Move ${index}`}: ${{ win: 'won', lose: 'lost', draw: 'drawn' }[yours[index]!]} for ${you}${each.erred ? ', a mistake' : ''}`;
          return (
            <g key={index} class={`point ${yours[index]}${each.erred ? ' erred' : ''}`} role="button" tabIndex={0} aria-label={label} aria-current={state.at === index ? 'step' : undefined}
              onClick={() => go(index)} onKeyDown={(event) => { if (event.key === 'Enter') go(index); }}>
              <title>{label}</title>
              <rect class="reach" x={x(index) - step / 2} y="0" width={step} height="110" />
              <circle cx={x(index)} cy={LANES[yours[index]!]} r={state.at === index ? 8 : 6} />
              {each.erred && <text class="slip" x={x(index)} y={LANES[yours[index]!] - 11}>!</text>}
              <text class="value" x={x(index)} y="106">{valueText(each.value)}</text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

function opposite(outcome: Outcome): Outcome {
  return outcome === 'win' ? 'lose' : outcome === 'lose' ? 'win' : 'draw';
}
