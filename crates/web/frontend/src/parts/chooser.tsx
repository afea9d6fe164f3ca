// Choosing a game from the list that the API gives, or typing any position.

import { useEffect, useState } from 'preact/hooks';
import { api, type Failure, type GameInfo, type Play } from '../api';
import { useAsk } from '../ask';
import { Dialog } from './dialog';
import { FailureBox, sentence } from './failure';

export function useGames(): GameInfo[] {
  return useAsk('games', () => api.games()).answer ?? [];
}

export interface PositionBoxProps {
  position: string;
  failure: Failure | undefined;
  choose: (position: string) => void;
}

export function PositionBox({ position, failure, choose }: PositionBoxProps) {
  const [text, setText] = useState(position);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setText(position), [position]);
  return (
    <form class="position-box" onSubmit={(event) => { event.preventDefault(); choose(text.trim()); }}>
      <div class="joined">
        <label class="above">Any position, sums with + included
          <input id="position" value={text} spellcheck={false} autocomplete="off" autocapitalize="off"
            aria-invalid={failure !== undefined} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <button type="submit">Set up</button>
        <button type="button" class="second" onClick={() => setOpen(true)}>All games…</button>
      </div>
      {failure && <FailureBox failure={failure} text={position} />}
      {isOpen && <GameList close={() => setOpen(false)} choose={(chosen) => { setOpen(false); choose(chosen); }} />}
    </form>
  );
}

function GameList({ close, choose }: { close: () => void; choose: (position: string) => void }) {
  const games = useGames();
  const [filter, setFilter] = useState('');
  const shown = games.filter((game) =>
    `${game.name} ${game.aliases.join(' ')} ${game.summary}`.toLowerCase().includes(filter.toLowerCase()));
  return (
    <Dialog title="Games" close={close}>
      <label class="filter">
        <span class="unseen">Find a game</span>
        <input type="search" placeholder="find a game" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />
      </label>
      <ul class="game-list">
        {shown.map((game) => (
          <li key={game.name}>
            <button type="button" onClick={() => choose(game.example)}>
              <span class="name">{game.name}</span>
              <span class="summary">{game.summary}</span>
              <code>{game.example}</code>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** The games in a position. */
function useGamesOf(position: string): GameInfo[] {
  const games = useGames();
  const names = position.split('+').map((part) => part.split(':')[0]!.split('/')[0]!.trim().toLowerCase());
  const isCode = (name: string) => /^[0-9a-f]*\.[0-9a-f(]/.test(name);
  return games.filter((game) => names.some((name) =>
    game.name === name || game.aliases.includes(name) || (game.name === 'code' && isCode(name))));
}

/** What is played, in a few words, for those who have never seen it. */
export function InShort({ position, play }: { position: string; play: Play }) {
  const found = useGamesOf(position);
  return (
    <p class="lede in-short">
      {found.map((game) => <span key={game.name}><strong>{game.name}</strong>: {sentence(game.summary)} </span>)}
      {play === 'misere' ? 'Who makes the last move loses.' : 'Who makes the last move wins.'}
    </p>
  );
}

/** The rules of the games in a position, as the API tells them. */
export function RulesOf({ position }: { position: string }) {
  const found = useGamesOf(position);
  if (found.length === 0) return null;
  return (
    <details class="rules-of">
      <summary>Rules and theory</summary>
      {found.map((game) => (
        <section key={game.name}>
          <h3>{game.name}</h3>
          <p>{sentence(game.rules)}</p>
          <p>{sentence(game.theory)}</p>
          <p class="source">{sentence(game.source)}</p>
        </section>
      ))}
    </details>
  );
}
