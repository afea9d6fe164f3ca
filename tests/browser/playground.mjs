// Starts a playground and a browser for the tests of one file, and ends both. With SITE=1 the playground is the built site
// (`cargo xtask site`) in a folder of a server that knows only files: the same tests, the other engine.

import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The documentation's pictures change when they are asked for, not with every run. */
const PICTURES = process.env.PICTURES ? `${ROOT}docs/pictures/` : `${ROOT}target/pictures/`;

export const context = { address: '', browser: undefined };

/** True where no server answers. */
export const isSite = process.env.SITE === '1';
const PROGRAMS = `${process.env.CARGO_TARGET_DIR ?? `${ROOT}target`}/checked`;

let server;

before(async () => {
  // A page that is being worked on may be served by something else.
  if (process.env.PLAYGROUND) context.address = process.env.PLAYGROUND;
  else if (isSite) await serveFiles();
  else await serve();
  context.browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
});

async function serve() {
  const program = process.env.GRUNDY ?? `${ROOT}target/checked/grundy`;
  server = spawn(program, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  context.address = await firstLine(server.stdout);
}

async function serveFiles() {
  const options = ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', `${ROOT}target`];
  server = spawn('python3', options, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [address] = (await firstLine(server.stdout)).match(/http:[^)]*/);
  context.address = `${address}site/`;
}

/** What the engine answers, asked without a browser. */
export async function ask(path, request) {
  if (isSite) {
    const { stdout } = spawnSync(`${PROGRAMS}/grundy-wasm`, { input: JSON.stringify({ path, request: request ?? null }), maxBuffer: 1 << 28 });
    return JSON.parse(stdout.toString());
  }
  const options = request && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(request) };
  return (await fetch(new URL(path, context.address), options)).json();
}

after(async () => {
  await context.browser?.close();
  server?.kill('SIGINT');
});

function firstLine(stream) {
  return new Promise((resolve, reject) => {
    let text = '';
    stream.on('data', (data) => {
      text += data;
      if (text.includes('\n')) resolve(text.split('\n')[0].trim());
    });
    stream.on('end', () => reject(new Error('the server ended before it began')));
  });
}

/** The editor of rules writes the width of its tabs into an element, which the page's policy refuses without harm. */
function isOfEditor(message) {
  return message.text().includes('Applying inline style') && message.text().includes('sha256-2TauPUDsX9BdhyrGa9epx1pTDkr4kDtAIF+CkuIVZpw=');
}

/** A page at a place; errors in it, and requests to anybody else, fail the test. */
export async function open(place, { width = 1280, height = 900, colorScheme = 'light' } = {}) {
  const page = await context.browser.newPage({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
  page.troubles = [];
  page.on('pageerror', (error) => page.troubles.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // The browser reports every refused request; those are what some tests are about.
    if (message.type() === 'error' && !message.text().includes('status of 4') && !isOfEditor(message)) page.troubles.push(message.text());
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(context.address) && !/^(data|blob):/.test(url)) page.troubles.push(`asks ${url}`);
  });
  await page.goto(context.address + place);
  return page;
}

export async function close(page) {
  await page.close();
  if (page.troubles.length > 0) throw new Error(page.troubles.join('\n'));
}

/** Counts the bytes of all bodies that a page gets from now on; what it gives back sums them up. */
export function counting(page) {
  const sizes = [];
  page.on('response', (response) => { sizes.push(response.body().then((body) => body.length, () => 0)); });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** A picture for the documentation. */
export async function picture(page, name) {
  mkdirSync(PICTURES, { recursive: true });
  await page.mouse.move(0, 0);
  await page.waitForTimeout(150);
  await page.screenshot({ path: `${PICTURES}${name}.png` });
}

export async function status(page) {
  return (await page.locator('.status').first().textContent()).trim();
}

/** Waits until the person is to move, or the game is over. */
export async function settled(page) {
  await page.waitForFunction(() => {
    const text = document.querySelector('.status')?.textContent ?? '';
    const mayMove = document.querySelector('.stage .piece[role=button], .stage .moves li button:not(:disabled)');
    const isYours = /^(Your move|First player|Second player)/.test(text) && mayMove;
    return (isYours || text.includes('won')) && !document.querySelector('.stage[aria-busy=true]');
  });
}

/** The positions after each move, as the address has them. */
export function played(page) {
  return page.evaluate(() => new URLSearchParams(location.hash.split('?')[1]).getAll('m'));
}

/** Touches an element of the board by its name: `0|stone:1/2`, once it has stopped moving. */
export async function touch(page, name) {
  const hit = page.locator(`.stage [data-element="${name}"] .hit`).first();
  let [before, now] = [null, await hit.boundingBox()];
  while (JSON.stringify(before) !== JSON.stringify(now)) {
    await page.waitForTimeout(50);
    [before, now] = [now, await hit.boundingBox()];
  }
  await hit.click({ force: true });
}

/** Plays moves that win until the game is over; hints must be on. */
export async function playWell(page) {
  for (let round = 0; round < 60; round += 1) {
    await settled(page);
    if ((await status(page)).includes('won')) return;
    const before = await status(page) + (await page.locator('.log li').count());
    if (await page.locator('.choosing .play-it').count() === 0) {
      await page.waitForFunction(() => document.querySelector('.stage .piece .result.win, .moves .badge.win'));
    }
    if (await page.locator('.moves .badge.win').count() > 0) await page.locator('.moves li button:has(.badge.win)').first().click();
    else await page.evaluate(() => { document.querySelector('details.moves').open = true; }).then(() => page.locator('.moves li button:has(.badge.win)').first().click());
    await page.waitForFunction((old) => document.querySelector('.status').textContent + document.querySelectorAll('.log li').length !== old, before);
  }
  throw new Error('the game does not end');
}
