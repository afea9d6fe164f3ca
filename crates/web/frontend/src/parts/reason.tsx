// Who wins and why: in steps for those who want to find it themselves, or all at once.

import type { Analysis } from '../api';
import { Explanation } from './explanation';
import { sentence, withCode } from './failure';
import { Badge, valueText } from './outcome';

const VERDICT = {
  win: 'The player to move wins.',
  lose: 'The player to move loses, whatever they do.',
  draw: 'Neither player can force a win.',
} as const;

export interface ReasonProps {
  analysis: Analysis;
  /** How many hints have been asked for. */
  step: number;
  more: () => void;
  isOpen: boolean;
  open: () => void;
}

export function Reason({ analysis, step, more, isOpen, open }: ReasonProps) {
  if (!isOpen) {
    return (
      <section class="panel" aria-label="Hints">
        <h2>Hint</h2>
        <ol class="hints">{analysis.hints.slice(0, step).map((hint) => <li key={hint}>{withCode(sentence(hint))}</li>)}</ol>
        <div class="buttons">
          {step < analysis.hints.length && (
            <button type="button" class="second" onClick={more}>{step === 0 ? 'Who wins?' : 'Tell me more'}</button>
          )}
          <button type="button" class="second" onClick={open}>Show everything</button>
        </div>
      </section>
    );
  }
  return (
    <section class="panel reason" aria-label="Reason">
      <h2>Why</h2>
      <p class="verdict"><Badge outcome={analysis.outcome} /> {analysis.is_over ? 'The game is over.' : VERDICT[analysis.outcome]}</p>
      <dl class="facts">
        {analysis.value !== null && <><dt>nim-value</dt><dd>{valueText(analysis.value)}</dd></>}
        {analysis.remoteness !== null && <><dt>moves to the end</dt><dd>{analysis.remoteness}</dd></>}
        {analysis.moves !== null && <><dt>moves</dt><dd>{analysis.winning_moves.length} of {String(analysis.moves)} win</dd></>}
        <dt>found by</dt><dd>{analysis.method}</dd>
      </dl>
      <Explanation blocks={analysis.explanation} />
    </section>
  );
}
