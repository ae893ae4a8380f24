import type { Browser } from '@playwright/test';
import { issueLink, savePerson } from '../../../src/server/features/office/peopleRepository';
import type { Db } from '../../../src/server/platform/db/transaction';
import type { AnyServer } from '../../support/anyServer';
import { demand, get } from '../../support/fillSteps';
import { askOffice, enter } from '../../support/officePeople';
import type { TestApplicant } from '../../support/serverApplicants';
import { openContext } from '../support/withBrowser';
import { settle } from './pages';
import type { Deal } from './plant';
import { startProxy } from './proxy';
import { findMissing } from './toRead';
import { type Cast, isHeard, type Manner, type Visited, verify } from './visits';
import { watchContext } from './watch';

/** Adds an owner whose name is a payload. Returns the token of their link. */
export async function plantOwner(db: Db, deal: Deal): Promise<string> {
  const now = new Date();
  const person = { subscriberId: 'demo', email: 'owner@example.com', name: deal(), role: 'owner', now } as const;
  const personId = await savePerson(db, person);
  const expiresAt = new Date(now.getTime() + 3_600_000);
  return issueLink(db, { personId, purpose: 'invitation', expiresAt, isDemo: true });
}

export interface Planted {
  cookie: string;
  application: string;
  texts: Record<'message' | 'note' | 'view' | 'answer', string>;
}

/** Enters payloads as the office: a message to the applicant, a note and the name of a saved view. */
export async function plantOffice(
  server: AnyServer,
  token: string,
  applicant: TestApplicant,
  { deal, answer }: { deal: Deal; answer: string },
): Promise<Planted> {
  const cookie = await enter(server, token);
  const { applicationID } = demand(await get(server, applicant, `/api/application/summary/${applicant.trn}`));
  const application = `/applications/${applicationID}`;
  const texts = { message: deal(), note: deal(), view: deal(), answer };
  const write = async (url: string, body: object) =>
    demand(await askOffice(server, { headers: { cookie } }, url, body));
  await write(`${application}/messages`, { text: texts.message });
  await write(`${application}/notes`, { text: texts.note });
  await write('/views', { name: texts.view, query: { status: 'submitted' } });
  return { cookie, application, texts };
}

/** Visits the office's pages, which show what applicants, the landlord and the office wrote. */
export async function visitOffice(
  browser: Browser,
  { cookie, application, texts }: Planted,
  cast: Cast,
  { isEnforced }: Manner,
): Promise<Visited> {
  const visited: Visited = { pages: 0, failures: [], shown: 0 };
  const proxy = await startProxy(cast.address, cast.deal, isEnforced);
  const context = await openContext(browser, { reducedMotion: 'reduce' });
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  await context.addCookies([{ name, value, url: proxy.address }]);
  const watch = await watchContext(context);
  const visiting = { page: await context.newPage(), watch, visited, deal: cast.deal, address: proxy.address };
  const pages: Record<string, string[]> = {
    '': [texts.view],
    [application]: [texts.message, texts.answer, texts.note],
    '/emails': [],
    '/figures': [],
    '/people': [],
    '/households': [],
  };
  for (const [place, wanted] of Object.entries(pages)) {
    await visiting.page.goto(`${proxy.address}/office${place}`);
    await settle(visiting.page);
    for (const text of await findMissing(visiting.page, wanted))
      visited.failures.push(`control: /office${place} does not show ${text}`);
    await verify(visiting, `/office${place}`);
  }
  if (!(await isHeard(visiting))) visited.failures.push("control: on the office's pages a handler isn't detected");
  await context.close();
  proxy.close();
  return visited;
}
