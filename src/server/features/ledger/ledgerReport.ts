import type { LedgerException, LedgerProblem } from '../../../contract/ledger';
import { messages } from '../../../messages/serverMessages';
import { toDollars } from '../../../model/format/money';
import { translateAll } from '../../../model/messages/translate';
import { officeStatuses, statusPage } from '../../../model/office';
import type { Translations } from '../../forms/languages';
import type { Db } from '../../platform/db/transaction';
import { listExceptions } from './reportRepository';

/** Lists up to 500 payment problems, oldest first. Without `subscriberId`, includes all subscribers. */
export async function reportExceptions(
  db: Db,
  { subscriberId, now }: { subscriberId?: string; now: Date },
  texts: Translations = {},
): Promise<(LedgerException & { subscriber: string })[]> {
  const closed = officeStatuses.filter((status) => !statusPage(status).isOpen);
  const titles: Record<LedgerProblem, string> = translateAll(messages('server-ledger'), texts).problems;
  const rows = await listExceptions(db, { subscriberId, closed, now });
  return rows.map(({ application, subscriber_id, problem, amount_cents, since }) => ({
    application,
    subscriber: subscriber_id,
    problem,
    title: titles[problem],
    amount: toDollars(amount_cents),
    since: since.toISOString(),
  }));
}
