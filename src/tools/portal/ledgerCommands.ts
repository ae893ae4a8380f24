import { formatDollars } from '../../model/format/money';
import { describeLedger } from '../../server/features/ledger/describeLedger';
import { reportExceptions } from '../../server/features/ledger/ledgerReport';
import {
  type Command,
  CommandError,
  type ParsedArguments,
  type Portal,
  printRows,
  printText,
  requireSubscriber,
} from './command';
import { findSubmitted } from './operatorRepository';

export const ledgerCommands: Record<string, Command> = {
  'ledger report': {
    about:
      "Lists applications whose amounts don't add up, refunds that failed or are late, and open disputes. Exit code 1 if there are any.",
    places: [],
    options: { subscriber: { about: 'only this subscriber' }, json: { about: 'as JSON', isFlag: true } },
    run: report,
  },
  'ledger show': {
    about: 'Prints the charges, costs, refunds and retained amounts of an application.',
    places: ['subscriber', 'application'],
    run: show,
  },
};

async function report(portal: Portal, given: ParsedArguments): Promise<void> {
  if (given.subscriber) await requireSubscriber(portal, given);
  const found = await reportExceptions(portal.db, { subscriberId: given.subscriber, now: new Date() });
  if (given.json) printText(portal, JSON.stringify(found, null, 2));
  else
    printRows(
      portal,
      found.map(({ subscriber, application, title, amount, since }) => ({
        subscriber,
        application: application ?? 'erased',
        problem: title,
        amount: formatDollars(amount),
        since: since.slice(0, 10),
      })),
      'No problems found: all ledgers add up.',
    );
  if (found.length > 0) throw new CommandError(`Problems to check: ${found.length}.`);
}

async function show(portal: Portal, given: ParsedArguments): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  const found = await findSubmitted(portal.db, String(id), given.application ?? '');
  if (!found)
    throw new CommandError(
      `'${id}' has no submitted application '${given.application}'. To see the list, run: npm run portal -- applications list ${id}`,
    );
  const { lines, balance } = await describeLedger(portal, found.trn);
  const rows = lines.map(({ at, amount, title, note, by }) => ({
    date: at.slice(0, 10),
    amount: formatDollars(amount),
    entry: [title, note].filter(Boolean).join('. '),
    by: by ?? '',
  }));
  printRows(portal, rows, 'Nothing was charged.');
  portal.print(`Not settled yet: ${formatDollars(balance)}`);
}
