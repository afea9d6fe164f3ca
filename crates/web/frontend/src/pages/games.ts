// The page of all games.

export { GamesPage } from '../parts/gallery';
