import { readDisposalRules } from '../../model/disposal';
import { DAY_MS, toIsoDate } from '../../model/format/dates';
import { listDisposals, listDue } from '../../server/features/erasure/disposalRepository';
import { type Command, type ParsedArguments, type Portal, printRows, readCount } from './command';

export const retentionCommands: Record<string, Command> = {
  'retention due': {
    about:
      'Lists decided and withdrawn applications that will be erased, with the day and whether the applicant was notified.',
    places: [],
    options: { days: { about: 'how many days ahead (default 60)' } },
    run: due,
  },
  'retention log': {
    about: 'Lists what was erased, when and by which rule, newest first.',
    places: [],
    options: { last: { about: 'how many to list (default 100)' } },
    run: log,
  },
};

async function due(portal: Portal, given: ParsedArguments): Promise<void> {
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
        notified: warned_at ? toIsoDate(warned_at) : 'not yet',
      })),
    `No application is due to be erased within ${days} days.`,
  );
}

async function log(portal: Portal, given: ParsedArguments): Promise<void> {
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
    'Nothing has been erased yet.',
  );
}
