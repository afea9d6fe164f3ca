// Win, lose, draw: a colour and a letter, always both.

import type { Outcome, Value } from '../engine';

const LETTER: Record<Outcome, string> = { win: 'W', lose: 'L', draw: 'D' };

export function Badge({ outcome, label }: { outcome: Outcome; label?: string }) {
  return <span class={`badge ${outcome}`} title={label ?? outcome}>
    <span aria-hidden="true">{LETTER[outcome]}</span><span class="unseen">{label ?? outcome}</span>
  </span>;
}

export function letter(outcome: Outcome): string {
  return LETTER[outcome];
}

/** A nim-value as text: `3`, `∞{0,2}`, or nothing where the play has none. */
export function valueText(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'object') return `∞{${value.infinite.join(', ')}}`;
  return String(value);
}
