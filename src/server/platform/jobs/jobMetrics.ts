import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { countJobs } from './jobRepository';

const GAUGES = {
  waiting: ['jobs_waiting', 'Jobs that are due, scheduled or being retried'],
  failing: ['jobs_failing', 'Jobs that failed and will be retried'],
  failed: ['jobs_failed', 'Failed jobs that are no longer retried'],
  oldest: ['jobs_oldest_seconds', 'Time since the oldest unfinished job was first tried or due'],
} as const;

export function addJobMetrics(registry: Registry, db: pg.Pool, kinds: readonly string[]): () => Promise<void> {
  const registers = [registry];
  const gauges = Object.entries(GAUGES).map(([name, [title, help]]) => ({
    name: name as keyof typeof GAUGES,
    gauge: new Gauge({ name: title, help, labelNames: ['kind'], registers }),
  }));
  const isUp = new Gauge({ name: 'database_up', help: 'Whether the database responds: 1 or 0', registers });
  return async () => {
    // The other metrics matter most when the database is unavailable.
    const counts = await countJobs(db).catch(() => undefined);
    isUp.set(counts ? 1 : 0);
    for (const { gauge } of gauges) gauge.reset();
    for (const kind of counts ? kinds : []) {
      const found = counts?.find((one) => one.kind === kind);
      for (const { name, gauge } of gauges) gauge.set({ kind }, found?.[name] ?? 0);
    }
  };
}
