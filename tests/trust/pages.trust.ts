import { isDeepStrictEqual } from 'node:util';
import type { Browser } from '@playwright/test';
import { freshCopy, type Persona } from '../../e2e/support/journey';
import robin from '../../schemas/personas/robin-hale.json';
import { openDatabase } from '../../src/server/database';
import { type LosingProxy, startLosingProxy } from './pages/losingProxy';
import { walkPatiently } from './pages/patientJourney';
import type { Mode, Outcome, Suite } from './suite';
import { startBuilt } from './support/builtServer';
import { withFolder } from './support/folders';
import { openContext, withBrowser } from './support/withBrowser';

const JOURNEYS = { quick: 1, long: 20 };

/** What a journey's pages call to change something; each of them loses an answer at least once a journey. */
const ROUTES = [
  'POST /api/users/register',
  'POST /api/users/updateTandC',
  'PUT /api/drafts/:trn/:section',
  'POST /api/applicant/document',
  'POST /api/applicant/saveiddetail',
  'POST /api/contextual/savedetails',
  'POST /api/income/addsource',
  'POST /api/income/savedetails',
  'POST /api/payment',
  'POST /api/desired/unit',
  'POST /api/users/logout',
  'POST /api/users/login',
];

/** One applicant, whatever was lost: what a journey without a loss leaves behind. */
const ONCE = {
  accounts: 1,
  applications: 1,
  documents: 5,
  sources: 2,
  steps: { identification: 1, 'applicant-details': 1, income: 1 },
  charges: 1,
  attempts: 1,
};

/** In a real browser, with the first answer of each call lost after its commit: the pages come to 'saved', and everything happened once. */
function run(mode: Mode): Promise<Outcome> {
  return withFolder(async (folder) => {
    const server = await startBuilt({ DATA_DIR: folder, LIMIT_FACTOR: '50' });
    const proxy = await startLosingProxy(server.address);
    const failures: string[] = [];
    const emails: string[] = [];
    await withBrowser(async (browser) => {
      for (let journey = 0; journey < JOURNEYS[mode]; journey += 1) {
        const persona = freshCopy(robin as unknown as Persona, `lost${journey}`);
        emails.push(String(Object(persona.flows.entry.login?.login).email));
        failures.push(...(await walk(browser, proxy, persona, folder)));
      }
    });
    proxy.close();
    await server.stop();
    failures.push(...(await effects(folder, emails)), ...tooFew(proxy.lost, JOURNEYS[mode]));
    const n = [...proxy.lost.values()].reduce((sum, one) => sum + one, 0);
    const figure = `${n} answers of ${proxy.lost.size} calls lost in ${emails.length} journeys of a real browser; ${failures.length} pages that did not come to 'saved', or effects twice`;
    return { n, figure, failures };
  });
}

async function walk(browser: Browser, proxy: LosingProxy, persona: Persona, folder: string): Promise<string[]> {
  const context = await openContext(browser, { baseURL: proxy.address, reducedMotion: 'reduce' });
  const page = await context.newPage();
  try {
    await walkPatiently(page, persona, `${folder}/made`);
    return [];
  } catch (cause) {
    const shown = await page.locator('body').innerText();
    return [`${String(cause).slice(0, 300)} at ${page.url()}, which shows … ${shown.slice(-500)}`];
  } finally {
    await context.close();
  }
}

/** A long run loses each call's answer twenty times. */
function tooFew(lost: ReadonlyMap<string, number>, least: number): string[] {
  const seldom = ROUTES.filter((route) => (lost.get(route) ?? 0) < least);
  return seldom.map((route) => `${route} lost ${lost.get(route) ?? 0} answers, not ${least}`);
}

async function effects(folder: string, emails: readonly string[]): Promise<string[]> {
  const { db, close } = await openDatabase(undefined, folder);
  try {
    const failures: string[] = [];
    for (const email of emails) {
      const { rows } = await db.query(EFFECTS, [email]);
      if (!isDeepStrictEqual(rows[0], ONCE)) failures.push(`the effects of ${email} are ${JSON.stringify(rows[0])}`);
    }
    return failures;
  } finally {
    await close();
  }
}

const EFFECTS = `
  select
    (select count(*)::int from account where email = a.email) as accounts,
    (select count(*)::int from application where account_id = a.account_id) as applications,
    (select count(*)::int from document where trn = a.trn and document_id in (2, 13, 4, 3, 6)) as documents,
    (select count(*)::int from source where trn = a.trn) as sources,
    (select jsonb_object_agg(step, version) from step_answer where trn = a.trn and step in ('identification', 'applicant-details', 'income')) as steps,
    (select count(*)::int from payment where trn = a.trn and state = 'succeeded') as charges,
    (select attempt from payment where trn = a.trn) as attempts
  from application a where a.email = $1 and a.account_id is not null limit 1`;

export default { name: 'pages', run } satisfies Suite;
