import days from '../../../schemas/retention.json';
import texts from '../../../schemas/texts/server.json';
import { transaction } from '../db/transaction';
import type { Deps } from '../deps';
import { enqueue } from '../jobs/jobs';
import type { Message } from '../mail/mail';
import { greet, writeMail } from '../mail/writeMail';
import { eraseOutside, scrub } from './eraseApplicant';
import { eraseRows } from './erasureStore';
import { findForgotten, type IdleApplication, isStillForgotten, takeUnwarned } from './idleStore';

const DAY = 86_400_000;

/**
 * Writes to those who have left an unfinished application alone, and erases it when they stay away (schemas/retention.json). Nobody is
 * erased without a warning that is as old as said there; a submitted application is never touched.
 */
export async function retainDrafts(deps: Deps): Promise<{ warned: number; removed: number }> {
  return { warned: await warn(deps), removed: await remove(deps) };
}

async function warn(deps: Deps): Promise<number> {
  const now = deps.clock();
  return transaction(deps.db, async (client) => {
    const idle = await takeUnwarned(client, before(now, days.warnAfterDays), now);
    for (const application of idle) await enqueue(client, 'mail', warning(deps, application, now));
    return idle.length;
  });
}

async function remove(deps: Deps): Promise<number> {
  const now = deps.clock();
  const since = before(now, days.removeAfterDays);
  const warnedBefore = before(now, days.removeAfterDays - days.warnAfterDays);
  const trns = await findForgotten(deps.db, since, warnedBefore);
  for (const trn of trns) {
    const erased = await transaction(deps.db, async (client) =>
      (await isStillForgotten(client, trn, since, warnedBefore)) ? eraseRows(client, trn) : undefined,
    );
    if (erased) await eraseOutside(deps, erased);
  }
  if (trns.length > 0) await scrub(deps, !deps.config.databaseUrl);
  return trns.length;
}

function warning({ config, forms }: Deps, idle: IdleApplication, now: Date): Message {
  const removed = new Date(now.getTime() + (days.removeAfterDays - days.warnAfterDays) * DAY);
  const date = new Intl.DateTimeFormat(idle.language || 'en', { dateStyle: 'long', timeZone: idle.time_zone });
  const words = forms.languages[idle.language];
  const values = {
    greeting: greet(words, idle),
    subscriber: idle.subscriber_name,
    date: date.format(removed),
    link: `${config.appUrl}/login`,
  };
  return { to: idle.email, ...writeMail(words, texts.mail.idle, values) };
}

const before = (now: Date, count: number) => new Date(now.getTime() - count * DAY);
