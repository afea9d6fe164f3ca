// The games as pictures: three to begin with, and all of them by family.

import { useState } from 'preact/hooks';
import type { GameInfo } from '../engine';
import { Board } from '../boards/board';
import { address } from '../route';
import { FailureBox, sentence } from './failure';
import { useAskedGames, useGames } from './chooser';

/** What somebody plays first: by name, with a position that is quickly understood. */
const FIRST: [string, string][] = [['nim', 'nim:1,2,3'], ['kayles', 'kayles:5'], ['chomp', 'chomp:3x4']];

const FAMILIES: [string, string][] = [
  ['heaps', 'Heaps of stones'], ['rows', 'Rows and strips'], ['coins', 'Coins'], ['boards', 'Boards'], ['graphs', 'Graphs and trees'], ['other', 'Others'],
];

/** Three games to begin with, and the way to all. */
export function Starters({ isAmongAll = false }: { isAmongAll?: boolean }) {
  const games = useGames();
  const found = FIRST.flatMap(([name, position]) => {
    const game = games.find((each) => each.name === name);
    return game ? [{ game, position }] : [];
  });
  if (found.length === 0) return null;
  return (
    <section class="starters" aria-label="Other games">
      <h2>Begin with one of these</h2>
      <ul class="cards">{found.map(({ game, position }) => <Card key={game.name} game={game} position={position} />)}</ul>
      {!isAmongAll && <p><a href="#/games">All {games.length} games</a></p>}
    </section>
  );
}

function Card({ game, position }: { game: GameInfo; position: string }) {
  return (
    <li class="card">
      <a href={address('play', [['p', position]])}>
        <div class="thumbnail" aria-hidden="true">
          <Board label="" parts={[{ position: game.example, picture: game.picture, caption: null, title: game.title, rules: '' }]} />
        </div>
        <strong>{game.title}</strong>
        <span>{sentence(game.summary)}</span>
      </a>
    </li>
  );
}

export function GamesPage() {
  const asked = useAskedGames();
  const games = asked.answer ?? [];
  const [filter, setFilter] = useState('');
  const words = filter.toLowerCase().split(/\s+/);
  const isFound = (game: GameInfo) => {
    const text = `${game.title} ${game.name} ${game.aliases.join(' ')} ${game.summary} ${game.rules}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const found = games.filter(isFound);
  return (
    <div class="page games">
      <h1>Games</h1>
      <label class="filter"><span class="unseen">Find a game</span>
        <input type="search" placeholder="find a game" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} /></label>
      <p class="note" role="status">{games.length === 0 ? '' : `${found.length} of ${games.length} games`}</p>
      {asked.failure && <FailureBox failure={asked.failure} retry={asked.again} />}
      {!filter && <Starters isAmongAll />}
      {FAMILIES.map(([family, name]) => {
        const members = found.filter((game) => game.family === family);
        return members.length > 0 && (
          <section key={family} aria-label={name}>
            <h2>{name}</h2>
            <ul class="cards">{members.map((game) => <Card key={game.name} game={game} position={game.example} />)}</ul>
          </section>
        );
      })}
    </div>
  );
}
