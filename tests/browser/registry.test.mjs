// Every legal move of every example and trial of every game is made on the board, by pointer and by keys alone, and
// leads to the position that the engine says.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, close, open } from './playground.mjs';

/** Positions in which numbers are typed, beside those of the registry. */
const TALL = ['nim:50,3', 'lasker:41', 'kayles:44', 'moore/2:45,2', 'poker-nim/2:44,1', 'staircase:3,44', 'chop:50x3', 'coins:3,250', 'wythoff:41,2', 'nimble:2,2,0'];
/** Moves that are made of each of these, evenly chosen; of a position of the registry, every one. */
const MOST_TYPED = 16;

for (const hand of ['pointer', 'keys']) {
  test(`every move of every game is made by ${hand}`, { timeout: 600_000 }, async () => {
    const page = await open('#/play?p=nim:1&level=none', { width: 1280, height: 1000 });
    const { games } = await ask('/api/games');
    assert.ok(games.length > 30);
    await page.evaluate(installWalker, hand);
    let made = 0;
    const positions = [...games.flatMap((game) => [game.example, ...game.trials]), ...TALL];
    for (const position of positions) {
      const most = TALL.includes(position) ? MOST_TYPED : null;
      const board = await ask('/api/board', { position });
      const { count, troubles } = await page.evaluate(([each, answer, limit]) => window.walkMoves(each, answer, limit ?? Infinity), [position, board, most]);
      assert.deepEqual(troubles, [], `${position}`);
      made += count;
    }
    console.log(`${made} moves in ${positions.length} positions by ${hand}`);
    assert.ok(made > 1200, `${made} moves`);
    await close(page);
  });
}

/** Runs in the page: what a hand does, without the way through the test's own process for every move. */
function installWalker(hand) {
  const pause = () => new Promise((resolve) => { const channel = new MessageChannel(); channel.port1.onmessage = resolve; channel.port2.postMessage(0); });
  const until = async (found, what) => {
    const start = performance.now();
    for (let round = 0; ; round += 1) {
      const value = found();
      if (value) return value;
      if (performance.now() - start > 4000) throw new Error(what);
      if (round < 50) await pause();
      else await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const board = () => document.querySelector('.stage .board');
  const isReady = (position) => board()?.dataset.position === position && !document.querySelector('.stage[aria-busy=true]') ;
  const visit = async (address, shown) => {
    history.replaceState(null, '', address);
    dispatchEvent(new HashChangeEvent('hashchange'));
    await until(() => isReady(shown) && !document.querySelector('.choosing [role=status]'), `the board of ${shown} is not shown`);
  };
  const piece = (name) => document.querySelector(`.stage [data-element="${CSS.escape(name)}"][role=button]`);

  /** A point of a piece that a pointer would hit. */
  const pointOf = (element) => {
    element.scrollIntoView({ block: 'nearest' });
    const { left, top, width, height } = element.querySelector('.hit').getBoundingClientRect();
    for (const across of [0.5, 0.25, 0.75, 0.12, 0.88, 0.04, 0.96]) {
      for (const down of [0.5, 0.25, 0.75, 0.12, 0.88, 0.04, 0.96]) {
        const [x, y] = [left + across * width, top + down * height];
        const hit = document.elementFromPoint(x, y);
        if (hit && hit.closest('[data-element]') === element) return hit;
      }
    }
    return null;
  };
  const press = (target, key) => target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

  const touchPiece = async (name) => {
    const element = await until(() => piece(name), `${name} cannot be touched`);
    if (hand === 'pointer') {
      const hit = pointOf(element);
      if (!hit) throw new Error(`${name} is covered`);
      hit.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      return;
    }
    if (!board().contains(document.activeElement)) board().querySelector('[tabindex="0"]').focus();
    const count = document.querySelectorAll('.stage [data-element][role=button]').length;
    for (let step = 0; step <= count && document.activeElement !== piece(name); step += 1) press(document.activeElement, 'ArrowRight');
    if (document.activeElement !== piece(name)) throw new Error(`keys do not reach ${name}`);
    press(document.activeElement, 'Enter');
  };
  const type = async (kind, number) => {
    const field = await until(() => document.querySelector(`.stage input.typed[data-kind=${kind}]`), `no field for ${kind}`);
    field.focus();
    field.value = number;
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    const button = field.form.querySelector('button');
    await until(() => !button.disabled, `${kind} ${number} is refused`);
    if (hand === 'pointer') button.click();
    else field.form.requestSubmit();
  };
  const choose = async (move) => {
    const entry = await until(() => document.querySelector(`.stage .moves button[data-touch="${CSS.escape(move.touch.join(' '))}"]`), 'the move is not listed');
    entry.focus();
    entry.click();
  };
  const touch = async (move, element) => {
    const [kind] = element.split(':');
    if (kind === 'option') await choose(move);
    else if (['take', 'add', 'leave', 'to', 'rows', 'columns'].includes(kind)) await type(kind, element.slice(kind.length + 1));
    else await touchPiece(`${move.component}|${element}`);
  };
  const played = () => new URLSearchParams(location.hash.split('?')[1]).getAll('m')[0];

  window.walkMoves = async (position, answer, most) => {
    const address = `#/play?p=${encodeURIComponent(position)}&level=none`;
    const troubles = [];
    const stride = Math.max(1, Math.ceil(answer.moves.length / most));
    let count = 0;
    for (let at = 0; at < answer.moves.length; at += stride) {
      const move = answer.moves[at];
      try {
        await visit(address, answer.position);
        for (const element of move.touch) await touch(move, element);
        await pause();
        // What could become another move has to be confirmed.
        if (!played()) (await until(() => played() ? document.body : document.querySelector('.stage .play-it'), 'nothing was played')).click();
        await until(played, 'nothing was played');
        const found = answer.moves.find((each) => each.position === played());
        if (found?.option !== move.option) throw new Error(`led to ${played()}`);
        count += 1;
      } catch (error) {
        troubles.push(`${move.touch.join(' ')} (${move.text}): ${error.message}`);
        if (troubles.length > 3) break;
      }
    }
    return { count, troubles };
  };
}
