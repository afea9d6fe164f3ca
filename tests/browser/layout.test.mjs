// Sizes: the board fills the window, fingers find every piece on a phone, every position can be edited.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { close, open, settled } from './playground.mjs';

const PHONE = { width: 390, height: 844 };
const FINGER = 44;

async function gamesOf(page) {
  const { games } = await page.evaluate(() => fetch('/api/games').then((answer) => answer.json()));
  assert.ok(games.length > 30);
  return games;
}

async function visit(page, position) {
  await page.evaluate((address) => { location.hash = address; }, `#/play?p=${encodeURIComponent(position)}&level=none`);
  await page.waitForFunction(() => document.querySelector('.stage .board') && !document.querySelector('.stage[aria-busy=true]'));
  await page.waitForFunction((wanted) => decodeURIComponent(location.hash).includes(wanted), position);
  await settled(page);
}

for (const [width, height] of [[1280, 800], [1920, 1080]]) {
  test(`the board takes most of the height of a window of ${width} by ${height}, and its buttons are in sight`, async () => {
    const page = await open('#/play?p=nim:3,4,5', { width, height });
    await settled(page);
    const drawing = await page.locator('.stage .board svg').boundingBox();
    assert.ok(drawing.height > 0.55 * height && drawing.height <= 0.61 * height, `${drawing.height} of ${height}`);
    const undo = await page.getByRole('button', { name: 'Undo' }).boundingBox();
    assert.ok(undo.y + undo.height < height, `the buttons end at ${undo.y + undo.height}`);
    await close(page);
  });
}

test('on a phone every piece that is touched is as large as a finger', async () => {
  const page = await open('#/play?p=nim:1&level=none', PHONE);
  for (const game of await gamesOf(page)) {
    await visit(page, game.example);
    const small = await page.evaluate((least) => [...document.querySelectorAll('.stage .piece[role=button]')].flatMap((piece) => {
      const sides = [...piece.querySelectorAll('.hit')].map((hit) => {
        const { width, height } = hit.getBoundingClientRect();
        return Math.min(width, height);
      });
      return Math.max(...sides) < least - 0.5 ? [`${piece.dataset.element}: ${Math.max(...sides)}`] : [];
    }), FINGER);
    assert.deepEqual(small, [], game.example);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(tooWide <= 0, `${game.example}: the page is ${tooWide} pixels too wide`);
  }
  await close(page);
});

for (const place of ['#/play?p=nim:3,4,5&hints=1', '#/games', '#/learn?lesson=nim&step=4', '#/graph', '#/pursuit', '#/sequence', '#/explore?p=nim:1,2', '#/rules']) {
  test(`on a phone every button of ${place} is as large as a finger`, async () => {
    const page = await open(place, PHONE);
    await page.waitForLoadState('networkidle');
    const small = await page.evaluate((least) => [...document.querySelectorAll('button, select, summary, nav a, a.button, input:not([type=checkbox]):not([type=file])')].flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 0 && height < least - 0.5 ? [`${element.tagName} ${element.textContent.slice(0, 20)}: ${height}`] : [];
    }), FINGER);
    assert.deepEqual(small, []);
    await close(page);
  });
}

test('the position of every game can be edited by hand', async () => {
  const page = await open('#/play?p=nim:1&level=none');
  const stuck = [];
  for (const game of await gamesOf(page)) {
    await visit(page, game.example);
    await page.evaluate(() => { document.querySelector('.edit-position').open = true; });
    await page.locator('.editor-parts fieldset:not([disabled])').first().waitFor();
    if (!(await changes(page))) stuck.push(game.example);
  }
  assert.deepEqual(stuck, []);
  await close(page);
});

/** Tries what the editor offers until the position is another one. */
async function changes(page) {
  const before = page.url();
  const controls = page.locator('.editor-parts fieldset').first().locator('button:not([disabled]), .piece[role=button]');
  const count = Math.min(12, await controls.count());
  for (let at = 0; at < count; at += 1) {
    await controls.nth(at).dispatchEvent('click');
    const changed = await page.waitForFunction((url) => location.href !== url, before, { timeout: 700 }).catch(() => null);
    if (changed) return true;
  }
  return false;
}
