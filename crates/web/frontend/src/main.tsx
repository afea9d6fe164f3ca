// The frame around every page: its name, the way to the others, keys and colours.

import { render, type ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { isAlone } from './engine';
import { Keys, useKeys } from './keys';
import { go, useRoute } from './route';
import { ThemeButton } from './theme';
import { GamesPage } from './pages/games';
import { PlayPage } from './pages/play';
import './styles/base.css';
import './styles/parts.css';
import './styles/boards.css';

interface Page { name: string; title: string; load: () => Promise<ComponentType> }

const PAGES: Page[] = [
  { name: 'play', title: 'Play', load: async () => PlayPage },
  { name: 'games', title: 'Games', load: async () => GamesPage },
  { name: 'learn', title: 'Learn', load: () => import('./learn/learn').then((m) => m.LearnPage) },
  { name: 'explore', title: 'Explore', load: () => import('./pages/explore').then((m) => m.ExplorePage) },
  { name: 'sequence', title: 'Sequences', load: () => import('./pages/sequence').then((m) => m.SequencePage) },
  { name: 'graph', title: 'Graphs', load: () => import('./pages/graph').then((m) => m.GraphPage) },
  { name: 'pursuit', title: 'Pursuit', load: () => import('./pages/pursuit').then((m) => m.PursuitPage) },
  { name: 'rules', title: 'Your rules', load: () => import('./pages/rules').then((m) => m.RulesPage) },
];

function App() {
  const route = useRoute();
  const page = PAGES.find((each) => each.name === route.page) ?? PAGES[0]!;
  const [shown, setShown] = useState<{ name: string; Page: ComponentType }>();
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    let isStale = false;
    document.title = `${page.title} · grundy`;
    setMissing(false);
    page.load().then((Page) => { if (!isStale) setShown({ name: page.name, Page }); }, () => { if (!isStale) setMissing(true); });
    return () => { isStale = true; };
  }, [page]);
  useKeys(PAGES.map((each, index) => ({
    key: String(index + 1), label: each.title, run: () => go(each.name, []),
  })));
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>Skip to the page</a>
      <header class="frame">
        <a class="wordmark" href="#/play">grundy</a>
        <nav aria-label="Pages">
          {PAGES.map((each) => (
            <a key={each.name} href={`#/${each.name}`} aria-current={each === page ? 'page' : undefined}>{each.title}</a>
          ))}
          {isAlone && <a href="guide/index.html">Guide</a>}
        </nav>
        <div class="tools"><ThemeButton /><Keys /></div>
      </header>
      <main id="main" tabIndex={-1}>
        {shown?.name === page.name ? <shown.Page key={page.name} /> : isMissing ? <Missing /> : <p class="waiting" aria-busy="true">opening…</p>}
      </main>
    </>
  );
}

/** A page whose program cannot be had: the server is gone. */
function Missing() {
  return (
    <div class="failure" role="alert">
      <p>
        <strong>The playground does not answer.</strong>{' '}
        {isAlone ? 'Is there a connection?' : <>Is <code>grundy serve</code> still running?</>}
      </p>
      <p><button type="button" class="second" onClick={() => location.reload()}>Retry</button></p>
    </div>
  );
}

/** The address belongs to the state, so the skip link moves the focus itself. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

if (isAlone) void navigator.serviceWorker?.register('offline.js');
render(<App />, document.getElementById('app')!);
