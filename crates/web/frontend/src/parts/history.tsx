// The value history: one cell a position, who moved, what it was worth, and who erred when.

import type { ReviewStep } from '../api';
import { letter, valueText } from './outcome';

export interface HistoryProps {
  steps: ReviewStep[];
  at: number;
  /** True if the reader moves at this position. */
  isYours: (index: number) => boolean;
  names: { you: string; other: string };
  go: (index: number) => void;
}

export function History(props: HistoryProps) {
  const { steps, at, isYours, names, go } = props;
  return (
    <ol class="history" aria-label="Value history">
      {steps.map((step, index) => {
        const mover = isYours(index - 1) ? names.you : names.other;
        const yours = isYours(index) ? step.outcome : opposite(step.outcome);
        const word = { win: 'won for', lose: 'lost for', draw: 'drawn for' }[yours];
        const label = `${index === 0 ? 'Start' : `Move ${index} by ${mover}`}: ${word} ${names.you}`
          + (step.erred ? `. ${mover} erred` : '');
        return (
          <li key={index} class={index > 0 && isYours(index - 1) ? 'by-you' : 'by-other'}>
            <button type="button" class={`${yours}${step.erred ? ' erred' : ''}`} title={`${label}. ${step.position}`}
              aria-current={index === at ? 'step' : undefined} onClick={() => go(index)}>
              <span class="unseen">{label}</span>
              <span class="letter" aria-hidden="true">{letter(yours)}</span>
              <span class="value" aria-hidden="true">{valueText(step.value) || '·'}</span>
              {step.erred && <span class="slip" aria-hidden="true">!</span>}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function opposite(outcome: ReviewStep['outcome']): ReviewStep['outcome'] {
  return outcome === 'win' ? 'lose' : outcome === 'lose' ? 'win' : 'draw';
}
