import type { Browser } from '@playwright/test';
import { issueLink, savePerson } from '../../../src/server/features/office/peopleRepository';
import type { Db } from '../../../src/server/platform/db/transaction';
import type { AnyServer } from '../../support/anyServer';
import { expectRecords, get } from '../../support/fillSteps';
import { askOffice, enter } from '../../support/officePeople';
import type { TestApplicant } from '../../support/serverApplicants';
import { openContext } from '../support/withBrowser';
import { findMissing } from './expectedTexts';
import { waitUntilIdle } from './pages';
import { startProxy } from './proxy';
import type { NextPayload } from './seedOperator';
import { isHandlerDetected, type TestData, type VisitOptions, type VisitResult, verify } from './visits';
import { watchContext } from './watch';

/** Adds an owner whose name is a payload. Returns the token of their link. */
export async function insertOwner(db: Db, nextPayload: NextPayload): Promise<string> {
  const now = new Date();
  const person = { subscriberId: 'demo', email: 'owner@example.com', name: nextPayload(), role: 'owner', now } as const;
  const personId = await savePerson(db, person);
  const expiresAt = new Date(now.getTime() + 3_600_000);
  return issueLink(db, { personId, purpose: 'invitation', expiresAt, isDemo: true });
}

export interface SeededOffice {
  cookie: string;
  application: string;
  texts: Record<'message' | 'note' | 'view' | 'answer', string>;
}

/** Enters payloads as the office: a message to the applicant, a note and the name of a saved view. */
export async function seedOffice(
  server: AnyServer,
  token: string,
  applicant: TestApplicant,
  { nextPayload, answer }: { nextPayload: NextPayload; answer: string },
): Promise<SeededOffice> {
  const cookie = await enter(server, token);
  const { applicationID } = expectRecords(await get(server, applicant, `/api/application/summary/${applicant.trn}`));
  const application = `/applications/${applicationID}`;
  const texts = { message: nextPayload(), note: nextPayload(), view: nextPayload(), answer };
  const write = async (url: string, body: object) =>
    expectRecords(await askOffice(server, { headers: { cookie } }, url, body));
  await write(`${application}/messages`, { text: texts.message });
  await write(`${application}/notes`, { text: texts.note });
  await write('/views', { name: texts.view, query: { status: 'submitted' } });
  return { cookie, application, texts };
}

/** Visits the office's pages, which show what applicants, the landlord and the office wrote. */
export async function visitOffice(
  browser: Browser,
  { cookie, application, texts }: SeededOffice,
  data: TestData,
  { isEnforced }: VisitOptions,
): Promise<VisitResult> {
  const visited: VisitResult = { pages: 0, failures: [], shown: 0 };
  const proxy = await startProxy(data.address, data.nextPayload, isEnforced);
  const context = await openContext(browser, { reducedMotion: 'reduce' });
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  await context.addCookies([{ name, value, url: proxy.address }]);
  const watch = await watchContext(context);
  const visit = {
    page: await context.newPage(),
    watch,
    visited,
    nextPayload: data.nextPayload,
    address: proxy.address,
  };
  const pages: Record<string, string[]> = {
    '': [texts.view],
    [application]: [texts.message, texts.answer, texts.note],
    '/emails': [],
    '/figures': [],
    '/people': [],
    '/households': [],
  };
  for (const [place, wanted] of Object.entries(pages)) {
    await visit.page.goto(`${proxy.address}/office${place}`);
    await waitUntilIdle(visit.page);
    for (const text of await findMissing(visit.page, wanted))
      visited.failures.push(`control: /office${place} does not show ${text}`);
    await verify(visit, `/office${place}`);
  }
  if (!(await isHandlerDetected(visit)))
    visited.failures.push("control: on the office's pages a handler isn't detected");
  await context.close();
  proxy.close();
  return visited;
}
