import { messages } from '../../../messages/serverMessages';
import { DAY_MS, formatMoment } from '../../../model/format/dates';
import type { Retention } from '../../../model/retention';
import { formatGreeting } from '../../applications/accounts/greetings';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { lockHouseholdByTrn } from '../../applications/household/householdRepository';
import { findActiveRetention } from '../../applications/retentionRule';
import { transaction } from '../../platform/db/transaction';
import { enqueue } from '../../platform/jobs/jobRepository';
import { type Message, writeMail } from '../../platform/mail/mail';
import {
  type AbandonedLimits,
  eraseOutside,
  eraseRows,
  findAbandoned,
  type IdleApplication,
  isStillAbandoned,
  markWarned,
  scrub,
} from './erasureRepository';

/** Warns applicants who haven't submitted for a long time. Erases applications that stay idle (schemas/retention.json). */
export async function removeAbandonedApplications(deps: ApplicationDeps): Promise<{ warned: number; removed: number }> {
  const rule = await findActiveRetention(deps);
  if (!rule) return { warned: 0, removed: 0 };
  return { warned: await warn(deps, rule), removed: await remove(deps, rule) };
}

async function warn(deps: ApplicationDeps, { removeAfterDays, noticeDays }: Retention): Promise<number> {
  const now = deps.clock();
  const due = new Date(now.getTime() + noticeDays * DAY_MS);
  return transaction(deps.db, async (client) => {
    const idle = await markWarned(client, daysBefore(now, removeAfterDays - noticeDays), now, due);
    for (const application of idle) await enqueue(client, 'mail', createWarning(deps, application, due));
    return idle.length;
  });
}

async function remove(deps: ApplicationDeps, { removeAfterDays, noticeDays }: Retention): Promise<number> {
  const now = deps.clock();
  const limits: AbandonedLimits = [daysBefore(now, removeAfterDays), daysBefore(now, noticeDays), now];
  const trns = await findAbandoned(deps.db, limits);
  for (const trn of trns) {
    const erased = await transaction(deps.db, async (client) => {
      await lockHouseholdByTrn(client, trn);
      return (await isStillAbandoned(client, trn, limits)) ? eraseRows(client, trn) : undefined;
    });
    if (erased) await eraseOutside(deps, erased);
  }
  if (trns.length > 0) await scrub(deps, !deps.config.databaseUrl);
  return trns.length;
}

function createWarning(
  { config, forms }: Pick<ApplicationDeps, 'config' | 'forms'>,
  idle: IdleApplication,
  due: Date,
): Message {
  const texts = forms.languages[idle.language];
  const values = {
    greeting: formatGreeting(texts, idle),
    subscriber: idle.subscriber_name,
    landlord: idle.subscriber_id,
    date: formatMoment(due, { dateStyle: 'medium', timeZone: idle.time_zone }, idle.language),
    link: `${config.appUrl}/login`,
    support: idle.support_email,
  };
  return { to: idle.email, ...writeMail(texts, messages('server').mail.idle, values) };
}

const daysBefore = (now: Date, count: number) => new Date(now.getTime() - count * DAY_MS);
