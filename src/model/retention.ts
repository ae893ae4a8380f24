import meta from '../../schemas/meta/retention.schema.json';

export interface Retention {
  /** Days from the last visit to the removal. */
  removeAfterDays: number;
  /** Days between the warning email and the removal. */
  noticeDays: number;
}

const floors = {
  removeAfterDays: meta.properties.removeAfterDays.minimum,
  warnAfterDays: meta.properties.warnAfterDays.minimum,
  noticeDays: meta.definitions.notice.minimum,
};

/**
 * Reads a retention rule. Raises days to the minimum: `{ warnAfterDays: 46, removeAfterDays: 20 }` →
 * `{ removeAfterDays: 30, noticeDays: 7 }`
 */
export function readRetention(file: { warnAfterDays: unknown; removeAfterDays: unknown }): Retention {
  const removeAfterDays = Math.max(floors.removeAfterDays, wholeDays(file.removeAfterDays));
  const notice = removeAfterDays - Math.max(floors.warnAfterDays, wholeDays(file.warnAfterDays));
  return { removeAfterDays, noticeDays: Math.max(floors.noticeDays, notice) };
}

function wholeDays(value: unknown): number {
  const days = Math.ceil(Number(value));
  return Number.isFinite(days) ? days : 0;
}

export const shortestNotice = floors.noticeDays;

export function longest(all: readonly Retention[]): Retention {
  return {
    removeAfterDays: Math.max(...all.map(({ removeAfterDays }) => removeAfterDays)),
    noticeDays: Math.max(...all.map(({ noticeDays }) => noticeDays)),
  };
}
