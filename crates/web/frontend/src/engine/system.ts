// What the engine's program needs of the system it runs on (WASI, preview 1), as far as a page has it: a clock,
// chance, a question to read and an answer to write. There are no files, no threads and no environment.

const BAD_DESCRIPTOR = 8;
const NOT_SUPPORTED = 58;
const MONOTONIC = 1;

/** How the program ends. */
class Exit extends Error {
  constructor(public status: number) {
    super(`status ${status}`);
  }
}

/** Runs the program on a question: its answer, whether it is one, and what it complained of. */
export async function run(module: WebAssembly.Module, question: string): Promise<{ text: string; isAnswer: boolean }> {
  const input = new TextEncoder().encode(question);
  const written: Uint8Array[] = [];
  let read = 0;
  let memory: WebAssembly.Memory;
  const view = () => new DataView(memory.buffer);

  /** The pieces of memory that a list of addresses and lengths names. */
  const pieces = (list: number, count: number) => Array.from({ length: count }, (_, at) => {
    const data = view();
    return new Uint8Array(memory.buffer, data.getUint32(list + 8 * at, true), data.getUint32(list + 8 * at + 4, true));
  });

  const system: Record<string, (...given: never[]) => unknown> = {
    args_sizes_get: (count: number, bytes: number) => { view().setUint32(count, 0, true); view().setUint32(bytes, 0, true); return 0; },
    args_get: () => 0,
    environ_sizes_get: (count: number, bytes: number) => { view().setUint32(count, 0, true); view().setUint32(bytes, 0, true); return 0; },
    environ_get: () => 0,
    clock_time_get: (clock: number, _precision: bigint, result: number) => {
      const milliseconds = clock === MONOTONIC ? performance.now() : Date.now();
      view().setBigUint64(result, BigInt(Math.round(milliseconds * 1e6)), true);
      return 0;
    },
    random_get: (start: number, length: number) => {
      const bytes = new Uint8Array(memory.buffer, start, length);
      for (let from = 0; from < length; from += 65536) crypto.getRandomValues(bytes.subarray(from, from + 65536));
      return 0;
    },
    fd_read: (file: number, list: number, count: number, result: number) => {
      if (file !== 0) return BAD_DESCRIPTOR;
      let total = 0;
      for (const piece of pieces(list, count)) {
        const part = input.subarray(read, read + piece.length);
        piece.set(part);
        read += part.length;
        total += part.length;
      }
      view().setUint32(result, total, true);
      return 0;
    },
    fd_write: (file: number, list: number, count: number, result: number) => {
      if (file !== 1 && file !== 2) return BAD_DESCRIPTOR;
      let total = 0;
      for (const piece of pieces(list, count)) {
        if (file === 1) written.push(piece.slice());
        total += piece.length;
      }
      view().setUint32(result, total, true);
      return 0;
    },
    proc_exit: (status: number) => { throw new Exit(status); },
    sched_yield: () => 0,
  };

  /** What the program asks for and a page does not have is refused: files by their descriptor, threads altogether. */
  const imports: Record<string, Record<string, (...given: never[]) => unknown>> = {};
  for (const { module: room, name } of WebAssembly.Module.imports(module)) {
    const known = room === 'env' ? undefined : system[name];
    (imports[room] ??= {})[name] = known ?? (() => (room === 'env' ? NOT_SUPPORTED : BAD_DESCRIPTOR));
  }
  const instance = await WebAssembly.instantiate(module, imports as WebAssembly.Imports);
  memory = instance.exports.memory as WebAssembly.Memory;
  let status = 0;
  try {
    (instance.exports._start as () => void)();
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    status = error.status;
  }
  const text = await new Blob(written as BlobPart[]).text();
  return { text, isAnswer: status === 0 };
}
