// The other pages: sequences, graphs, pursuit, your rules, lessons.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { close, counting, open, picture, settled, status } from './playground.mjs';

const LECTURE = '9 12\n0 1\n2 1\n6 2\n6 3\n3 4\n4 5\n0 4\n0 6\n7 0\n8 4\n7 8\n8 7\n';

test('the period of Kayles is found and proved', async () => {
  const page = await open('#/sequence?r=kayles&to=200');
  await page.locator('.proved').waitFor();
  const text = await page.locator('.period').textContent();
  assert.match(text, /Period 12, from heap 71 on — proved/);
  assert.match(await page.locator('table.values').textContent(), /012314321426/);
  await picture(page, 'sequence');
  await close(page);
});

test('a sequence of a hundred thousand values is plotted, zoomed and downloaded', async () => {
  const page = await open('#/sequence?r=0.137&to=100000');
  await page.getByText('heaps 0 to 100,000').waitFor();
  await page.keyboard.press('+');
  await page.getByText('heaps 25,000 to 75,000').waitFor();
  await page.waitForFunction(() => location.hash.includes('view=25000,75000'));
  await page.reload();
  await page.getByText('heaps 25,000 to 75,000').waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CSV' }).click()]);
  assert.equal(file.suggestedFilename(), '0.137.csv');
  await close(page);
});

test('ten million values are plotted, of which the browser gets what it draws', async () => {
  const page = await open('#/sequence?r=kayles&to=10000000');
  await page.getByText('heaps 0 to 10,000,000').waitFor();
  const counted = counting(page);
  for (const stretch of ['2,500,000 to 7,500,000', '3,750,000 to 6,250,000']) {
    await page.keyboard.press('+');
    await page.getByText(`heaps ${stretch}`).waitFor();
  }
  await page.goto(page.url().replace(/#.*/, '#/sequence?r=kayles&to=10000000&view=9999000,9999100&zeros=1'));
  await page.waitForResponse((response) => response.url().endsWith('/api/plot'));
  const paper = page.locator('.plot canvas');
  const { width, height } = await paper.boundingBox();
  await paper.hover({ position: { x: width / 2, y: height / 2 } });
  await page.getByText(/^g\(9,999,\d{3}\) = [1-9]$/).waitFor();
  const bytes = await counted();
  assert.ok(bytes > 0 && bytes < 300_000, `${bytes} bytes`);
  assert.ok(await page.getByLabel('mark lost heaps').isChecked());
  await close(page);
});

test('the graph of the sources is pasted and stepped through, forwards and back', async () => {
  const page = await open('#/graph?g=1 0');
  await page.getByLabel('The graph').fill(LECTURE);
  await page.getByRole('button', { name: 'Solve' }).click();
  await page.locator('.node').nth(8).waitFor();
  const outcomes = async () => page.locator('.node').evaluateAll((nodes) => nodes.map((node) =>
    ['win', 'lose', 'draw'].find((outcome) => node.classList.contains(outcome)) ?? '?').join(' '));
  const solved = 'win lose win lose win lose win draw draw';
  assert.equal(await outcomes(), solved);
  await page.keyboard.press('Home');
  assert.equal(await outcomes(), '? ? ? ? ? ? ? ? ?');
  await page.keyboard.press('ArrowRight');
  assert.equal(await outcomes(), '? lose ? ? ? ? ? ? ?');
  assert.match(await page.locator('.telling').textContent(), /1 has no moves/);
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowRight');
  await picture(page, 'graph');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('End');
  assert.equal(await outcomes(), solved);
  await close(page);
});

test('a graph is drawn: a vertex is added, an edge is pulled, a token is played', async () => {
  const page = await open(`#/graph?g=${encodeURIComponent('2 1\n0 1\n')}`);
  await page.locator('.node').nth(1).waitFor();
  const paper = page.locator('.drawing');
  const box = await paper.boundingBox();
  await page.mouse.dblclick(box.x + box.width - 40, box.y + 40);
  await page.locator('.node').nth(2).waitFor();
  const middle = async (index) => {
    const { x, y, width, height } = await page.locator('.node circle').nth(index).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const [from, to] = [await middle(1), await middle(2)];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 3 });
  await page.mouse.move(...to, { steps: 3 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelectorAll('.drawing .edge').length === 2);
  await page.mouse.click(...await middle(1));
  await page.getByRole('link', { name: 'Play from 1' }).click();
  await settled(page);
  await page.getByRole('button', { name: /move the token from 1 to 2/ }).click();
  await page.waitForFunction(() => document.querySelector('.status')?.textContent.includes('You have won'));
  await close(page);
});

test('where a vertex is put, it is found again after a reload', async () => {
  const page = await open(`#/graph?g=${encodeURIComponent('3 2\n0 1\n1 2\n')}`);
  await page.locator('.node').nth(2).waitFor();
  const middle = async (index) => {
    const { x, y, width, height } = await page.locator('.node circle').nth(index).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const box = await page.locator('.drawing').boundingBox();
  const entries = await page.evaluate(() => history.length);
  const target = [box.x + box.width - 60, box.y + 50];
  await page.mouse.move(...await middle(0));
  await page.mouse.down();
  await page.mouse.move(...target, { steps: 8 });
  await page.mouse.up();
  await page.waitForFunction(() => location.hash.includes('xy=0.'));
  assert.equal(await page.evaluate(() => history.length), entries);
  const isThere = async (index, [x, y]) => {
    const at = await middle(index);
    assert.ok(Math.hypot(at[0] - x, at[1] - y) < 3, `${at} is not ${x}, ${y}`);
  };
  await isThere(0, target);
  await page.reload();
  await page.locator('.node').nth(2).waitFor();
  await isThere(0, target);
  // Without vertex 0 the others stay where they are, under their new numbers.
  const last = await middle(2);
  await page.mouse.click(...target);
  await page.keyboard.press('Delete');
  await page.waitForFunction(() => document.querySelectorAll('.node').length === 2);
  await isThere(1, last);
  await page.goBack();
  await page.locator('.node').nth(2).waitFor();
  await isThere(0, target);
  await close(page);
});

test('a graph that counts from 1, or has names, is played with its own names', async () => {
  const page = await open(`#/graph?g=${encodeURIComponent('3 2\n1 2\n2 3\n')}`);
  await page.getByRole('button', { name: 'Try counting from 1' }).click();
  await page.locator('.node').nth(2).waitFor();
  const middle = async (index) => {
    const { x, y, width, height } = await page.locator('.node circle').nth(index).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.mouse.click(...await middle(1));
  await page.getByRole('link', { name: 'Play from 2' }).click();
  await settled(page);
  await page.locator('.moves li button').first().click();
  await page.waitForFunction(() => document.querySelector('.status')?.textContent.includes('You have won'));
  await page.goto(page.url().replace(/#.*/, `#/graph?at=1&g=${encodeURIComponent('digraph { a -> b; b -> c }')}`));
  await page.getByRole('link', { name: 'Play from b' }).click();
  await page.getByRole('button', { name: /move the token from b to c/ }).waitFor();
  await page.locator('.vertex.here', { hasText: 'b' }).waitFor();
  await close(page);
});

test('the algorithm runs by itself when told to', async () => {
  const page = await open('#/graph?step=10');
  await page.getByRole('button', { name: 'Watch' }).click();
  await page.getByText('step 12 of 12').waitFor();
  await page.getByRole('button', { name: 'Watch' }).waitFor();
  await close(page);
});

test('a wrong graph is pointed at', async () => {
  const page = await open(`#/graph?g=${encodeURIComponent('2 1\n0 x\n')}`);
  assert.match(await page.getByRole('alert').textContent(), /Line 2/);
  await close(page);
});

test('the policeman is watched, a wall is painted, and the thief gets away', async () => {
  const page = await open('#/pursuit');
  await page.locator('.verdict').waitFor();
  await page.getByRole('button', { name: 'One ply on' }).click();
  assert.match(await page.locator('.telling').textContent(), /Police/);
  const before = page.url();
  await page.locator('.field .cell').nth(1).click();
  await page.waitForFunction((url) => location.href !== url, before);
  await page.goto(page.url().replace(/#.*/, `#/pursuit?mode=thief&map=${encodeURIComponent('P....\n.#.#.\n..T.E')}`));
  for (let round = 0; round < 10; round += 1) {
    await page.waitForFunction(() => !document.querySelector('.status')?.textContent.includes('moves…'));
    if (!(await status(page)).startsWith('Your move')) break;
    if (await page.locator('.thief-moves .badge').count() === 0) await page.keyboard.press('h');
    const winning = page.locator('.thief-moves button:has(.badge.win)');
    const plies = await winning.locator('.plies').allTextContents();
    const fastest = plies.map(Number).indexOf(Math.min(...plies.map(Number)));
    const url = page.url();
    await winning.nth(fastest).click();
    await page.waitForFunction((old) => location.href !== old, url);
  }
  assert.match(await status(page), /You got away/);
  await picture(page, 'pursuit');
  await close(page);
});

test('rules with an error are marked at the line, and right ones are played', async () => {
  const page = await open('#/rules');
  await page.getByText('Take a square number of stones.').last().waitFor();
  await page.getByLabel('Rules', { exact: true }).fill('def moves(n):\n    return [n - j]\n\nstart = 3\n');
  await page.locator('.gutter .bad').waitFor();
  assert.equal(await page.locator('.gutter .bad').textContent(), '2');
  assert.match(await page.getByRole('alert').textContent(), /Line 2/);
  await picture(page, 'rules');
  await page.getByRole('button', { name: 'a claim' }).click();
  await page.locator('.holds').first().waitFor();
  assert.equal(await page.locator('.holds').count(), 2);
  await page.getByRole('link', { name: 'Play it' }).click();
  await settled(page);
  await page.locator('.moves li button').first().click();
  await page.waitForFunction(() => new URLSearchParams(location.hash.split('?')[1]).getAll('m').length >= 2);
  await close(page);
});

test('answers in a lesson, and lessons won, are in the address', async () => {
  const page = await open('#/learn?lesson=misere&won=nim');
  const questions = page.locator('.quiz');
  await questions.nth(2).getByRole('button', { name: 'loses' }).click();
  await questions.nth(0).getByRole('button', { name: 'loses' }).click();
  await page.waitForFunction(() => location.hash.includes('q=l-l'));
  await page.reload();
  await questions.nth(0).getByText('Right.').waitFor();
  await questions.nth(2).getByText(/Right\.|No\./).waitFor();
  assert.equal(await questions.nth(1).locator('[aria-pressed=true]').count(), 0);
  await page.getByRole('link', { name: 'Learn' }).last().click();
  await page.locator('.done').waitFor();
  assert.equal(await page.locator('.done').count(), 1);
  await close(page);
});

test('every lesson ends in a position that the learner can win', async () => {
  const page = await open('#/learn');
  await page.locator('.contents a').nth(7).waitFor();
  const links = await page.locator('.contents a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  assert.equal(links.length, 8);
  for (const link of links) {
    await page.goto(page.url().replace(/#.*/, `${link}&hints=1`));
    await settled(page);
    assert.equal(await page.locator('.failure').count(), 0, link);
    if (link.includes('kayles')) {
      await page.setViewportSize({ width: 1100, height: 820 });
      await page.evaluate(() => scrollTo(0, 0));
      await picture(page, 'learn');
    }
    for (let move = 0; move < 40; move += 1) {
      await settled(page);
      if ((await status(page)).includes('won')) break;
      const url = page.url();
      await page.locator('.moves li button:has(.badge.win)').first().click();
      await page.waitForFunction((old) => location.href !== old, url);
    }
    assert.equal(await status(page), 'You have won', link);
  }
  await page.goto(page.url().replace(/#.*/, '#/learn'));
  await page.locator('.done').nth(7).waitFor();
  await close(page);
});
