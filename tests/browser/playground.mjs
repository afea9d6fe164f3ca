// Starts a playground and a browser for the tests of one file, and ends both.

import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The documentation's pictures change when they are asked for, not with every run. */
const PICTURES = process.env.PICTURES ? `${ROOT}docs/pictures/` : `${ROOT}target/pictures/`;

export const context = { address: '', browser: undefined };

let server;

before(async () => {
  const program = process.env.GRUNDY ?? `${ROOT}target/checked/grundy`;
  server = spawn(program, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  context.address = await firstLine(server.stdout);
  context.browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
});

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

/** A page at a place; errors in it, and requests to anybody else, fail the test. */
export async function open(place, { width = 1280, height = 900, colorScheme = 'light' } = {}) {
  const page = await context.browser.newPage({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
  page.troubles = [];
  page.on('pageerror', (error) => page.troubles.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // The browser reports every refused request; those are what some tests are about.
    if (message.type() === 'error' && !message.text().includes('status of 4')) page.troubles.push(message.text());
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
    const isYours = text.startsWith('Your move') && document.querySelector('.moves li button:not(:disabled)');
    return isYours || text.includes('won');
  });
}
