// The worker that runs the engine: it is given the program first, and then one question at a time.

import { run } from './system';

let program: Promise<WebAssembly.Module>;

/** A question, or first of all the program. */
type Told = { program: WebAssembly.Module } | { question: string };

addEventListener('message', ({ data }: MessageEvent<Told>) => {
  if ('program' in data) {
    program = Promise.resolve(data.program);
    return;
  }
  program.then((module) => run(module, data.question)).then(
    (answer) => postMessage(answer),
    (error: unknown) => postMessage({ trouble: error instanceof RangeError ? 'depth' : String(error) }),
  );
});
