// For everybody: accessibility by axe, phone width, dark and light, without a network.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { close, context, counting, isSite, open, picture } from './playground.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PLACES = {
  play: '#/play?p=nim:3,4,5&hints=1&m=nim:3,4&m=nim:3,3',
  sequence: '#/sequence?r=kayles&to=100',
  trees: '#/play?p=green-hackenbush:(()())(())&hints=1',
  vertices: '#/play?p=node-kayles:1-2,2-3,3-4,4-1,4-5&hints=1',
  graph: '#/graph',
  pursuit: '#/pursuit',
  rules: '#/rules',
  learn: '#/learn',
  lesson: '#/learn?lesson=nim',
  games: '#/games',
  explore: '#/explore?p=nim:1,2,3&o=nim:2,3',
  huge: '#/play?p=nim:1000000000,5',
  sum: '#/play?p=nim:3,4,5+%2B+chomp:3x4+%2B+cram:2x3&review=1',
};

for (const [name, place] of Object.entries(PLACES)) {
  for (const colorScheme of ['light', 'dark']) {
    test(`${name} has no accessibility trouble in ${colorScheme}`, async () => {
      const page = await open(place, { colorScheme });
      await page.waitForLoadState('networkidle');
      // The debugger's side door: the page's own policy forbids foreign scripts, as it should.
      await page.evaluate(AXE);
      const { violations } = await page.evaluate(() => window.axe.run());
      const told = violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html).join(' | ')}`);
      assert.deepEqual(told, []);
      await close(page);
    });
  }

  test(`${name} fits a phone`, async () => {
    const page = await open(place, { width: 360, height: 740, colorScheme: 'dark' });
    await page.waitForLoadState('networkidle');
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(tooWide <= 0, `${tooWide} pixels too wide`);
    if (name === 'play') await picture(page, 'phone');
    await close(page);
  });
}

test('the first page is small and is there at once', async () => {
  const page = await context.browser.newPage();
  const counted = counting(page);
  await page.goto(context.address);
  await page.locator('.stage .piece[role=button]').first().waitFor();
  await page.waitForLoadState('networkidle');
  const bytes = await counted();
  console.log(`the first page takes ${bytes} bytes`);
  // Without a server the engine comes with it, in full where files are not compressed.
  const most = isSite ? 6_500_000 : 200_000;
  assert.ok(bytes > 10_000 && bytes < most, `${bytes} bytes`);
  await page.close();
});
