import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { adjustedAccent } from '../../model/accent';
import { formatDollars } from '../../model/format';
import { declineReasons, declineReasonsOf } from '../../model/office';
import demo from '../../server/demo/demo.json';
import { readSettings } from '../../server/demo/seedDemo';
import {
  type Command,
  CommandError,
  change,
  type Given,
  type Portal,
  printRows,
  readCode,
  readColour,
  readEmail,
  readMoney,
  readTimeZone,
  requireSubscriber,
} from './command';

import { insertRow, listSubscribers, saveDeclineReasons, saveOfficeMail } from './operatorStore';

/** Subscribers: the property managers whom applicants apply to. */
export const subscriberCommands: Record<string, Command> = {
  'subscriber add': {
    about: 'a property manager; its forms begin as a sample of schemas/configs asks them',
    places: ['subscriber'],
    options: {
      name: { about: 'as applicants read it', needed: true },
      phone: { about: 'whom applicants call', needed: true },
      email: { about: 'whom they write to', needed: true },
      fee: { about: 'the application fee in dollars', needed: true },
      accent: { about: 'the colour of its pages, #1f5f8b unless said' },
      'time-zone': { about: 'America/New_York unless said' },
      like: { about: 'the sample its settings begin with: demo, lean or strict; demo unless said' },
      instructions: { about: 'a file with the rich text of the instruction page' },
      terms: { about: 'a file with the rich text of its terms' },
    },
    run: addSubscriber,
  },
  'subscriber mail': {
    about: 'whom of its office to tell by mail of each application that is handed in',
    places: ['subscriber'],
    options: {
      to: { about: 'the address' },
      off: { about: 'nobody any more', isFlag: true },
    },
    run: setOfficeMail,
  },
  'subscriber reasons': {
    about: 'which reasons to decline for its office gives',
    places: ['subscriber'],
    options: {
      only: { about: `these, by commas: ${declineReasons.join(', ')}` },
      all: { about: 'all of them again', isFlag: true },
    },
    run: setReasons,
  },
  'subscriber list': {
    about: 'every subscriber',
    places: [],
    run: async (portal) => printRows(portal, (await listSubscribers(portal.db)).map(withFee), 'No subscribers yet.'),
  },
};

async function addSubscriber(portal: Portal, given: Given): Promise<void> {
  const id = readCode('subscriber', given.subscriber);
  const row = {
    id,
    name: given.name,
    support_phone: given.phone,
    support_email: readEmail(given.email),
    fee_cents: Math.round(readMoney('fee', given.fee) * 100),
    accent: given.accent && readColour(given.accent),
    time_zone: given['time-zone'] && readTimeZone(given['time-zone']),
    settings: JSON.stringify(await settingsLike(given.like ?? 'demo')),
    instructions: await readText(portal, given.instructions, demo.subscriber.instructions),
    terms: await readText(
      portal,
      given.terms,
      demo.subscriber.terms.replaceAll(demo.subscriber.name, given.name ?? ''),
    ),
  };
  await change(portal, `subscriber '${id}'`, async (client) => {
    await insertRow(client, 'subscriber', row);
  });
  if (row.accent) tellAdjusted(portal, row.accent);
  portal.print(`subscriber '${id}' is there. Next: npm run portal -- property add ${id} <code> --name …`);
}

/** An accent keeps its place on buttons; what is written in it must be read (WCAG 2.2, 1.4.3). */
function tellAdjusted(portal: Portal, accent: string): void {
  const { light, dark } = adjustedAccent(accent);
  if (light) portal.print(`accent ${accent} cannot be read on white: links and headings are ${light} there.`);
  if (dark) portal.print(`accent ${accent} cannot be read in the dark theme: links and headings are ${dark} there.`);
}

async function setOfficeMail(portal: Portal, given: Given): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  if ((given.to === undefined) === (given.off === undefined))
    throw new CommandError('subscriber mail needs --to … or --off', 2);
  const to = given.off ? null : readEmail(given.to);
  await saveOfficeMail(portal.db, String(id), to);
  portal.print(
    to ? `${to} gets a mail of each application to '${id}'.` : `Nobody gets a mail of applications to '${id}'.`,
  );
}

async function setReasons(portal: Portal, given: Given): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  if ((given.only === undefined) === (given.all === undefined))
    throw new CommandError('subscriber reasons needs --only … or --all', 2);
  const only = given.only?.split(',').map((name) => name.trim()) ?? null;
  const unknown = only?.find((name) => !declineReasons.some((known) => known === name));
  if (unknown !== undefined) throw new CommandError(`reason '${unknown}': one of ${declineReasons.join(', ')}`);
  await saveDeclineReasons(portal.db, String(id), only);
  portal.print(`'${id}' declines for ${declineReasonsOf({ decline_reasons: only }).join(', ')}.`);
}

async function settingsLike(sample: string) {
  const settings = await readSettings(sample);
  if (Object.keys(settings.fields).length === 0)
    throw new CommandError(`There is no schemas/configs/${sample}.json with settings`);
  return settings;
}

async function readText({ cwd }: Portal, file: string | undefined, otherwise: string): Promise<string> {
  if (file === undefined) return otherwise;
  return readFile(path.resolve(cwd, file), 'utf8').catch(() => {
    throw new CommandError(`${file} cannot be read`);
  });
}

function withFee({ fee_cents, ...row }: Record<string, unknown>) {
  return { ...row, fee: formatDollars(Number(fee_cents) / 100) };
}
