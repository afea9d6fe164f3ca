// What only the site promises: no request fails, it works in a sub-folder and without a connection, the guide is beside it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { close, context, isSite, open, settled, status } from './playground.mjs';

const options = { skip: !isSite && 'run with SITE=1' };

test('no request fails, and none leaves the folder', options, async () => {
  const page = await open('');
  const failed = [];
  page.on('response', (response) => { if (response.status() >= 400) failed.push(response.url()); });
  page.on('requestfailed', (request) => failed.push(request.url()));
  for (const place of ['play?p=nim:3,4,5', 'explore?p=kayles:6', 'sequence?r=0.106&to=1000', 'graph', 'pursuit', 'rules', 'learn']) {
    await page.goto(`${context.address}#/${place}`);
    await page.locator('main h1, main h2, main .board').first().waitFor();
  }
  await page.reload();
  assert.deepEqual(failed, []);
  assert.match(await page.locator('meta[name=engine]').getAttribute('content'), /worker/);
  await close(page);
});

test('a visitor without a connection plays on and reads the guide', options, async () => {
  const visitor = await context.browser.newContext();
  const page = await visitor.newPage();
  await page.goto(context.address);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await visitor.setOffline(true);
  await page.goto(`${context.address}#/play?p=kayles:7&level=none`);
  await page.reload();
  await settled(page);
  assert.match(await status(page), /First player/);
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await page.locator('.hint, .reason, .log').first().waitFor();
  await page.goto(`${context.address}guide/misere.html`);
  assert.match(await page.title(), /Misère/);
  await visitor.close();
});

test('examples of the guide open in the playground', options, async () => {
  const page = await context.browser.newPage();
  await page.goto(`${context.address}guide/first-steps.html`);
  const links = page.locator('a[href*="index.html#/"]');
  assert.ok(await links.count() >= 5, `${await links.count()} links`);
  await links.first().click();
  await page.waitForURL('**/site/index.html#/play?**');
  await settled(page);
  await page.close();
});

test('every link of the guide leads to a file of the site', options, async () => {
  const seen = new Set();
  const waiting = [new URL('guide/index.html', context.address).href];
  const broken = [];
  while (waiting.length > 0) {
    const address = waiting.pop();
    if (seen.has(address)) continue;
    seen.add(address);
    const response = await fetch(address);
    if (!response.ok) broken.push(address);
    if (!response.ok || !/\/guide\/[^/]*\.html$/.test(address)) continue;
    for (const [, link] of (await response.text()).matchAll(/(?:href|src)="([^"]*)"/g)) {
      const target = new URL(link.replaceAll('&amp;', '&'), address);
      target.hash = '';
      if (target.href.startsWith(context.address)) waiting.push(target.href);
      else if (!/^(https?|data|mailto):/.test(link)) broken.push(`${link} in ${address}`);
    }
  }
  assert.deepEqual(broken, []);
  assert.ok(seen.size > 30, `${seen.size} pages`);
});
