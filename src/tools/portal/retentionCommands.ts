import { readDisposalRules } from '../../model/disposal';
import { DAY_MS, toIsoDate } from '../../model/format/dates';
import { listDisposals, listDue } from '../../server/features/erasure/disposalRepository';
import { type Command, type Given, type Portal, printRows, readCount } from './command';

/** Lists what schemas/retention.json will erase. */
export const retentionCommands: Record<string, Command> = {
  'retention due': {
    about: 'Lists decided and withdrawn applications that fall due, with the day and whether the applicant was told.',
    places: [],
    options: { days: { about: 'within so many days (default 60)' } },
    run: due,
  },
  'retention log': {
    about: 'Lists what was destroyed, when and by which rule, the latest first.',
    places: [],
    options: { last: { about: 'how many (default 100)' } },
    run: log,
  },
};

async function due(portal: Portal, given: Given): Promise<void> {
  const days = given.days ? readCount('days', given.days) : 60;
  const until = new Date(Date.now() + days * DAY_MS);
  const { decided } = readDisposalRules();
  const rows = (await Promise.all(decided.map((rule) => listDue(portal.db, rule, until)))).flat();
  printRows(
    portal,
    rows
      .sort((one, other) => one.due_at.getTime() - other.due_at.getTime())
      .map(({ due_at, subscriber_id, application, status, warned_at }) => ({
        due: toIsoDate(due_at),
        subscriber: subscriber_id,
        application,
        status,
        told: warned_at ? toIsoDate(warned_at) : 'not yet',
      })),
    `Nothing falls due within ${days} days.`,
  );
}

async function log(portal: Portal, given: Given): Promise<void> {
  const rows = await listDisposals(portal.db, given.last ? readCount('last', given.last) : 100);
  printRows(
    portal,
    rows.map(({ at, subscriber_id, trn, what, status, days, answers, documents }) => ({
      at: at.toISOString(),
      subscriber: subscriber_id,
      transaction: trn,
      what,
      rule: `${status}, ${days} days`,
      steps: answers,
      documents,
    })),
    'Nothing was destroyed yet.',
  );
}
