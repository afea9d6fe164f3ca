// Solve and play: won, lost, by mouse and by keys.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { close, open, picture, settled, status } from './playground.mjs';

/** Plays the first move that wins, until the game is over. */
async function playWell(page) {
  for (;;) {
    await settled(page);
    if ((await status(page)).includes('won')) return;
    const before = page.url();
    await page.locator('.moves li button:has(.badge.win)').first().click();
    await page.waitForFunction((url) => location.href !== url, before);
  }
}

test('a game of Nim is won by winning moves', async () => {
  const page = await open('#/play?p=nim:3,4,5&hints=1');
  await settled(page);
  assert.equal(await page.locator('.board .result.win').count(), 1);
  assert.equal(await page.locator('.board .result.lose').count(), 11);
  await picture(page, 'play');
  await playWell(page);
  assert.equal(await status(page), 'You have won');
  assert.match(await page.locator('.panel', { hasText: 'History' }).textContent(), /Nobody has erred/);
  await close(page);
});

test('a mistake loses to the perfect opponent, and is shown', async () => {
  const page = await open('#/play?p=nim:3,4,5');
  await settled(page);
  await page.getByRole('button', { name: 'take all 5 of a heap' }).click();
  for (;;) {
    await settled(page);
    if ((await status(page)).includes('won')) break;
    const before = page.url();
    await page.locator('.moves li button').first().click();
    await page.waitForFunction((url) => location.href !== url, before);
  }
  assert.equal(await status(page), 'The computer has won');
  assert.match(await page.locator('.slips').textContent(), /Move 1.*by you was a mistake/s);
  await page.getByRole('button', { name: /mistake/ }).click();
  assert.match(await page.locator('.slips').textContent(), /Better: take 2 from the heap of 3/);
  await page.getByRole('button', { name: 'Show everything' }).click();
  await page.locator('.explanation table').waitFor();
  await picture(page, 'mistake');
  await close(page);
});

test('stones and pins are clicked, and the address holds the game', async () => {
  const page = await open('#/play?p=nim:1,3+%2B+kayles:3&level=none');
  await settled2(page);
  await page.locator('.stone').nth(2).click();
  await page.waitForFunction(() => location.hash.includes('m=nim:1,1'));
  await settled2(page);
  await page.locator('.pin').nth(0).click();
  await page.locator('.pin').nth(1).click();
  await page.waitForFunction(() => location.hash.includes('kayles:1'));
  const address = page.url();
  await page.reload();
  await settled2(page);
  assert.equal(page.url(), address);
  assert.equal(await page.locator('.pin').count(), 1);
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll('.pin').length === 3);
  await close(page);
});

async function settled2(page) {
  await page.locator('.moves li button:not(:disabled)').first().waitFor();
}

test('keys alone play, hint, take back and walk the history', async () => {
  const page = await open('#/play?p=nim:1,2&level=perfect');
  await settled(page);
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  assert.match(await page.getByRole('dialog').textContent(), /take back/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('h');
  await page.locator('.badge.win').first().waitFor();
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => new URLSearchParams(location.hash.split('?')[1]).getAll('m').length >= 2);
  await settled(page);
  const present = await status(page);
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction((present) => document.querySelector('.status').textContent.trim() !== present, present);
  assert.match(await status(page), /Looking back/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('u');
  await page.waitForFunction(() => !location.hash.includes('m='));
  await page.keyboard.press('3');
  await page.getByRole('heading', { name: 'Graphs' }).waitFor();
  await close(page);
});

test('a question that nobody waits for any more is taken back', async () => {
  const page = await open('#/play?p=nim:1');
  await settled(page);
  const gone = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/analyse'));
  const asked = page.waitForRequest((request) => request.postData()?.includes('treblecross:60'));
  await page.evaluate(() => { location.hash = '#/play?p=treblecross:60&misere=1'; });
  await asked;
  await page.evaluate(() => { location.hash = '#/play?p=nim:2'; });
  await gone;
  await settled(page);
  await close(page);
});

test('a wrong position is pointed at', async () => {
  const page = await open('#/play?p=nin:3,4');
  assert.match(await page.getByRole('alert').textContent(), /Unknown game nin.*Did you mean nim/s);
  assert.equal(await page.locator('mark').textContent(), 'nin');
  await close(page);
});

test('hints come in steps', async () => {
  const page = await open('#/play?p=nim:3,4,5+%2B+kayles:1');
  await settled(page);
  await page.getByRole('button', { name: 'Who wins?' }).click();
  await page.getByRole('button', { name: 'Tell me more' }).click();
  await page.getByRole('button', { name: 'Tell me more' }).click();
  assert.equal(await page.locator('.hints li').count(), 3);
  await page.reload();
  await page.locator('.hints li').nth(2).waitFor();
  await page.locator('.moves li button').first().click();
  await page.waitForFunction(() => !location.hash.includes('hint='));
  await close(page);
});

test('vertices of a graph are clicked, and those that stay keep their places', async () => {
  const page = await open('#/play?p=node-kayles:1-2,2-3,3-4,4-5&level=none&hints=1');
  await settled2(page);
  await page.locator('.vertex').nth(4).waitFor();
  const placeOf = (name) => page.locator('.vertex', { hasText: name }).getAttribute('transform');
  const before = await placeOf('5');
  await page.locator('.vertex', { hasText: '2' }).hover();
  assert.equal(await page.locator('.vertex.going').count(), 3);
  await page.locator('.vertex', { hasText: '2' }).click();
  await page.waitForFunction(() => location.hash.includes('m=node-kayles:4-5'));
  await page.waitForFunction(() => document.querySelectorAll('.vertex').length === 2);
  assert.equal(await placeOf('5'), before);
  await close(page);
});

test('branches of trees are cut by clicks, each of several alike', async () => {
  const page = await open('#/play?p=green-hackenbush:(()())(())&level=none');
  await settled2(page);
  assert.equal(await page.locator('.branch').count(), 5);
  // The two ends of the fork are one move in the list and two on the board; the stalk carries both.
  for (const [branch, left] of [[3, 4], [4, 4], [2, 2]]) {
    await page.locator('.branch').nth(branch).locator('.reach').hover({ force: true });
    assert.equal(await page.locator('.branch.going').count(), 5 - left);
    await page.locator('.branch').nth(branch).locator('.reach').click({ force: true });
    await page.waitForFunction((count) => document.querySelectorAll('.branch').length === count, left);
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll('.branch').length === 5);
    await settled2(page);
  }
  await close(page);
});

test('coins are turned by clicks', async () => {
  const page = await open('#/play?p=turning-turtles:THTTH&level=none');
  await settled2(page);
  assert.equal(await page.locator('.face .disc:not(.tails)').count(), 2);
  await page.locator('.face').nth(4).click();
  await page.locator('.face').nth(0).click();
  await page.waitForFunction(() => location.hash.includes('m='));
  await settled2(page);
  assert.deepEqual(await page.locator('.face .mark').allTextContents(), ['H', 'H']);
  await close(page);
});

test('every game of the list is drawn and can be moved in', async () => {
  const page = await open('#/play');
  const { games } = await page.evaluate(() => fetch('/api/games').then((answer) => answer.json()));
  assert.ok(games.length > 10);
  for (const game of games) {
    await page.evaluate((p) => { location.hash = `#/play?level=none&p=${encodeURIComponent(p)}`; }, game.example);
    await page.waitForFunction((p) => document.querySelector('#position')?.value === p, game.example);
    await settled2(page);
    await page.locator('.board svg').first().waitFor();
  }
  await close(page);
});
