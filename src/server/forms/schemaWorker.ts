import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { findRoot } from '../platform/config';
import { APPLICATIONS, type Blocker, type Conditional } from './blockers';
import { hashText } from './compiledSections';
import type { FormRepository } from './formRepository';
import type { SchemaWork } from './schemaWork';

/** A task used too much time, memory or recursion. */
export class WorkLimitError extends Error {}

export const REQUEST_MS = 10_000;

/** Maximum wall-clock time, in multiples of the CPU deadline. */
const MAX_WAITS = 4;

export interface SchemaThread {
  run<Kind extends keyof SchemaWork>(
    kind: Kind,
    input: Parameters<SchemaWork[Kind]>[0],
    maxMs?: number,
  ): Promise<ReturnType<SchemaWork[Kind]>>;
}

interface ThreadLimits {
  /** Milliseconds of CPU time. */
  deadlineMs: number;
  heapMb: number;
  /** Milliseconds until an idle thread ends. */
  idleMs: number;
}

const LIMITS: ThreadLimits = { deadlineMs: 60_000, heapMb: 768, idleMs: 10 * 60_000 };

type PendingReply = { resolve(answer: unknown): void; reject(error: Error): void };

/** Runs tasks in a thread, because a long task would block requests. */
export function createSchemaThread({ deadlineMs, heapMb, idleMs }: ThreadLimits = LIMITS): SchemaThread {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function start(): Worker {
    const started = new Worker(isSource ? FROM_SOURCE : BUILT, {
      eval: isSource,
      workerData: new URL('schemaWork.ts', import.meta.url).href,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    // Ignores the error, because `waitFor` rejects with it.
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

  async function work(kind: string, input: unknown, maxMs: number): Promise<unknown> {
    clearTimeout(idle);
    worker ??= start();
    const current = worker;
    current.ref();
    try {
      return await waitFor(current, maxMs, () => current.postMessage({ kind, input }));
    } catch (error) {
      if (error instanceof WorkLimitError) await end();
      throw error;
    } finally {
      current.unref();
      idle = setTimeout(end, idleMs).unref();
    }
  }

  return {
    run(kind, input, maxMs = deadlineMs) {
      const reply = last.then(() => work(kind, input, Math.min(maxMs, deadlineMs)));
      last = reply.catch(() => undefined);
      return reply as Promise<never>;
    },
  };
}

const isSource = import.meta.url.endsWith('.ts');
/** A thread doesn't inherit the TypeScript loader. */
const FROM_SOURCE = `import('tsx/esm/api').then(({ register }) => { register(); return import(require('node:worker_threads').workerData); });`;
const BUILT = pathToFileURL(path.join(findRoot(), 'dist/server/schemaWork.js'));

function waitFor(worker: Worker, deadlineMs: number, send: () => void): Promise<unknown> {
  let stop = (): void => undefined;
  const answered = new Promise((resolve, reject) => {
    stop = listen(worker, deadlineMs, { resolve, reject });
    send();
  });
  return answered.finally(() => stop());
}

function listen(worker: Worker, deadlineMs: number, { resolve, reject }: PendingReply): () => void {
  const onMessage = (message: { answer: unknown } | { error: Error }) =>
    'error' in message ? reject(toWorkLimitError(message.error)) : resolve(message.answer);
  const onError = (error: Error & { code?: string }) =>
    reject(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new WorkLimitError(`ran out of memory (${error.message})`) : error,
    );
  const onExit = (code: number) => reject(new Error(`The thread for schema files exited with code ${code}`));
  const isLate = createDeadline(deadlineMs);
  const deadline = setInterval(
    () => isLate() && reject(new WorkLimitError(`took over ${deadlineMs} ms`)),
    Math.min(deadlineMs, 200),
  );
  worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  return () => {
    clearInterval(deadline);
    worker.off('message', onMessage).off('error', onError).off('exit', onExit);
  };
}

function toWorkLimitError(error: Error): Error {
  return error instanceof RangeError ? new WorkLimitError(`went too deep (${error.message})`) : error;
}

function createDeadline(deadlineMs: number): () => boolean {
  const start = performance.now();
  const before = process.cpuUsage();
  return () => {
    const waited = performance.now() - start;
    const { user, system } = process.cpuUsage(before);
    const isSpent = (user + system) / 1000 >= deadlineMs;
    return waited >= deadlineMs && (isSpent || waited >= deadlineMs * MAX_WAITS);
  };
}

export const schemaThread = createSchemaThread();

type Candidate = Parameters<SchemaWork['validate']>[0];

const MAX_CACHED = 50;

/** Caches blockers, but counts stored answers on each call. */
export function createBlockerFinder(
  { countStored }: Pick<FormRepository, 'countStored'>,
  thread: SchemaThread = schemaThread,
): (candidate: Candidate, maxMs?: number) => Promise<Blocker[]> {
  const cached = new LRUCache<string, Promise<Conditional[]>>({ max: MAX_CACHED });

  function findCached(candidate: Candidate, maxMs?: number): Promise<Conditional[]> {
    const key = hashText(JSON.stringify(candidate));
    const known = cached.get(key);
    if (known) return known;
    const found = thread.run('validate', candidate, maxMs);
    cached.set(key, found);
    found.catch(() => cached.delete(key));
    return found;
  }

  /** Drops a blocker with `ifStored` if no answers match. Otherwise fills in the number of applications. */
  async function resolve({ ifStored, ...blocker }: Conditional): Promise<Blocker[]> {
    if (!ifStored) return [blocker];
    const count = await countStored(ifStored);
    const applications = count === 1 ? '1 application' : `${count} applications`;
    return count === 0 ? [] : [{ ...blocker, fix: blocker.fix.replace(APPLICATIONS, applications) }];
  }

  return async (candidate, maxMs) => {
    const found = await findCached(candidate, maxMs).catch((error) => toBlockers(candidate, error));
    return (await Promise.all(found.map(resolve))).flat();
  };
}

function toBlockers({ texts, before }: Candidate, error: unknown): Conditional[] {
  if (!(error instanceof WorkLimitError)) throw error;
  return [describeLimit(Object.keys(texts).find((name) => texts[name] !== before[name]) ?? '', error)];
}

export function describeLimit(file: string, { message }: WorkLimitError): Blocker {
  const fix = `This change couldn't be checked: the check ${message}. Make a smaller change, or simplify its patterns and conditions.`;
  return { code: 'not-judged', file, path: '', line: 1, fix };
}
