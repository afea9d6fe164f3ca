// Choosing a game from the list that the API gives, or typing any position.

import { useEffect, useState } from 'preact/hooks';
import { api, type Failure, type GameInfo } from '../api';
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
        <label>
          <span class="unseen">Position</span>
          <input id="position" value={text} spellcheck={false} autocomplete="off" autocapitalize="off"
            aria-invalid={failure !== undefined} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <button type="submit">Set up</button>
        <button type="button" class="second" onClick={() => setOpen(true)}>Games…</button>
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

/** The rules of the games in a position, as the API tells them. */
export function RulesOf({ position }: { position: string }) {
  const games = useGames();
  const names = position.split('+').map((part) => part.split(':')[0]!.split('/')[0]!.trim().toLowerCase());
  const isCode = (name: string) => /^[0-9a-f]*\.[0-9a-f(]/.test(name);
  const found = games.filter((game) => names.some((name) =>
    game.name === name || game.aliases.includes(name) || (game.name === 'code' && isCode(name))));
  if (found.length === 0) return null;
  return (
    <details class="rules-of">
      <summary>Rules</summary>
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
