// The engine in this very page: a program that workers run, without a server.

import { EngineError, failure } from './engine';
import { engineOver, type Ask } from './remember';

type Done = { text: string; isAnswer: boolean } | { trouble: string };

/** A question that waits for a worker. */
interface Waiting { question: string; done: (done: Done) => void }

/** Enough that a long search leaves others for the questions of a board. */
const MOST_WORKERS = Math.min(Math.max(navigator.hardwareConcurrency || 2, 3), 4);

let program: Promise<WebAssembly.Module> | undefined;
let workers = 0;
const idle: Worker[] = [];
const queue: Waiting[] = [];

/** The program, once for all workers; servers that do not know its type are served, too. */
async function load(): Promise<WebAssembly.Module> {
  const address = new URL('grundy.wasm', document.baseURI);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.headers.get('content-type') === 'application/wasm'
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

async function start(): Promise<Worker> {
  program ??= load();
  program.catch(() => { program = undefined; });
  const worker = new Worker(new URL('./runner.ts', import.meta.url), { type: 'module' });
  worker.postMessage({ program: await program });
  return worker;
}

/** Gives waiting questions to workers. */
async function serve(): Promise<void> {
  if (queue.length === 0 || (idle.length === 0 && workers >= MOST_WORKERS)) return;
  const { question, done } = queue.shift()!;
  const known = idle.pop();
  if (known === undefined) workers += 1;
  try {
    const worker = known ?? await start();
    running.set(done, worker);
    worker.onmessage = ({ data }: MessageEvent<Done>) => finish(done, data, worker);
    worker.onerror = () => finish(done, { trouble: 'the worker ended' });
    if (abandoned.has(done)) finish(done, { trouble: 'cancelled' }, worker);
    else worker.postMessage({ question });
  } catch {
    finish(done, { trouble: 'connection' });
  }
}

const running = new Map<Waiting['done'], Worker>();
const abandoned = new WeakSet<Waiting['done']>();

/** A question has ended; its worker goes on, unless it is not given. */
function finish(done: Waiting['done'], result: Done, worker?: Worker): void {
  running.delete(done);
  if (worker === undefined) workers -= 1;
  else idle.push(worker);
  done(result);
  void serve();
}

/** To cancel is to end the worker: nothing else stops a program that does not listen. */
function cancel(done: Waiting['done']): void {
  const at = queue.findIndex((each) => each.done === done);
  const worker = running.get(done);
  if (at >= 0) queue.splice(at, 1);
  else if (worker === undefined) abandoned.add(done);
  else {
    worker.terminate();
    finish(done, { trouble: 'cancelled' });
  }
}

const ask: Ask = (path, body, signal) => new Promise((resolve, reject) => {
  const done = (result: Done) => {
    if (signal.aborted) reject(signal.reason);
    else if ('trouble' in result) reject(new EngineError(inWords(result.trouble)));
    else resolve(result);
  };
  signal.addEventListener('abort', () => { cancel(done); reject(signal.reason); }, { once: true });
  queue.push({ question: JSON.stringify({ path: `/api/${path}`, request: body ?? null }), done });
  void serve();
});

function inWords(trouble: string) {
  if (trouble === 'connection') {
    return failure('connection', 'the engine could not be loaded', 'is there a connection? Once it is loaded, none is needed');
  }
  if (trouble === 'depth') {
    return failure('limit', 'this goes deeper than a browser allows', 'try something smaller, or use the command line');
  }
  return failure('limit', 'the engine in this page could not go on: it ran out of memory or met a bug', 'try something smaller, or use the command line');
}

/** The engine of a page without a server. */
export const workerEngine = engineOver(ask);
