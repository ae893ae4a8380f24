import meta from '../../schemas/meta/retention.schema.json';
import written from '../../schemas/retention.json';
import { defineLiveFile } from './messages/liveFiles';
import type { OfficeStatus } from './office';

/** When a decided or withdrawn application is erased (schemas/retention.json). */
export interface DisposalRule {
  status: OfficeStatus;
  removeAfterDays: number;
  warnDaysBefore: number;
}

export interface DisposalRules {
  decided: DisposalRule[];
  /** Undefined if report data is kept as long as the application. */
  reportsAfterDays?: number;
}

interface RetentionFile {
  decided?: Partial<Record<OfficeStatus, { removeAfterDays: unknown; warnDaysBefore: unknown }>>;
  reportsAfterDays?: unknown;
}

export const retentionFile = defineLiveFile('retention', written);

const limits = meta.definitions.decided.properties;
const leastReportDays = meta.properties.reportsAfterDays.minimum;

/** Returns disposal rules. Raises low values to the minimum, so a mistake in the file can't erase data too early. */
export function readDisposalRules(file: RetentionFile = retentionFile()): DisposalRules {
  const decided = Object.entries(file.decided ?? {}).flatMap(([status, rule]) => {
    const removeAfterDays = atLeast(limits.removeAfterDays.minimum, rule?.removeAfterDays);
    const { minimum } = limits.warnDaysBefore;
    const warnDaysBefore = atLeast(minimum, rule?.warnDaysBefore) || minimum;
    // The meta-schema allows only office statuses.
    return removeAfterDays ? [{ status: status as OfficeStatus, removeAfterDays, warnDaysBefore }] : [];
  });
  return { decided, reportsAfterDays: atLeast(leastReportDays, file.reportsAfterDays) || undefined };
}

/** Returns 0 for invalid values. */
function atLeast(minimum: number, value: unknown): number {
  const days = Math.ceil(Number(value));
  return Number.isFinite(days) ? Math.max(minimum, days) : 0;
}
