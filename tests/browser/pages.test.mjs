// The other pages: sequences, graphs, pursuit, your rules, lessons.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { close, counting, isSite, open, picture, playWell, settled, status, touch } from './playground.mjs';

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
  if (!isSite) await page.waitForResponse((response) => response.url().endsWith('/api/plot'));
  await page.getByText('heaps 9,999,000 to 9,999,100').waitFor();
  const paper = page.locator('.plot canvas');
  const { width, height } = await paper.boundingBox();
  const value = page.getByText(/^g\(9,999,\d{3}\) = [1-9]$/);
  // The pointer says nothing before the plot is there.
  for (let round = 0; round < 100 && await value.count() === 0; round += 1) {
    await paper.hover({ position: { x: width / 2 + round % 2, y: height / 2 } });
    await page.waitForTimeout(100);
  }
  await value.waitFor();
  const bytes = await counted();
  assert.ok((bytes > 0 || isSite) && bytes < 300_000, `${bytes} bytes`);
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
  await page.evaluate(() => document.activeElement.blur());
  assert.equal(await outcomes(), '? ? ? ? ? ? ? ? ?');
  await page.keyboard.press('End');
  await page.getByText('step 12 of 12').waitFor();
  assert.equal(await outcomes(), solved);
  await page.keyboard.press('Home');
  await page.getByText('step 0 of 12').waitFor();
  assert.equal(await outcomes(), '? ? ? ? ? ? ? ? ?');
  await page.keyboard.press('ArrowRight');
  assert.equal(await outcomes(), '? lose ? ? ? ? ? ? ?');
  assert.match(await page.locator('.telling').textContent(), /1 has no moves/);
  assert.match(await page.locator('.algorithm [aria-current]').textContent(), /without a move is lost/);
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
  await touch(page, '0|vertex:2');
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
  // That it counts from 1 is seen without being told.
  await page.waitForFunction(() => location.hash.includes('one=1'));
  await page.locator('.node').nth(2).waitFor();
  const middle = async (index) => {
    const { x, y, width, height } = await page.locator('.node circle').nth(index).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.mouse.click(...await middle(1));
  await page.getByRole('link', { name: 'Play from 2' }).click();
  await settled(page);
  await touch(page, '0|vertex:2');
  await page.waitForFunction(() => document.querySelector('.status')?.textContent.includes('You have won'));
  await page.goto(page.url().replace(/#.*/, `#/graph?at=1&g=${encodeURIComponent('digraph { a -> b; b -> c }')}`));
  await page.getByRole('link', { name: 'Play from b' }).click();
  await page.getByRole('button', { name: 'vertex c' }).waitFor();
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
  for (let round = 0; round < 20; round += 1) {
    await page.waitForFunction(() => !document.querySelector('.status')?.textContent.includes('moves…'));
    const now = await status(page);
    if (now.includes('moves…')) continue;
    if (!now.startsWith('Your move')) break;
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

const EDITOR = '.cm-content';

/** Replaces what stands in the editor. */
async function write(page, text) {
  await page.locator(EDITOR).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
}

test('rules with an error are marked at the line, and right ones are played', async () => {
  const page = await open('#/rules');
  await page.getByText('Take a square number of stones.').last().waitFor();
  await write(page, 'def moves(n):\n    return [n - j]\n\nstart = 3\n');
  await page.locator('.cm-lintRange-error').first().waitFor();
  assert.match(await page.getByRole('alert').textContent(), /Line 2/);
  await picture(page, 'rules');
  await page.getByRole('button', { name: 'a claim' }).click();
  await page.getByRole('button', { name: 'Use as a new draft' }).click();
  await page.locator('.holds').first().waitFor();
  assert.equal(await page.locator('.holds').count(), 2);
  await page.getByRole('link', { name: 'Play it' }).click();
  await settled(page);
  await page.locator('.moves li button').first().click();
  await page.waitForFunction(() => new URLSearchParams(location.hash.split('?')[1]).getAll('m').length >= 2);
  await close(page);
});

test('drafts are kept: examples, other pages and reloads lose nothing, and undo works', async () => {
  const page = await open('#/rules');
  await page.locator(EDITOR).waitFor();
  await write(page, '"""Mine."""\n\ndef moves(n):\n    return [n - 1] if n else []\n\nstart = 4\n');
  await page.locator('.about', { hasText: 'Mine' }).waitFor();
  await page.getByRole('button', { name: 'a cycle' }).click();
  assert.match(await page.locator(EDITOR).textContent(), /Mine/);
  await page.getByRole('button', { name: 'Use as a new draft' }).click();
  await page.locator(EDITOR, { hasText: 'A token on a ring' }).waitFor();
  await page.getByRole('link', { name: 'Graphs' }).click();
  await page.getByRole('link', { name: 'Your rules' }).click();
  await page.reload();
  await page.locator('.draft-bar select').selectOption({ label: 'Mine' });
  await page.locator(EDITOR, { hasText: 'Mine' }).waitFor();
  await write(page, 'broken');
  await page.keyboard.press('Control+Z');
  await page.locator(EDITOR, { hasText: 'Mine' }).waitFor();
  await close(page);
});

test('a lesson is done step by step, and what was done is remembered', async () => {
  const page = await open('#/learn?lesson=nim');
  await page.getByRole('button', { name: 'The player to move loses' }).click();
  await page.getByText('Right.').waitFor();
  await page.getByRole('button', { name: 'Next step' }).click();
  await page.goto(page.url().replace(/#.*/, '#/learn?lesson=nim&step=4'));
  // 3, 5, 4: the heap of 3 becomes 1.
  await page.getByRole('button', { name: 'heap 1, bit 2: 1' }).click();
  await page.getByText('this is the winning move').waitFor();
  await page.getByRole('button', { name: 'Next step' }).click();
  await page.locator('.find .piece[role=button]').first().waitFor();
  await touch(page, '0|stone:0/1');
  await page.getByText('Yes: take 2 from the heap of 3').waitFor();
  await page.reload();
  await page.locator('.find .done').waitFor();
  await page.getByRole('link', { name: 'Learn' }).last().click();
  await page.getByText('3 of 7 done').waitFor();
  await picture(page, 'learn');
  await close(page);
});

test('every lesson ends in a position that the learner can win', async () => {
  const page = await open('#/learn');
  await page.locator('.contents a').nth(10).waitFor();
  const links = await page.locator('.contents a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  assert.equal(links.length, 11);
  for (const link of links) {
    await page.goto(page.url().replace(/#.*/, `${link}&step=99`));
    await settled(page);
    assert.equal(await page.locator('.failure').count(), 0, link);
    await page.keyboard.press('h');
    await playWell(page);
    assert.equal(await status(page), 'You have won', link);
    await page.getByText('★ Won.').waitFor();
  }
  await close(page);
});

test('options are explored step by step', async () => {
  const page = await open('#/explore?p=nim:1,2');
  await page.locator('.column .option', { hasText: 'nim:1,1' }).click();
  await page.locator('.column').nth(1).locator('.badge.lose').first().waitFor();
  await page.locator('.column').nth(1).locator('.option').first().click();
  await page.waitForFunction(() => document.querySelectorAll('.column').length === 3);
  await page.locator('.column').nth(0).getByRole('button', { name: 'nim:1,2' }).first().click();
  await page.waitForFunction(() => document.querySelectorAll('.column').length === 1);
  await close(page);
});

test('a graph is drawn with the toolbar, and undone', async () => {
  const page = await open(`#/graph?step=end&g=${encodeURIComponent('1 0\n')}`);
  await page.locator('.node').first().waitFor();
  // There is nothing to undo yet, so Undo does not leave the page.
  assert.ok(await page.getByRole('button', { name: 'Undo', exact: true }).isDisabled());
  await page.getByRole('button', { name: 'Vertex', exact: true }).click();
  const box = await page.locator('.drawing').boundingBox();
  await page.mouse.click(box.x + 60, box.y + 60);
  await page.locator('.node').nth(1).waitFor();
  await page.getByRole('button', { name: 'Edge', exact: true }).click();
  const middle = async (index) => {
    const { x, y, width, height } = await page.locator('.node circle').nth(index).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.mouse.click(...await middle(1));
  await page.locator('.node.chosen').waitFor();
  await page.mouse.click(...await middle(0));
  await page.waitForFunction(() => document.querySelectorAll('.drawing .edge').length === 1);
  assert.ok(await page.locator('.node.win').count() === 1);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.waitForFunction(() => document.querySelectorAll('.drawing .edge').length === 0);
  await close(page);
});

test('walls are painted by dragging, and undone', async () => {
  const page = await open(`#/pursuit?map=${encodeURIComponent('P....\n.....\n....T')}`);
  const cell = async (index) => {
    const { x, y, width, height } = await page.locator('.field .cell').nth(index).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.locator('.verdict').waitFor();
  await page.mouse.move(...await cell(5));
  await page.mouse.down();
  await page.mouse.move(...await cell(6), { steps: 4 });
  await page.mouse.move(...await cell(7), { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelectorAll('.field .wall').length === 3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.field .wall').length === 2);
  await close(page);
});

/** A page with the address of own rules at a position. */
function ownGame(rules, position) {
  return open(`#/play?p=mine.star:${encodeURIComponent(position)}&level=none&rules=${encodeURIComponent(rules)}`);
}

test('rules that draw are played on their board', async () => {
  const rook = `def moves(place):
    x, y = place
    return [(k, y) for k in range(x)] + [(x, k) for k in range(y)]

def draw(place):
    x, y = place
    return ["." * x + "R" + "." * (5 - x) if 5 - row == y else "." * 6 for row in range(6)]
`;
  const page = await ownGame(rook, '(5,3)');
  await settled(page);
  assert.equal(await page.locator('.stage .square').count(), 36);
  await touch(page, '0|cell:2/5');
  await touch(page, '0|cell:2/1');
  await page.waitForFunction(() => decodeURIComponent(location.hash).includes('m=mine.star:(1,3)'));
  await page.locator('.stage [data-element="0|cell:2/1"] .mark').waitFor();
  await close(page);
  const heaps = await ownGame('def moves(n):\n    return [n - k for k in (1, 4) if k <= n]\n\ndef draw(n):\n    return [n]\n', '9');
  await settled(heaps);
  await touch(heaps, '0|stone:0/5');
  await heaps.waitForFunction(() => location.hash.includes('m=mine.star:5'));
  await close(heaps);
});

test('a draw that fails is marked at its line', async () => {
  const page = await open(`#/rules?text=${encodeURIComponent('def moves(n):\n    return []\n\ndef draw(n):\n    return [1 // n]\n\nstart = 0\n')}`);
  assert.match(await page.getByRole('alert').textContent(), /Line 5/);
  await close(page);
});

test('two sequences are compared, and a view keeps its heaps and its values', async () => {
  const page = await open('#/sequence?r=kayles&vs=0.77&to=300');
  await page.getByText('They agree for heaps 0 to 300.').waitFor();
  await page.getByLabel('Compare with').fill('dawsons-kayles');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByText(/They differ at \d+ of heaps 0 to 300/).waitFor();
  await page.keyboard.press('Escape');
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('i');
  await page.getByText(/heaps 0 to 300, values \d+ to \d+/).waitFor();
  await page.waitForFunction(() => /view=0,300,[\d.]+,[\d.]+/.test(location.hash));
  await page.reload();
  await page.getByText(/heaps 0 to 300, values \d+ to \d+/).waitFor();
  await page.keyboard.press('0');
  await page.getByText('heaps 0 to 300', { exact: true }).waitFor();
  await close(page);
});

test('a plot is pinched in both axes', async () => {
  const page = await open('#/sequence?r=kayles&to=400');
  const paper = page.locator('.plot canvas');
  await paper.waitFor();
  await page.getByText('heaps 0 to 400').waitFor();
  const { x, y, width, height } = await paper.boundingBox();
  const fingers = (spread) => [-1, 1].map((side, id) => ({ x: x + width / 2 + side * spread, y: y + height / 2 + side * spread, id }));
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(40) });
  for (const spread of [50, 60, 70, 80]) await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(spread) });
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.getByText(/heaps \d+ to [23]\d\d, values \d+ to \d+/).waitFor();
  await close(page);
});

test('a long period is known from its certificate', async () => {
  const page = await open('#/sequence?r=0.106');
  await page.getByText('Period 328,226,140,474').waitFor();
  assert.match(await page.locator('.period').textContent(), /proved.*certificate that comes with grundy/s);
  await close(page);
});

test('a graph of five thousand vertices is drawn, found by pointing, and fits into its address', async () => {
  const page = await open('#/graph?g=1 0');
  const edges = Array.from({ length: 4999 }, (_, at) => `${at + 1} ${Math.floor(at / 3)}`);
  await page.locator('#graph-text').waitFor({ state: 'attached' });
  await page.evaluate((text) => {
    const area = document.getElementById('graph-text');
    area.value = text;
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, `5000 4999\n${edges.join('\n')}\n`);
  await page.getByRole('button', { name: 'Solve' }).click();
  const paper = page.locator('canvas.big');
  await paper.waitFor();
  assert.ok(page.url().length < 40_000, `${page.url().length}`);
  const { width, height } = await paper.boundingBox();
  assert.ok(height < width);
  const before = await page.locator('.paper .pointed').textContent();
  for (let part = 0.1; part < 0.95 && (await page.locator('.paper .pointed').textContent()) === before; part += 0.005) {
    await paper.hover({ position: { x: width * part, y: height * 0.5 } });
  }
  assert.match(await page.locator('.paper .pointed').textContent(), /^\d+: (win|lose) in \d+; moves to \d+/);
  await page.reload();
  await paper.waitFor();
  await close(page);
});

test('a graph without cycles stands in layers, the ends at the bottom, and is looked at closely', async () => {
  const page = await open(`#/graph?g=${encodeURIComponent('5 5\n0 1\n0 2\n1 3\n2 3\n3 4')}`);
  await page.locator('.node').nth(4).waitFor();
  const heights = await page.locator('.node circle').evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().y));
  assert.ok(heights[0] < heights[1] && heights[1] < heights[3] && heights[3] < heights[4] && Math.abs(heights[1] - heights[2]) < 1, `${heights}`);
  const size = () => page.evaluate(() => document.querySelector('.node circle').getBoundingClientRect().width);
  const whole = await size();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.waitForFunction((old) => document.querySelector('.node circle').getBoundingClientRect().width > old * 1.2, whole);
  await page.getByRole('button', { name: 'whole' }).click();
  await page.waitForFunction((old) => Math.abs(document.querySelector('.node circle').getBoundingClientRect().width - old) < 1, whole);
  await close(page);
});

test('two policemen are painted, and the chase is replayed', async () => {
  const page = await open(`#/pursuit?map=${encodeURIComponent('P....\n.....\n..T..\n.....\n.....')}`);
  await page.locator('.verdict', { hasText: 'goes on for ever' }).or(page.locator('.verdict', { hasText: 'catches' })).waitFor();
  await page.getByRole('button', { name: 'policeman', exact: true }).click();
  await page.locator('.field .cell').nth(24).click();
  await page.locator('.verdict', { hasText: 'The policemen catch the thief' }).waitFor();
  assert.equal(await page.locator('.field .piece.police').count(), 2);
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await page.getByRole('button', { name: 'Replay' }).waitFor();
  await page.getByRole('button', { name: 'Replay' }).click();
  await page.getByText(/ply [01] of/).waitFor();
  await close(page);
});

test('a class gets a link and a code', async () => {
  const page = await open('#/learn?lesson=nim&step=2&teach=1');
  await page.getByRole('button', { name: 'Link for the class' }).click();
  await page.locator('svg.code path').waitFor();
  assert.match(await page.locator('.class-link').textContent(), /#\/learn\?lesson=nim&step=2$/);
  await close(page);
});
