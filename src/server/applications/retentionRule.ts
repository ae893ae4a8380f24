import type pg from 'pg';
import { messages } from '../../messages/serverMessages';
import { retentionFile } from '../../model/disposal';
import { fillText } from '../../model/messages/fillText';
import { longest, type Retention, readRetention } from '../../model/retention';
import { transaction } from '../platform/db/transaction';
import type { ApplicationDeps } from './applicationDeps';
import { countRemovals, DAY, findLastRules, type RecordedRule, type Removals, recordRule } from './retentionRepository';

const currentRetention = (): Retention => readRetention(retentionFile());

/**
 * Returns undefined until the first rule is a day old. For a day after an edit, the longer values apply, so that a
 * mistake can be undone.
 */
export async function findActiveRetention(
  deps: Pick<ApplicationDeps, 'db' | 'clock' | 'log'>,
): Promise<Retention | undefined> {
  const now = deps.clock();
  const { before, seen } = await transaction(deps.db, (client) => recordRule(client, currentRetention(), now));
  if (before) await warnIfShortened(deps, before, now);
  const yesterday = now.getTime() - DAY;
  const old = seen.filter(({ at }) => at.getTime() <= yesterday);
  if (old.length === 0) return undefined;
  return longest([...old.slice(-1), ...seen.filter(({ at }) => at.getTime() > yesterday)]);
}

async function warnIfShortened(
  { db, log }: Pick<ApplicationDeps, 'db' | 'log'>,
  before: RecordedRule,
  now: Date,
): Promise<void> {
  const rule = currentRetention();
  if (rule.removeAfterDays >= before.removeAfterDays && rule.noticeDays >= before.noticeDays) return;
  const { newly } = await countRemovals(db, { before, after: rule, now });
  const from = new Date(now.getTime() + DAY).toISOString();
  log.warn(
    fillText(messages('operator').retention.shortened, {
      days: rule.removeAfterDays,
      before: before.removeAfterDays,
      newly,
      from,
    }),
  );
}

export interface RetentionImpact extends Removals {
  removeAfterDays: number;
}

/** Counts the applications that a new `retention.json` would remove. Undefined if nothing changes. */
export async function measureRetention(db: pg.Pool, next: unknown, now: Date): Promise<RetentionImpact | undefined> {
  const { warnAfterDays, removeAfterDays } = Object(next) as Record<string, unknown>;
  const after = readRetention({ warnAfterDays, removeAfterDays });
  const before = (await findLastRules(db))[0] ?? currentRetention();
  if (after.removeAfterDays === before.removeAfterDays && after.noticeDays === before.noticeDays) return undefined;
  return { removeAfterDays: after.removeAfterDays, ...(await countRemovals(db, { before, after, now })) };
}
