// Learn: short lessons, each ending in a game to be won against the perfect opponent.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { api, type Analysis, type Outcome } from '../api';
import { useAsk } from '../ask';
import { Board } from '../boards/board';
import { fromQuery, toQuery, type GameState } from '../game';
import { Explanation } from '../parts/explanation';
import { FailureBox } from '../parts/failure';
import { Badge } from '../parts/outcome';
import { Table } from '../parts/table';
import { address, go, useRoute } from '../route';
import { LESSONS, type Lesson, type Part } from './lessons';
import '../styles/learn.css';

/** The lessons won: as the address says, or else as this browser remembers. */
function wonIn(query: URLSearchParams): string[] {
  return (query.get('won') ?? localStorage.getItem('finished') ?? '').split(',').filter(Boolean);
}

const LETTERS: Record<Outcome, string> = { win: 'w', lose: 'l', draw: 'd' };

/** The answers given to the questions of a lesson, a letter each: `w-l`. */
function guessIn(query: URLSearchParams, question: number): Outcome | null {
  const letter = query.get('q')?.[question];
  return (Object.keys(LETTERS) as Outcome[]).find((outcome) => LETTERS[outcome] === letter) ?? null;
}

/** The address of the lesson with another answer to one of its questions. */
function answer(query: URLSearchParams, question: number, outcome: Outcome): void {
  const letters = [...(query.get('q') ?? '').padEnd(question, '-')];
  letters[question] = LETTERS[outcome];
  go('learn', [...[...query].filter(([name]) => name !== 'q'), ['q', letters.join('')]], true);
}

export function LearnPage() {
  const { query } = useRoute();
  const lesson = LESSONS.find((each) => each.id === query.get('lesson'));
  return lesson ? <OneLesson key={lesson.id} lesson={lesson} /> : <Contents />;
}

function Contents() {
  const { query } = useRoute();
  const won = wonIn(query);
  useEffect(() => { if (won.length > 0) go('learn', [['won', won.join()]], true); }, [won.join()]);
  return (
    <div class="page learn">
      <h1>Learn</h1>
      <p class="lede">Eight short lessons, from Nim to games that never end. Each closes with a position that you can win,
        against an opponent who makes no mistakes.</p>
      <ol class="contents">
        {LESSONS.map((lesson) => (
          <li key={lesson.id}>
            <a href={address('learn', [['lesson', lesson.id], ['won', won.join()]])}>{lesson.title}</a>
            {won.includes(lesson.id) && <span class="done"> ★ won</span>}
            <p>{lesson.lead}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}

function OneLesson({ lesson }: { lesson: Lesson }) {
  const { query } = useRoute();
  const won = query.get('won') ?? '';
  const at = LESSONS.indexOf(lesson);
  const next = LESSONS[at + 1];
  return (
    <article class="page learn">
      <p class="crumbs"><a href={address('learn', [['won', won]])}>Learn</a> · {at + 1} of {LESSONS.length}</p>
      <h1>{lesson.title}</h1>
      <p class="lede">{lesson.lead}</p>
      {lesson.parts.map((part, index) => (
        <PartOf key={index} part={part} question={lesson.parts.slice(0, index).filter((each) => 'ask' in each).length} />
      ))}
      <Task lesson={lesson} />
      {next && <p class="next">Next: <a href={address('learn', [['lesson', next.id], ['won', won]])}>{next.title}</a></p>}
    </article>
  );
}

/** A part; if it is a question, its number among the questions of the lesson. */
function PartOf({ part, question }: { part: Part; question: number }) {
  if ('say' in part) return <p class="prose">{part.say}</p>;
  return 'look' in part ? <Look part={part} /> : <Quiz part={part} question={question} />;
}

function useLook(position: string, isMisere = false, graph = '') {
  const question = { position, play: isMisere ? 'misere' as const : 'normal' as const, ...(graph && { graph }) };
  return useAsk(JSON.stringify(question), (signal) => api.analyse(question, signal));
}

function Still({ analysis }: { analysis: Analysis }) {
  const nothing = new Set<string>();
  return <Board pictures={analysis.pictures} names={analysis.components.map((each) => each.position)} label={analysis.position}
    hot={nothing} chosen={nothing} going={nothing} results={new Map()} onCell={() => undefined} onHover={() => undefined} />;
}

function Look({ part }: { part: Extract<Part, { look: string }> }) {
  const { answer, failure } = useLook(part.look, part.misere, part.graph);
  return (
    <section class="look" aria-label={part.look}>
      {failure && <FailureBox failure={failure} text={part.look} />}
      {answer && (
        <>
          <Still analysis={answer} />
          <div>
            <p class="verdict"><Badge outcome={answer.outcome} /> <code>{answer.position}</code>{part.note && <>: {part.note}</>}</p>
            <Explanation blocks={answer.explanation} />
          </div>
        </>
      )}
    </section>
  );
}

function Quiz({ part, question }: { part: Extract<Part, { ask: string }>; question: number }) {
  const { query } = useRoute();
  const { answer: right, failure } = useLook(part.ask, part.misere, part.graph);
  const guess = guessIn(query, question);
  const choices: [Outcome, string][] = [['win', 'the player to move wins'], ['lose', 'loses']];
  if (part.graph) choices.push(['draw', 'it is a draw']);
  return (
    <section class="look quiz" aria-label={`Question: ${part.ask}`}>
      {failure && <FailureBox failure={failure} text={part.ask} />}
      {right && (
        <>
          <Still analysis={right} />
          <div>
            <p><strong>Who wins</strong> <code>{right.position}</code>{part.misere && ', when the last mover loses'}?</p>
            <div class="buttons">
              {choices.map(([outcome, words]) => (
                <button key={outcome} type="button" class="second" aria-pressed={guess === outcome} onClick={() => answer(query, question, outcome)}>{words}</button>
              ))}
            </div>
            <div role="status">
              {guess && (
                <>
                  <p class="verdict">{guess === right.outcome ? 'Right.' : 'No.'} <Badge outcome={right.outcome} /></p>
                  <Explanation blocks={right.explanation} />
                </>
              )}
            </div>
          </div>
        </>
      )}
    </section>
  );
}

function Task({ lesson }: { lesson: Lesson }) {
  const { query } = useRoute();
  const [isWon, setWon] = useState(false);
  const state = useMemo((): GameState => ({
    ...fromQuery(query), start: lesson.task.position, play: lesson.task.misere ? 'misere' : 'normal', level: 'perfect',
    isComputerFirst: false, rules: '', graph: lesson.task.graph ?? '',
  }), [query.toString(), lesson]);
  const change = (next: GameState, replace = false) => {
    const kept = toQuery(next).filter(([name]) => ['seed', 'hints', 'hint', 'm', 'at'].includes(name));
    go('learn', [...[...query].filter(([name]) => ['lesson', 'q', 'won'].includes(name)), ...kept], replace);
  };
  const end = (youWon: boolean) => {
    if (!youWon) return;
    setWon(true);
    const won = [...new Set([...wonIn(query), lesson.id])].join();
    localStorage.setItem('finished', won);
    go('learn', [...[...query].filter(([name]) => name !== 'won'), ['won', won]], true);
  };
  return (
    <section class="task" aria-label="Win this">
      <h2>Win this</h2>
      <p class="prose">{lesson.task.words}</p>
      {isWon && <p class="won" role="status">★ Won. That is the whole idea.</p>}
      <Table state={state} change={change} isFixed onEnd={end} />
    </section>
  );
}
