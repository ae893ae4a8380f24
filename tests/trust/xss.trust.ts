import type { Browser } from '@playwright/test';
import type { Mode, Outcome, Suite } from './suite';
import { type BuiltServer, startBuilt } from './support/builtServer';
import { withFolder } from './support/folders';
import { remoteServer } from './support/remoteServer';
import { openContext, withBrowser } from './support/withBrowser';
import { createRegistered, createSaved, createSubmitted, createWithDrafts, filesOf } from './xss/applicants';
import { controlFaults } from './xss/controls';
import { findExpectedTexts } from './xss/expectedTexts';
import { mailFaults } from './xss/mails';
import { seedOffice, visitOffice } from './xss/office';
import type { Visitor } from './xss/pages';
import { payloads } from './xss/payloads';
import { pdfFaults, recordOf } from './xss/pdfs';
import { visitScan } from './xss/scan';
import { createPayloadIterator, seedOperator } from './xss/seedOperator';
import { type VisitOptions, type VisitResult, visitAs } from './xss/visits';
import { watchContext } from './xss/watch';

const PEOPLE: Visitor[] = ['nobody', 'fresh', 'typing', 'saved', 'submitted'];

/**
 * Text from applicants, operators and the office is shown on every page, in the record and in emails, and never runs.
 */
async function run(mode: Mode): Promise<Outcome> {
  return withBrowser(async (browser) => {
    const rounds = [await oneRound(browser, 0, { isEnforced: false, isWhole: true })];
    // With as many rounds as payloads, each field gets each payload once.
    for (let shift = 1; mode === 'long' && shift < payloads.length; shift++)
      rounds.push(await oneRound(browser, shift, { isEnforced: shift % 8 === 0, isWhole: shift % 16 === 0 }));
    const sum = (pick: (round: Round) => number) => rounds.reduce((total, round) => total + pick(round), 0);
    const failures = [...(await controls(browser)), ...new Set(rounds.flatMap((round) => round.failures))];
    return {
      n: sum(({ planted }) => planted),
      figure: `${failures.length} ran, were reported or couldn't be checked; ${payloads.length} payloads in ${rounds[0]?.fields} fields and texts; ${sum(({ pages }) => pages)} pages, ${sum(({ shown }) => shown)} with a payload to read`,
      failures,
    };
  });
}

interface Round extends VisitResult {
  planted: number;
  fields: number;
}

async function oneRound(browser: Browser, shift: number, options: VisitOptions): Promise<Round> {
  return withFolder(async (folder) => {
    const nextPayload = createPayloadIterator(shift);
    const operator = await seedOperator(folder, nextPayload);
    const built = await startBuilt({ DATA_DIR: folder, LIMIT_FACTOR: '500' });
    // Kills the server after an error, too. While it writes, its folder can't be deleted, which would hide the error.
    return await visitAll(browser, { folder, built, nextPayload, operator }, options).finally(() => built.kill());
  });
}

interface VisitSetup {
  folder: string;
  built: BuiltServer;
  nextPayload: ReturnType<typeof createPayloadIterator>;
  operator: Awaited<ReturnType<typeof seedOperator>>;
}

async function visitAll(
  browser: Browser,
  { folder, built, nextPayload, operator }: VisitSetup,
  options: VisitOptions,
): Promise<Round> {
  const server = remoteServer(() => built.address);
  const typed = await createWithDrafts(server, nextPayload);
  const handedIn = await createSubmitted(server, nextPayload);
  const office = await seedOffice(server, operator.owner, handedIn.applicant, {
    nextPayload,
    answer: handedIn.message,
  });
  const people = {
    fresh: await createRegistered(server),
    typing: typed.applicant,
    saved: await createSaved(server, nextPayload),
    submitted: handedIn.applicant,
  };
  const [kept, handed] = [await filesOf(server, people.saved), await filesOf(server, people.submitted)];
  const expectedTexts = findExpectedTexts(operator, { saved: kept, submitted: handed, message: office.texts.message });
  const data = { address: built.address, people, nextPayload, expectedTexts };
  const visits = await Promise.all([
    visitAs(browser, 'nobody', data, options),
    mapInTurn(PEOPLE.slice(1), (who) => visitAs(browser, who, data, options)),
    visitOffice(browser, office, data, options),
    ...(options.isWhole ? [visitScan(browser, server, data, options)] : []),
  ]);
  const all = visits.flat();
  const pdfFailures = [
    ...(await pdfFaults(await recordOf(server, people.submitted), handedIn.kept)),
    ...(await mailFaults(browser, folder, operator.columns['subscriber.name'] ?? '')),
  ];
  await built.stop();
  const fields = new Set([...typed.fields, ...handedIn.fields]).size + operator.texts;
  return {
    planted: fields + Object.keys(office.texts).length + handedIn.kept.length + kept.length + handed.length,
    fields,
    pages: all.reduce((total, { pages }) => total + pages, 0),
    shown: all.reduce((total, { shown }) => total + shown, 0),
    failures: [...all.flatMap(({ failures }) => failures), ...pdfFailures],
  };
}

async function mapInTurn<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const item of items) done.push(await work(item));
  return done;
}

async function controls(browser: Browser): Promise<string[]> {
  const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'self'";
  const faults = await Promise.all(
    [undefined, policy].map(async (one) => {
      const context = await openContext(browser);
      const found = await controlFaults(context, await watchContext(context), 'http://127.0.0.1:9', one);
      await context.close();
      return found;
    }),
  );
  return faults.flat();
}

export default { name: 'xss', run } satisfies Suite;
