// Playing: won, lost, by pointer and by keys; nothing is spoiled, nothing needs solving, nothing is lost.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { close, context, isSite, open, picture, played, playWell, settled, status, touch } from './playground.mjs';

test('the first page is a board to play on at once', async () => {
  const page = await open('');
  await settled(page);
  assert.match(await page.locator('.lede').first().textContent(), /Can you beat me/);
  assert.equal(await page.locator('.stage .stone').count(), 12);
  await picture(page, 'first');
  await touch(page, '0|stone:2/0');
  await page.waitForFunction(() => location.hash.includes('m='));
  await close(page);
});

test('a game of Nim is won by winning moves', async () => {
  const page = await open('#/play?p=nim:3,4,5&hints=1');
  await settled(page);
  await page.locator('.board .result.win').waitFor();
  assert.equal(await page.locator('.board .result.win').count(), 1);
  assert.equal(await page.locator('.board .result.lose').count(), 11);
  await picture(page, 'play');
  await playWell(page);
  assert.equal(await status(page), 'You have won');
  await page.getByRole('button', { name: 'Review the game' }).click();
  await page.locator('.chart').waitFor();
  assert.match(await page.locator('.review').textContent(), /Nobody has erred/);
  await close(page);
});

test('nothing is told before a hint is asked for, and hints can be hidden again', async () => {
  const page = await open('#/play?p=nim:3,4,5&m=nim:3,4&m=nim:3,3');
  await settled(page);
  await page.locator('.log li').nth(2).waitFor();
  const told = () => page.locator('.badge, .result.win, .result.lose, .chart, .hints li, .reason').count();
  assert.equal(await told(), 0);
  assert.doesNotMatch(await page.locator('main').textContent(), /nim-value|mistake|can win/);
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.locator('.hints li').first().waitFor();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await page.locator('.explanation table').waitFor();
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await page.waitForFunction(() => !document.querySelector('.reason'));
  assert.equal(await told(), 0);
  await close(page);
});

test('a mistake loses to the perfect opponent, and is shown with the better move', async () => {
  const page = await open('#/play?p=nim:3,4,5');
  await settled(page);
  await touch(page, '0|stone:2/0');
  for (;;) {
    await page.waitForFunction(() => document.querySelectorAll('.log li').length % 2 === 1 || /won/.test(document.querySelector('.status').textContent));
    await settled(page);
    if ((await status(page)).includes('won')) break;
    const before = (await played(page)).length;
    await page.locator('.stage .piece[role=button]').first().click();
    await page.waitForFunction((count) => new URLSearchParams(location.hash.split('?')[1]).getAll('m').length > count, before);
  }
  assert.equal(await status(page), 'The computer has won');
  await page.getByRole('button', { name: 'Review the game' }).click();
  await page.locator('.slips li').first().waitFor();
  assert.match(await page.locator('.slips').textContent(), /Move 1.*by you was a mistake.*Better: take 2 from the heap of 3/s);
  await page.locator('.slips .link').first().click();
  await page.locator('.piece.lit').first().waitFor();
  assert.equal(await page.locator('.piece.lit .stone').count(), 2);
  await picture(page, 'mistake');
  await close(page);
});

test('Back leads to a position of one’s own', async () => {
  const page = await open('#/play?p=nim:3,4,5');
  await settled(page);
  await touch(page, '0|stone:0/1');
  await page.waitForFunction(() => new URLSearchParams(location.hash.split('?')[1]).getAll('m').length === 2);
  await settled(page);
  await page.goBack();
  await page.waitForFunction(() => !location.hash.includes('m='));
  await settled(page);
  assert.equal(await status(page), 'Your move');
  await page.waitForTimeout(700);
  assert.deepEqual(await played(page), []);
  await close(page);
});

test('moves in the address are checked', async () => {
  const page = await open('#/play?p=nim:3,4,5&m=nim:0,0,0');
  await page.waitForFunction(() => !location.hash.includes('m='));
  await settled(page);
  assert.equal(await status(page), 'Your move');
  await page.goto(`${context.address}#/play?p=nim:3,4,5&level=none&m=nim:3,4&m=nim:9`);
  await page.waitForFunction(() => !location.hash.includes('nim:9'));
  assert.deepEqual(await played(page), ['nim:3,4']);
  await close(page);
});

test('playing does not need solving', async () => {
  const page = await open('#/play?p=cram:8x8&level=random');
  await settled(page);
  await touch(page, '0|cell:0/0');
  await touch(page, '0|cell:0/1');
  await page.waitForFunction(() => new URLSearchParams(location.hash.split('?')[1]).getAll('m').length === 2);
  await page.goto(`${context.address}#/play?p=chomp:10x10&level=none`);
  await settled(page);
  await page.locator('.stage [data-element="0|cell:0/0"]').hover({ force: true });
  assert.equal(await page.locator('.piece.going').count(), 10);
  await touch(page, '0|cell:0/9');
  await page.waitForFunction(() => location.hash.includes('m='));
  await close(page);
});

test('the bite that is marked is the bite that is played', async () => {
  const page = await open('#/play?p=chomp:4x6&level=none');
  await settled(page);
  await page.locator('.stage [data-element="0|cell:0/0"]').hover({ force: true });
  await page.waitForFunction(() => document.querySelectorAll('.piece.going').length === 6);
  await touch(page, '0|cell:0/0');
  await page.waitForFunction(() => document.querySelectorAll('.stage .chocolate').length === 18);
  await close(page);
});

test('huge heaps are played with an amount', async () => {
  const page = await open('#/play?p=nim:1000000000,5&level=none');
  await settled(page);
  assert.equal(await page.locator('.moves').count(), 0);
  await touch(page, '0|heap:0');
  await page.getByLabel('Take').fill('999999995');
  await page.getByRole('button', { name: 'Take', exact: true }).click();
  await page.waitForFunction(() => location.hash.includes('m=nim:5,5'));
  await page.goto(`${context.address}#/play?p=nim:1000000000,5&level=none`);
  await page.waitForFunction(() => document.querySelector('.stage .sack') && !document.querySelector('.stage[aria-busy=true]'));
  await touch(page, '0|stone:1/2');
  await page.waitForFunction(() => location.hash.includes('m=nim:1000000000,2'));
  await close(page);
});

test('what is computed can be cancelled, and asked again', async () => {
  const page = await open('#/play?p=treblecross:60&misere=1&level=none');
  await settled(page);
  const gone = isSite || page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/analyse'));
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.getByText(/Solving… \d s/).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await gone;
  await page.getByRole('button', { name: 'Retry' }).waitFor();
  await touch(page, '0|cell:0/30');
  await page.waitForFunction(() => location.hash.includes('m='));
  await close(page);
});

test('when the server is gone the board stays, and Retry is there', { skip: isSite && 'there is none' }, async () => {
  const page = await open('#/play?p=nim:3,4,5&level=none');
  await settled(page);
  await page.route('**/api/**', (route) => route.abort());
  await touch(page, '0|stone:0/0');
  await page.getByText('The playground does not answer').first().waitFor();
  assert.equal(await page.locator('.stage .stone').count(), 12);
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await page.waitForFunction(() => document.querySelectorAll('.stage .stone').length === 9);
  page.troubles = page.troubles.filter((each) => !each.includes('ERR_FAILED'));
  await close(page);
});

test('stones and pins are touched, and the address holds the game', async () => {
  const page = await open('#/play?p=nim:1,3+%2B+kayles:3&level=none');
  await settled(page);
  await touch(page, '0|stone:1/1');
  await page.waitForFunction(() => location.hash.includes('m=nim:1,1'));
  await page.locator('.log', { hasText: 'take 2 from the heap of 3' }).waitFor();
  await settled(page);
  await touch(page, '1|pin:0/0');
  await touch(page, '1|pin:0/1');
  await page.waitForFunction(() => location.hash.includes('kayles:1'));
  await settled(page);
  const address = page.url();
  await page.reload();
  await settled(page);
  assert.equal(page.url(), address);
  assert.equal(await page.locator('.stage .pin').count(), 1);
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll('.stage .pin').length === 3);
  await close(page);
});

test('keys alone play, hint, take back and walk the history', async () => {
  const page = await open('#/play?p=nim:1,2&level=perfect');
  await settled(page);
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  assert.match(await page.getByRole('dialog').textContent(), /take back/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('h');
  await page.locator('.badge.win').first().waitFor();
  await page.keyboard.press('b');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => new URLSearchParams(location.hash.split('?')[1]).getAll('m').length >= 2);
  await settled(page);
  await page.waitForFunction(() => /the computer: take/.test(document.querySelector('[aria-live]')?.textContent ?? ''));
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => document.querySelector('.status').textContent.includes('Looking back'));
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => !document.querySelector('.status').textContent.includes('Looking back'));
  await page.keyboard.press('u');
  await page.waitForFunction(() => !location.hash.includes('m='));
  await page.keyboard.press('6');
  await page.getByRole('heading', { name: 'Graphs' }).waitFor();
  await close(page);
});

test('a wrong position is pointed at', async () => {
  const page = await open('#/play?p=nin:3,4');
  assert.match(await page.getByRole('alert').first().textContent(), /Unknown game nin.*Did you mean nim/s);
  assert.equal(await page.locator('mark').textContent(), 'nin');
  await close(page);
});

test('hints come in steps, name the component and then the move', async () => {
  const page = await open('#/play?p=nim:3,4,5+%2B+kayles:1');
  await settled(page);
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.getByRole('button', { name: 'Tell me more' }).click();
  await page.locator('.piece.lit').first().waitFor();
  const component = await page.locator('.piece.lit').count();
  await page.getByRole('button', { name: 'Tell me more' }).click();
  assert.equal(await page.locator('.hints li').count(), 3);
  await page.waitForFunction((before) => document.querySelectorAll('.piece.lit').length < before, component);
  await page.reload();
  await page.locator('.hints li').nth(2).waitFor();
  await touch(page, '0|stone:1/0');
  await page.waitForFunction(() => !location.hash.includes('hint='));
  await close(page);
});

test('a row of the table lights its heap', async () => {
  const page = await open('#/play?p=nim:3,4,5&hints=1');
  await page.locator('.explanation tbody tr').nth(1).hover();
  await page.locator('.piece.lit').first().waitFor();
  assert.equal(await page.locator('.piece.lit .stone').count(), 4);
  await close(page);
});

test('vertices that stay keep their places', async () => {
  const page = await open('#/play?p=node-kayles:1-2,2-3,3-4,4-5&level=none');
  await settled(page);
  const placeOf = (name) => page.locator('.vertex', { hasText: name }).locator('ellipse').getAttribute('cx');
  const before = await placeOf('5');
  await page.locator('.stage [data-element="0|vertex:1"]').hover({ force: true });
  await page.waitForFunction(() => document.querySelectorAll('.piece.going').length === 3);
  await touch(page, '0|vertex:1');
  await page.waitForFunction(() => location.hash.includes('m=node-kayles:4-5'));
  await page.waitForFunction(() => document.querySelectorAll('.stage .vertex').length === 2);
  assert.equal(await placeOf('5'), before);
  await close(page);
});

test('heaps keep their places, and the last move is marked', async () => {
  const page = await open('#/play?p=nim:2,3,4&level=none');
  await settled(page);
  const left = () => page.locator('.stage [data-element="0|heap:1"] text').getAttribute('x');
  const last = await page.locator('.stage [data-element="0|heap:2"] text').getAttribute('x');
  await touch(page, '0|stone:1/0');
  await page.waitForFunction(() => document.querySelectorAll('.stage .stone').length === 6);
  assert.equal(await left(), last);
  await touch(page, '0|stone:0/1');
  await page.locator('.last-move', { hasText: 'take 1 from the heap of 2' }).waitFor();
  await close(page);
});

test('a position is edited by hand, and boards are added', async () => {
  const page = await open('#/play?p=nim:3,4&level=none');
  await settled(page);
  await page.getByText('Edit position').click();
  await page.getByRole('button', { name: 'heap 2: one more' }).click();
  await page.waitForFunction(() => location.hash.includes('p=nim:3,5'));
  await page.getByRole('button', { name: 'Add a heap' }).click();
  await page.waitForFunction(() => location.hash.includes('p=nim:3,5,3'));
  await page.getByLabel('Add another board').selectOption({ label: 'Kayles' });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.locator('.stage .pin').first().waitFor();
  await close(page);
});

test('games are found in the gallery, with a picture each', async () => {
  const page = await open('#/games');
  await page.locator('.card').nth(20).waitFor();
  await page.waitForFunction(() => [...document.querySelectorAll('.thumbnail')].every((each) => each.querySelector('svg, .plain-position')));
  await picture(page, 'games');
  await page.getByPlaceholder('find a game').fill('dominoes');
  await page.waitForFunction(() => document.querySelectorAll('.card').length < 5);
  await page.locator('.card a').first().click();
  await settled(page);
  await close(page);
});

test('a link is shared, and a picture of the board', async () => {
  const page = await open('#/play?p=nim:3,4&level=none');
  await settled(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByText('Link copied').waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
  await page.getByText('Picture').click();
  const [svg] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'SVG' }).click()]);
  assert.equal(svg.suggestedFilename(), 'nim-3-4.svg');
  const [png] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PNG' }).click()]);
  assert.equal(png.suggestedFilename(), 'nim-3-4.png');
  await close(page);
});
