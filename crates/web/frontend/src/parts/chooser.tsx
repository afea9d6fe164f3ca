// What is played: its name and rules above the board, the notation and an editor below it.

import { useEffect, useState } from 'preact/hooks';
import { engine, type BoardData, type Failure, type GameInfo, type Play, type Question } from '../engine';
import { useAsk, type Asked } from '../ask';
import { FailureBox, sentence } from './failure';
import { address } from '../route';
import type { Editor as EditorPart } from './editor';

export function useGames(): GameInfo[] {
  return useAskedGames().answer ?? [];
}

export function useAskedGames(): Asked<GameInfo[]> {
  return useAsk('games', () => engine.games());
}

/** What a visitor reads first. */
export function Welcome() {
  return (
    <header class="heading">
      <h1>Play, lose, and see why</h1>
      <p class="lede">Three heaps. Take any number of stones from one of them. Whoever takes the last stone wins. <strong>Can you beat me?</strong></p>
    </header>
  );
}

/** The rules of every graph. */
const TOKEN = 'A token stands on a vertex. A move takes it along an arrow.';

/** The name of the game and its rules in words. */
export function Heading({ board, play }: { board: BoardData | undefined; play: Play }) {
  const last = play === 'misere' ? 'Whoever makes the last move loses.' : 'Whoever makes the last move wins.';
  const titles = [...new Set(board?.components.map((part) => (part.rules ? part.title : part.picture.kind === 'graph' ? 'A token on a graph' : part.title)))];
  const rules = [...new Set(board?.components.map((part) => part.rules || (part.picture.kind === 'graph' ? TOKEN : '')).filter(Boolean))];
  const isSum = (board?.components.length ?? 0) > 1;
  return (
    <header class="heading">
      <h1>{titles.length > 0 ? titles.join(' + ') : 'Play'}</h1>
      <p class="lede">{rules.length === 1 && sentence(rules[0]!)} {isSum && 'There are several boards; a move is made in one of them. '}{last}</p>
    </header>
  );
}

export interface PositionEditorProps {
  position: string;
  failure: Failure | undefined;
  board: BoardData | undefined;
  /** True while the board is not yet that of the position. */
  isWaiting: boolean;
  choose: (position: string) => void;
  question: Question;
}

/** The position as text, and as a board that is changed by hand; open where the text is wrong. */
export function PositionEditor({ position, failure, board, isWaiting, choose, question }: PositionEditorProps) {
  const [text, setText] = useState(position);
  const [isOpen, setOpen] = useState(false);
  const [Editor, setEditor] = useState<{ part: typeof EditorPart } | null>(null);
  useEffect(() => { if (isOpen && !Editor) void import('./editor').then((found) => setEditor({ part: found.Editor })); }, [isOpen]);
  useEffect(() => setText(position), [position]);
  return (
    <details class="edit-position" open={isOpen || failure !== undefined} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Edit position</summary>
      <form onSubmit={(event) => { event.preventDefault(); choose(text.trim()); }}>
        <div class="joined">
          <label class="above">Position, sums with +
            <input id="position" value={text} spellcheck={false} autocomplete="off" autocapitalize="off"
              aria-invalid={failure !== undefined} onInput={(event) => setText(event.currentTarget.value)} />
          </label>
          <button type="submit">Set up</button>
        </div>
      </form>
      {failure && <FailureBox failure={failure} text={position} />}
      {isOpen && Editor && board && !failure && <Editor.part board={board} question={question} isWaiting={isWaiting} choose={choose} />}
      {isOpen && <p><a href={address('explore', [['p', position]])}>Explore the options of this position</a></p>}
    </details>
  );
}

/** Theory and sources of the games on the board. */
export function About({ board }: { board: BoardData | undefined }) {
  const games = useGames();
  const titles = new Set(board?.components.map((part) => part.title));
  const isCode = [...titles].some((title) => title.startsWith('Game '));
  const found = games.filter((game) => titles.has(game.title) || (isCode && game.name === 'code'));
  if (found.length === 0) return null;
  return (
    <details class="rules-of">
      <summary>Rules and theory (may spoil the game)</summary>
      {found.map((game) => (
        <section key={game.name}>
          <h3>{game.title}</h3>
          <p>{sentence(game.rules)}</p>
          <p>{sentence(game.theory)}</p>
          <p class="source">{sentence(game.source)}</p>
        </section>
      ))}
    </details>
  );
}
