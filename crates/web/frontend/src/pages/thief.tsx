// Be the thief: the policeman answers as well as can be.

import { engine } from '../engine';
import { useAsk } from '../ask';
import { useKeys } from '../keys';
import { FailureBox, sentence } from '../parts/failure';
import { Badge } from '../parts/outcome';
import { go, useRoute } from '../route';
import { Field } from './field';
import type { Chase, Place } from './pursuit';

interface Choice { to: Place; text: string; over: Winner | null; result: 'win' | 'lose' | 'draw'; plies: number | null }

type Winner = 'police' | 'thief';

interface Turn { police: Place; text: string; over: Winner | null; options: Choice[] }

/** A round: where both stand when the policeman is to move. */
type Round = [Place, Place];

export function Thief({ question, chase }: { question: { map: string; stay: boolean }; chase: Chase }) {
  const { query } = useRoute();
  const showsHints = query.get('hints') === '1';
  const rounds = [[chase.police[0], chase.thieves[0]] as Round, ...query.getAll('r').map(readRound)];
  const [police, thief] = rounds[rounds.length - 1]!;
  const escaped = query.get('over') as Winner | null;
  const asked = { ...question, police, thief };
  const { answer, failure, isWaiting } = useAsk(escaped ? null : JSON.stringify(asked), (signal) => engine.turn(asked, signal) as Promise<unknown> as Promise<Turn>, true);
  const show = (next: Round[], over: Winner | null, hints = showsHints) => go('pursuit', [
    ['map', question.map], ['stay', question.stay ? '1' : ''], ['mode', 'thief'], ['hints', hints ? '1' : ''],
    ...next.slice(1).map((round): [string, string] => ['r', round.flat().join(',')]), ['over', over ?? ''],
  ]);
  const hint = () => show(rounds, escaped, !showsHints);
  const play = (choice: Choice) => show([...rounds, [answer!.police, choice.to]], choice.over);
  const back = () => { if (rounds.length > 1) show(rounds.slice(0, -1), null); };
  const options = answer && !answer.over ? answer.options : [];
  useKeys([
    { key: 'u', label: 'take back', run: back },
    { key: 'h', label: 'show or hide what each move does', run: hint },
    { key: 'm', label: 'to the list of moves', run: () => document.querySelector<HTMLElement>('.thief-moves button')?.focus() },
  ]);
  if (chase.police.length > 1 || chase.thieves.length > 1) return <p class="note">You can be the thief where there is one policeman and one thief.</p>;
  const over = escaped ?? answer?.over ?? null;
  const pieces = { police: [answer?.police ?? police], thieves: [thief] };
  const click = ([row, column]: Place) => {
    const choice = options.find(({ to }) => to[0] === row + 1 && to[1] === column + 1);
    if (choice) play(choice);
  };
  return (
    <div class="workbench pursuit-bench">
      <div>
        <p class="status" role="status">{over === 'thief' ? '★ You got away' : over === 'police' ? 'Caught' : isWaiting ? 'The policeman moves…' : 'Your move'}</p>
        {failure && <FailureBox failure={failure} />}
        {answer && !escaped && <p class="note">{sentence(answer.text)}</p>}
        <ul class="thief-moves">
          {options.map((choice) => (
            <li key={choice.to.join()}>
              <button type="button" class="second" onClick={() => play(choice)}>
                {showsHints && <><Badge outcome={choice.result} label={`${choice.result}s`} /> <span class="plies">{choice.plies ?? '∞'}</span></>} {choice.text}
              </button>
            </li>
          ))}
        </ul>
        <div class="buttons">
          <button type="button" class="second" disabled={rounds.length < 2} onClick={back}>Take back</button>
          <button type="button" class="second" aria-pressed={showsHints} onClick={hint}>Hints</button>
          <button type="button" class="second" disabled={rounds.length < 2} onClick={() => show(rounds.slice(0, 1), null)}>Start again</button>
        </div>
      </div>
      <Field rows={question.map.split('\n')} pieces={pieces} isStart={false} targets={options.map((choice) => choice.to)} click={click} />
    </div>
  );
}

function readRound(text: string): Round {
  const [a = 1, b = 1, c = 1, d = 1] = text.split(',').map(Number);
  return [[a, b], [c, d]];
}
