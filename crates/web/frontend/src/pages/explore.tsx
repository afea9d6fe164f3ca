// The tree of options: walk down from a position, with what each option is worth as a colour, the analysis pinned.

import { useEffect, useState } from 'preact/hooks';
import { engine, type Analysis, type Option } from '../engine';
import { useAsk } from '../ask';
import { Board } from '../boards/board';
import { Explanation } from '../parts/explanation';
import { FailureBox } from '../parts/failure';
import { Badge, valueText } from '../parts/outcome';
import { Working } from '../parts/working';
import { address, go, useRoute } from '../route';
import '../styles/explore.css';

const SHOWN_AT_FIRST = 60;

export function ExplorePage() {
  const { query } = useRoute();
  const start = query.get('p') ?? 'nim:1,2,3';
  const path = [start, ...query.getAll('o')];
  const play = query.get('misere') ? 'misere' as const : 'normal' as const;
  const rules = query.get('rules') ?? '';
  const extra: [string, string][] = [['misere', play === 'misere' ? '1' : ''], ['rules', rules]];
  const show = (next: string[]) => go('explore', [['p', next[0]!], ...extra, ...next.slice(1).map((each): [string, string] => ['o', each])]);
  const [text, setText] = useState(start);
  useEffect(() => setText(start), [start]);
  const current = path[path.length - 1]!;
  return (
    <div class="page explore">
      <h1>Explore</h1>
      <p class="lede">Every option of a position, with what it is worth for the player who moves there. Choose one to go on; the way back stays in sight.</p>
      <form class="joined" onSubmit={(event) => { event.preventDefault(); show([text.trim()]); }}>
        <label class="above">Position, sums with +
          <input id="position" value={text} spellcheck={false} autocapitalize="off" onInput={(event) => setText(event.currentTarget.value)} /></label>
        <label class="above narrow">The last move
          <select value={play} onChange={(event) => go('explore', [['p', start], ['misere', event.currentTarget.value === 'misere' ? '1' : ''], ['rules', rules]])}>
            <option value="normal">wins</option><option value="misere">loses</option>
          </select></label>
        <button type="submit">Explore</button>
      </form>
      <div class="tree" role="group" aria-label="Options, step by step">
        {path.map((position, depth) => (
          <Column key={`${depth} ${position}`} position={position} play={play} rules={rules} chosen={path[depth + 1]}
            choose={(next) => show([...path.slice(0, depth + 1), next])} close={() => show(path.slice(0, depth + 1))} />
        ))}
      </div>
      <p class="buttons"><a class="button second" href={address('play', [['p', current], ...extra])}>Play from here</a></p>
    </div>
  );
}

interface ColumnProps {
  position: string; play: 'normal' | 'misere'; rules: string;
  chosen: string | undefined;
  choose: (position: string) => void;
  close: () => void;
}

function Column({ position, play, rules, chosen, choose, close }: ColumnProps) {
  const question = { position, play, ...(rules && { rules }) };
  const key = JSON.stringify(question);
  const { answer, failure, isWaiting, again, cancel } = useAsk(key, (signal) => engine.analyse(question, signal), true);
  const board = useAsk(key, (signal) => engine.board(question, signal)).answer;
  const [showsAll, setShowsAll] = useState(false);
  const options = answer?.options ?? [];
  return (
    <section class="column" aria-label={position}>
      <header>
        <h2><button type="button" class="link" onClick={close}>{position}</button></h2>
        {answer && <p><Badge outcome={answer.outcome} /> {worth(answer)}</p>}
      </header>
      {board && <div class="thumbnail" aria-hidden="true"><Board label="" parts={board.components} /></div>}
      {isWaiting && <Working words="Solving" cancel={cancel} />}
      {failure && <FailureBox failure={failure} text={position} retry={again} />}
      {answer?.is_over && <p class="note">No moves.</p>}
      <ul>
        {(showsAll ? options : options.slice(0, SHOWN_AT_FIRST)).map((option) => (
          <li key={option.position}><Entry option={option} isChosen={option.position === chosen} choose={() => choose(option.position)} /></li>
        ))}
      </ul>
      {!showsAll && options.length > SHOWN_AT_FIRST && <button type="button" class="quiet" onClick={() => setShowsAll(true)}>show all {options.length}</button>}
      {answer && !answer.options_complete && <p class="note">There are too many options to list; these win.</p>}
      {answer && <details><summary>Why</summary><Explanation blocks={answer.explanation} /></details>}
    </section>
  );
}

/** What an option is for the player who moves there: the opposite of what it does to the player who chooses it. */
function Entry({ option, isChosen, choose }: { option: Option; isChosen: boolean; choose: () => void }) {
  const there = option.result === 'win' ? 'lose' : option.result === 'lose' ? 'win' : 'draw';
  return (
    <button type="button" class={`option ${there}`} aria-current={isChosen ? 'step' : undefined} title={option.text} onClick={choose}>
      <Badge outcome={there} /> <code>{option.position}</code>
    </button>
  );
}

function worth(analysis: Analysis): string {
  const value = valueText(analysis.value);
  const end = analysis.remoteness === null ? '' : `, ${String(analysis.remoteness)} moves to the end`;
  return `${value === '' ? 'no value' : `value ${value}`}${end}`;
}
