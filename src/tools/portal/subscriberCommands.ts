import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { adjustedAccent } from '../../model/format/accent';
import { formatDollars, toDollars } from '../../model/format/money';
import { reportKinds } from '../../model/law/notices';
import { declineReasons, declineReasonsOf } from '../../model/office';
import demo from '../../server/features/demo/demo.json';
import { readSettings } from '../../server/features/demo/demoRepository';
import {
  type Command,
  CommandError,
  type ParsedArguments,
  type Portal,
  printRows,
  readCode,
  readColor,
  readEmail,
  readMoney,
  readTimeZone,
  requireSubscriber,
  updateOne,
} from './command';

import { assertLawfulFor } from './lawChecks';
import {
  insertRow,
  listSubscribers,
  saveCriteria,
  saveDeclineReasons,
  saveFee,
  saveOfficeMail,
  saveOrderedReports,
} from './operatorRepository';

export const subscriberCommands: Record<string, Command> = {
  'subscriber add': {
    about:
      'Adds a subscriber (a landlord or property manager). Its forms start with the settings of a sample in schemas/configs.',
    places: ['subscriber'],
    options: {
      name: { about: 'the name applicants see', needed: true },
      phone: { about: 'the phone number applicants call', needed: true },
      email: { about: 'the email address applicants write to', needed: true },
      fee: { about: 'the application fee in dollars', needed: true },
      accent: { about: 'the color of its pages (default #1f5f8b)' },
      'time-zone': { about: 'default America/New_York' },
      like: { about: 'the sample to copy settings from: demo, lean or strict (default demo)' },
      instructions: { about: 'a file with rich text for the instructions page' },
      terms: { about: 'a file with rich text for the terms' },
    },
    run: addSubscriber,
  },
  'subscriber fee': {
    about: 'Sets the application fee. Rejects an amount that the law forbids for one of the homes.',
    places: ['subscriber'],
    options: { amount: { about: 'dollars', needed: true } },
    run: setFee,
  },
  'subscriber mail': {
    about: 'Sets who gets an email for each submitted application.',
    places: ['subscriber'],
    options: {
      to: { about: 'the email address' },
      off: { about: 'stops these emails', isFlag: true },
    },
    run: setOfficeMail,
  },
  'subscriber reasons': {
    about: 'Sets the reasons an office can give when it declines.',
    places: ['subscriber'],
    options: {
      only: { about: `these, comma-separated: ${declineReasons.join(', ')}` },
      all: { about: 'all reasons', isFlag: true },
    },
    run: setReasons,
  },
  'subscriber reports': {
    about: 'Sets the reports that a landlord orders. Applicants authorize only these.',
    places: ['subscriber'],
    options: {
      only: { about: `these, comma-separated: ${reportKinds.join(', ')}; 'none' for none` },
      all: { about: 'all reports', isFlag: true },
    },
    run: setReports,
  },
  'subscriber criteria': {
    about: 'Sets the written criteria that applicants read where the law requires it.',
    places: ['subscriber'],
    options: {
      file: {
        about:
          'a text file that says how you decide, and names the screening service with its address and phone number',
        needed: true,
      },
      lists: { about: `the reasons that it lists, comma-separated: ${declineReasons.join(', ')}` },
    },
    run: setCriteria,
  },
  'subscriber list': {
    about: 'Lists the subscribers.',
    places: [],
    run: async (portal) => printRows(portal, (await listSubscribers(portal.db)).map(withFee), 'No subscribers yet.'),
  },
};

async function addSubscriber(portal: Portal, given: ParsedArguments): Promise<void> {
  const id = readCode('subscriber', given.subscriber);
  const row = {
    id,
    name: given.name,
    support_phone: given.phone,
    support_email: readEmail(given.email),
    fee_cents: Math.round(readMoney('fee', given.fee) * 100),
    accent: given.accent && readColor(given.accent),
    time_zone: given['time-zone'] && readTimeZone(given['time-zone']),
    settings: JSON.stringify(await settingsLike(given.like ?? 'demo')),
    instructions: await readText(portal, given.instructions, demo.subscriber.instructions),
    terms: await readText(
      portal,
      given.terms,
      demo.subscriber.terms.replaceAll(demo.subscriber.name, given.name ?? ''),
    ),
  };
  await updateOne(portal, `subscriber '${id}'`, async (client) => {
    await insertRow(client, 'subscriber', row);
  });
  if (row.accent) printAdjustedColor(portal, row.accent);
  portal.print(`Added subscriber '${id}'. Next, add a property: npm run portal -- property add ${id} <code> --name …`);
}

/** Prints how the accent was adjusted to give text enough contrast (WCAG 2.2, 1.4.3). */
function printAdjustedColor(portal: Portal, accent: string): void {
  const { light, dark } = adjustedAccent(accent);
  if (light) portal.print(`Accent ${accent} is too light for text on white. Links and headings use ${light} there.`);
  if (dark)
    portal.print(`Accent ${accent} is too dark for text in the dark theme. Links and headings use ${dark} there.`);
}

async function setFee(portal: Portal, given: ParsedArguments): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  const fee = Math.round(readMoney('amount', given.amount) * 100);
  await assertLawfulFor(portal, String(id), { fee });
  await saveFee(portal.db, String(id), fee);
  portal.print(`The fee of '${id}' is ${formatDollars(toDollars(fee))}.`);
}

async function setOfficeMail(portal: Portal, given: ParsedArguments): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  if ((given.to === undefined) === (given.off === undefined))
    throw new CommandError("'subscriber mail' needs --to <email> or --off.", 2);
  const to = given.off ? null : readEmail(given.to);
  await saveOfficeMail(portal.db, String(id), to);
  portal.print(
    to ? `${to} gets an email for each application to '${id}'.` : `Emails about new applications to '${id}' are off.`,
  );
}

async function setReasons(portal: Portal, given: ParsedArguments): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  if ((given.only === undefined) === (given.all === undefined))
    throw new CommandError("'subscriber reasons' needs --only <reasons> or --all.", 2);
  const only = readNames('reason', given.only, declineReasons);
  await saveDeclineReasons(portal.db, String(id), only);
  portal.print(`'${id}' can decline for: ${declineReasonsOf({ decline_reasons: only }).join(', ')}.`);
}

async function setReports(portal: Portal, given: ParsedArguments): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  if ((given.only === undefined) === (given.all === undefined))
    throw new CommandError("'subscriber reports' needs --only <reports> or --all.", 2);
  const only = given.only === 'none' ? [] : readNames('report', given.only, reportKinds);
  await saveOrderedReports(portal.db, String(id), only);
  portal.print(`'${id}' orders: ${(only ?? reportKinds).join(', ') || 'no reports'}.`);
}

async function setCriteria(portal: Portal, given: ParsedArguments): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  const criteria = (await readText(portal, given.file, '')).trim();
  const listed = readNames('reason', given.lists, declineReasons);
  await saveCriteria(portal.db, String(id), { criteria, listed });
  portal.print(
    listed
      ? `Saved the criteria of '${id}'. They list: ${listed.join(', ')}.`
      : `Saved the criteria of '${id}'. Add --lists, so that the fee is refunded after a decision for an unlisted reason, where the law requires it.`,
  );
}

/** Reads names separated by commas. Throws a CommandError for an unknown name. Returns null if none are given. */
function readNames(what: string, given: string | undefined, known: readonly string[]): string[] | null {
  const names = given?.split(',').map((name) => name.trim()) ?? null;
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new CommandError(`There's no ${what} '${unknown}'. Use one of ${known.join(', ')}.`);
  return names;
}

async function settingsLike(sample: string) {
  const settings = await readSettings(sample);
  if (Object.keys(settings.fields).length === 0)
    throw new CommandError(
      `There's no sample '${sample}'. Use demo, lean or strict, or add schemas/configs/${sample}.json.`,
    );
  return settings;
}

async function readText({ cwd }: Portal, file: string | undefined, otherwise: string): Promise<string> {
  if (file === undefined) return otherwise;
  return readFile(path.resolve(cwd, file), 'utf8').catch(() => {
    throw new CommandError(`Can't read ${file}. Check the path and its permissions.`);
  });
}

function withFee({ fee_cents, ...row }: Record<string, unknown>) {
  return { ...row, fee: formatDollars(toDollars(Number(fee_cents))) };
}
