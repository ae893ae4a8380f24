import type { JobHandler } from './jobs';

/** Slow documents and landlords' systems must not delay emails. */
const pools = { quick: 1, documents: 2, pages: 1, webhooks: 4 };

type Run<Deps> = (deps: Deps, payload: never) => Promise<unknown>;

export type Jobs<Deps> = Record<string, Run<Deps> | { pool: keyof typeof pools; run: Run<Deps> }>;

export function handlersByPool<Deps>(jobs: Jobs<Deps>, deps: Deps): [Record<string, JobHandler>, number][] {
  const all = Object.entries(jobs).map(([kind, job]) =>
    typeof job === 'function' ? { kind, pool: 'quick', run: job } : { kind, ...job },
  );
  return Object.entries(pools).map(([name, atOnce]) => {
    const own = all.filter(({ pool }) => pool === name);
    return [
      Object.fromEntries(own.map(({ kind, run }) => [kind, async (payload) => void (await run(deps, payload))])),
      atOnce,
    ];
  });
}
