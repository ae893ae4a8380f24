import type pg from 'pg';
import webhooks from '../../../schemas/office/webhooks.json';
import days from '../../../schemas/retention.json';
import texts from '../../../schemas/texts/server.json';
import { formatMoment } from '../../model/format';
import { transaction } from '../db/transaction';
import type { Deps } from '../deps';
import { enqueue } from '../jobs/jobs';
import { greet, type Message, writeMail } from '../mail/mail';
import { officeStaff } from '../office/peopleStore';
import { studioStaff } from '../studio/studioPeople';
import { eraseOutside, eraseRows, scrub } from './erasureStore';

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
  const words = forms.languages[idle.language];
  const values = {
    greeting: greet(words, idle),
    subscriber: idle.subscriber_name,
    date: formatMoment(removed, { dateStyle: 'long', timeZone: idle.time_zone }, idle.language),
    link: `${config.appUrl}/login`,
  };
  return { to: idle.email, ...writeMail(words, texts.mail.idle, values) };
}

const before = (now: Date, count: number) => new Date(now.getTime() - count * DAY);

/** An unfinished application that its applicant has left alone. */
interface IdleApplication {
  trn: string;
  email: string;
  first_name: string;
  /** When its applicant's address was confirmed. */
  confirmed_at: Date | null;
  subscriber_name: string;
  time_zone: string;
  /** The one its owner chose last; empty for that of the schema files. */
  language: string;
}

/** Marks as warned those that nobody has come to since `idleSince` and were not warned since; gives each once. */
async function takeUnwarned(client: pg.PoolClient, idleSince: Date, now: Date): Promise<IdleApplication[]> {
  const { rows } = await client.query<IdleApplication>(
    `update application a set warned_at = $2 from subscriber s, account c
     where s.id = a.subscriber_id and c.id = a.account_id and ${UNFINISHED} and a.active_at < $1 and a.warned_at is null
     returning a.trn, a.email, a.first_name, s.name as subscriber_name, s.time_zone, c.language, c.confirmed_at`,
    [idleSince, now],
  );
  return rows;
}

/** Those that nobody has come to since `idleSince` although they were warned before `warnedBefore`. */
async function findForgotten(db: pg.Pool, idleSince: Date, warnedBefore: Date): Promise<string[]> {
  const { rows } = await db.query<{ trn: string }>(`select a.trn from application a where ${FORGOTTEN}`, [
    idleSince,
    warnedBefore,
  ]);
  return rows.map(({ trn }) => trn);
}

/** Whether it is still so, once nobody else can change it. */
async function isStillForgotten(
  client: pg.PoolClient,
  trn: string,
  idleSince: Date,
  warnedBefore: Date,
): Promise<boolean> {
  await client.query('select from application where trn = $1 for update', [trn]);
  const { rowCount } = await client.query(`select from application a where a.trn = $3 and ${FORGOTTEN}`, [
    idleSince,
    warnedBefore,
    trn,
  ]);
  return rowCount === 1;
}

// A payment whose outcome is not known may have succeeded.
const UNFINISHED = `a.submitted_at is null and a.account_id is not null
  and not exists (select from payment p where p.trn = a.trn and p.state <> 'declined')`;

const FORGOTTEN = `${UNFINISHED} and a.active_at < $1 and a.warned_at < $2`;

/** Deletes rows that nothing can need any more: counted tries, kept answers, tokens and sessions a day past their end, and deliveries to landlords long done. */
export async function sweepRows({
  db,
  stores,
  clock,
  limits,
}: Pick<Deps, 'db' | 'stores' | 'clock' | 'limits'>): Promise<void> {
  const yesterday = new Date(clock().getTime() - 86_400_000);
  await limits.sweep();
  await stores.idempotency.sweep();
  await db.query('delete from single_use_token where expires_at < $1', [yesterday]);
  await db.query('delete from office_event where at < $1', [
    new Date(clock().getTime() - webhooks.keepDays * 86_400_000),
  ]);
  await db.query('delete from session where ends_at < $1 or ended_at < $1', [yesterday]);
  await officeStaff.sweep(db, yesterday);
  await studioStaff.sweep(db, yesterday);
}
