import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { findRoot } from '../config';
import { hashText } from './compiledSections';
import type { FormStore } from './formStore';
import type { Conditional, Hindrance } from './intake';
import type { SchemaWork } from './schemaWork';

/** Thrown when work took longer or more memory than it may; what was being judged is at fault. */
export class TooMuch extends Error {}

export interface SchemaThread {
  /** Does a piece of work when those before it are done. Rejects with what it throws, or with `TooMuch`. */
  run<Kind extends keyof SchemaWork>(
    kind: Kind,
    wish: Parameters<SchemaWork[Kind]>[0],
  ): Promise<ReturnType<SchemaWork[Kind]>>;
}

interface Bounds {
  /** Of one piece of work, the thread's own start included. */
  deadlineMs: number;
  heapMb: number;
  /** After so long without work the thread ends, and its memory with it. */
  idleMs: number;
}

const BOUNDS: Bounds = { deadlineMs: 60_000, heapMb: 768, idleMs: 10 * 60_000 };

/** Ends a thread's waiting for its answer; whatever has settled the promise first counts. */
type Settle = { resolve(answer: unknown): void; reject(error: Error): void };

/**
 * A thread in which changed schema files are judged and drawn: lint, compiling and filling take a second of the processor, which no
 * applicant's request waits for. It starts with the first work, and does one piece after the other.
 */
export function createSchemaThread({ deadlineMs, heapMb, idleMs }: Bounds = BOUNDS): SchemaThread {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function start(): Worker {
    const started = new Worker(isSource ? FROM_SOURCE : BUILT, {
      eval: isSource,
      workerData: new URL('schemaWork.ts', import.meta.url).href,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    // One that ends by itself has failed: `waitFor` rejects, the next work starts another.
    started.on('error', () => undefined);
    started.once('exit', () => {
      if (worker === started) worker = undefined;
    });
    return started;
  }

  async function end(): Promise<void> {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  async function work(kind: string, wish: unknown): Promise<unknown> {
    clearTimeout(idle);
    worker ??= start();
    const current = worker;
    current.ref();
    try {
      return await waitFor(current, deadlineMs, () => current.postMessage({ kind, wish }));
    } catch (error) {
      if (error instanceof TooMuch) await end();
      throw error;
    } finally {
      current.unref();
      idle = setTimeout(end, idleMs).unref();
    }
  }

  return {
    run(kind, wish) {
      const turn = last.then(() => work(kind, wish));
      last = turn.catch(() => undefined);
      // The thread answers with what its function of that name gives.
      return turn as Promise<never>;
    },
  };
}

const isSource = import.meta.url.endsWith('.ts');
/** Of tests and `npm run dev`: a thread does not have the loader of the process that starts it. */
const FROM_SOURCE = `import('tsx/esm/api').then(({ register }) => { register(); return import(require('node:worker_threads').workerData); });`;
/** An entry of the server's build (vite.config.ts). */
const BUILT = pathToFileURL(path.join(findRoot(), 'dist/server/schemaWork.js'));

/** Sends the work and waits for its answer, the thread's end or the deadline. */
function waitFor(worker: Worker, deadlineMs: number, send: () => void): Promise<unknown> {
  let stop = (): void => undefined;
  const answered = new Promise((resolve, reject) => {
    stop = listen(worker, deadlineMs, { resolve, reject });
    send();
  });
  return answered.finally(() => stop());
}

function listen(worker: Worker, deadlineMs: number, { resolve, reject }: Settle): () => void {
  const onMessage = (message: { answer: unknown } | { error: Error }) =>
    'error' in message ? reject(message.error) : resolve(message.answer);
  const onError = (error: Error & { code?: string }) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TooMuch(error.message) : error);
  const onExit = (code: number) => reject(new Error(`The thread for schema files ended with ${code}`));
  const deadline = setTimeout(() => reject(new TooMuch(`took over ${deadlineMs} ms`)), deadlineMs);
  worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  return () => {
    clearTimeout(deadline);
    worker.off('message', onMessage).off('error', onError).off('exit', onExit);
  };
}

/** The process's one. */
export const schemaThread = createSchemaThread();

type Wish = Parameters<SchemaWork['judge']>[0];

/** So many verdicts are remembered: of one change, the page, the gate before the publication and the one after it ask the same. */
const MOST_KNOWN = 50;

/**
 * Judges changed schema files in the thread for it. A verdict is remembered by what was judged; whether applicants have answered
 * a section is asked each time.
 */
export function createJudge(
  { isAnswered }: Pick<FormStore, 'isAnswered'>,
  thread: SchemaThread = schemaThread,
): (wish: Wish) => Promise<Hindrance[]> {
  const known = new Map<string, Promise<Conditional[]>>();

  function remember(wish: Wish): Promise<Conditional[]> {
    const key = hashText(JSON.stringify(wish));
    const found = known.get(key);
    if (found) return found;
    if (known.size >= MOST_KNOWN) known.clear();
    const asked = thread.run('judge', wish);
    known.set(key, asked);
    asked.catch(() => known.delete(key));
    return asked;
  }

  async function counts({ ifAnswered }: Conditional): Promise<boolean> {
    return ifAnswered === undefined || isAnswered(ifAnswered);
  }

  return async (wish) => {
    const found = await remember(wish).catch((error) => tooMuch(wish, error));
    const counted = await Promise.all(found.map(counts));
    return found.filter((_, index) => counted[index]).map(({ ifAnswered: _asked, ...finding }) => finding);
  };
}

/** What could not be judged in time must not become live. */
function tooMuch({ texts, before }: Wish, error: unknown): Conditional[] {
  if (!(error instanceof TooMuch)) throw error;
  const file = Object.keys(texts).find((name) => texts[name] !== before[name]) ?? '';
  const mend = `This change could not be judged: it ${error.message}. Change less at once, or ease its patterns and conditions.`;
  return [{ code: 'not-judged', file, path: '', line: 1, mend }];
}
