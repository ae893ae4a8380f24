import type { JobHandler } from './jobs';

/** Separate pools, because slow documents and webhooks must not delay emails. */
const pools = { quick: 1, documents: 2, pages: 1, webhooks: 4 };

type Run<Deps> = (deps: Deps, payload: never) => Promise<unknown>;

interface Job<Deps> {
  pool?: keyof typeof pools;
  /** Names the text about a late job: a key of `delays` in schemas/texts/server-office.json. */
  delay?: string;
  run: Run<Deps>;
}

export type Jobs<Deps> = Record<string, Run<Deps> | Job<Deps>>;

export function delaysByKind<Deps>(jobs: Jobs<Deps>): Record<string, string> {
  const named = Object.entries(jobs).map(([kind, job]) => [kind, typeof job === 'function' ? undefined : job.delay]);
  return Object.fromEntries(named.filter(([, delay]) => delay));
}

export function handlersByPool<Deps>(jobs: Jobs<Deps>, deps: Deps): [Record<string, JobHandler>, number][] {
  const all = Object.entries(jobs).map(([kind, job]) =>
    typeof job === 'function' ? { kind, pool: 'quick', run: job } : { kind, pool: 'quick', ...job },
  );
  return Object.entries(pools).map(([name, atOnce]) => {
    const own = all.filter(({ pool }) => pool === name);
    return [
      Object.fromEntries(own.map(({ kind, run }) => [kind, async (payload) => void (await run(deps, payload))])),
      atOnce,
    ];
  });
}
