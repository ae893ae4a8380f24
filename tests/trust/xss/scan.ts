import type { Browser, Page } from '@playwright/test';
import robin from '../../../schemas/personas/robin-hale.json';
import texts from '../../../schemas/texts/scan.json';
import steps from '../../../schemas/texts/steps.json';
import type { StepAnswers } from '../../../src/model/answers/stepBody';
import type { AnyServer } from '../../support/anyServer';
import { answersOf, bodyOf, expectRecords, postStep } from '../../support/fillSteps';
import { upload } from '../../support/multipart';
import { sampleJpeg } from '../../support/sampleFiles';
import type { TestApplicant } from '../../support/serverApplicants';
import { openContext } from '../support/withBrowser';
import { createAgreed, filesOf, saveDraft } from './applicants';
import { findMissing } from './expectedTexts';
import { licenseFrom } from './license';
import { waitUntilIdle } from './pages';
import { startProxy } from './proxy';
import { errorMarker } from './responseMode';
import { nextFileName } from './seedOperator';
import { clickButton, isShown } from './submissions';
import {
  addSession,
  isHandlerDetected,
  type TestData,
  type Visit,
  type VisitOptions,
  type VisitResult,
  verify,
} from './visits';
import { watchContext } from './watch';

const MAX_MS = 40_000;
const PHONE_PAGES = ['', '/menu', '/camera/2', '/camera-avi/2'];

/**
 * A phone that scans a license with payloads for names, the desktop that follows it, and the choice between the names.
 */
export async function visitScan(
  browser: Browser,
  server: AnyServer,
  data: TestData,
  { isEnforced }: VisitOptions,
): Promise<VisitResult> {
  const visited: VisitResult = { pages: 0, failures: [], shown: 0 };
  const proxy = await startProxy(data.address, data.nextPayload, isEnforced);
  const applicant = await createAgreed(server);
  await saveDraft(server, applicant, 'personal-details', robin.flows.application.identification['personal-details']);
  await saveDraft(server, applicant, 'proof-of-identity', { availableToUpload_id: 'Yes', documenttype_id: 2 });
  const open = () => openVisit(browser, visited, data, proxy.address);
  const [desktop, phone] = [await open(), await open()];
  await addSession(desktop.page.context(), applicant);
  const { back, name } = await licenseFrom(data.nextPayload);

  await desktop.page.goto(`${proxy.address}/identification`);
  const link = await linkOn(desktop.page);
  await openOnPhone(phone, link);
  for (const mode of ['with payloads', 'reads rejected'] as const) {
    proxy.setMode(mode);
    for (const place of PHONE_PAGES) await openOnPhone(phone, link.replace(/\?.*/, place));
  }
  proxy.setMode('unchanged');
  await openOnPhone(phone, link.replace(/\?.*/, '/camera/2'));
  proxy.setMode('writes rejected');
  await expectRejection(phone);
  proxy.setMode('with payloads');
  await sendBoth(phone, back);
  await checkDesktop(desktop);
  proxy.setMode('unchanged');
  await saveScanned(server, applicant);
  await chooseLicenseName(desktop, name);

  for (const [who, one] of Object.entries({ phone, desktop })) {
    if (!(await isHandlerDetected(one)))
      visited.failures.push(`control: on the scan's ${who} a handler isn't detected`);
    await one.page.context().close();
  }
  proxy.close();
  return visited;
}

async function openVisit(
  browser: Browser,
  visited: VisitResult,
  { nextPayload }: TestData,
  address: string,
): Promise<Visit> {
  const context = await openContext(browser, { reducedMotion: 'reduce' });
  const watch = await watchContext(context);
  return { page: await context.newPage(), watch, visited, nextPayload, address };
}

/** Returns the path with the token in the desktop's code. */
async function linkOn(desktop: Page): Promise<string> {
  await desktop.getByRole('img', { name: texts.panel.code }).waitFor({ timeout: MAX_MS });
  return desktop.evaluate(() => JSON.parse(sessionStorage.getItem('rental-scan-link') ?? '{}').path);
}

async function openOnPhone(phone: Visit, place: string): Promise<void> {
  await phone.page.goto(phone.address + place);
  await waitUntilIdle(phone.page);
  await verify(phone, `scan on the phone: ${place.split('/').slice(3).join('/')}`);
}

/** The phone must show the server's refusals of a picture. */
async function expectRejection(phone: Visit): Promise<void> {
  for (const time of [0, 1]) {
    await send(phone, await sampleJpeg());
    if (!(await isShown(phone.page, errorMarker(time))))
      phone.visited.failures.push(`scan on the phone: '${errorMarker(time)}' isn't readable`);
    await verify(phone, 'scan on the phone: a picture refused');
  }
}

async function sendBoth(phone: Visit, back: Buffer): Promise<void> {
  await send(phone, await sampleJpeg());
  await phone.page.waitForURL('**/back/2', { timeout: MAX_MS });
  await waitUntilIdle(phone.page);
  await verify(phone, 'scan on the phone: the barcode');
  await clickButton(phone.page, texts.barcode.skip);
  await phone.page.waitForURL('**/camera_back/2', { timeout: MAX_MS });
  await send(phone, back);
  await phone.page.waitForURL('**/success', { timeout: MAX_MS });
  await verify(phone, 'scan on the phone: done');
}

/** Sends a picture with a payload as its name. */
async function send({ page, nextPayload }: Visit, buffer: Buffer): Promise<void> {
  const file = { name: `${nextFileName(nextPayload)}.jpg`, mimeType: 'image/jpeg', buffer };
  await page.locator('label.rp-button input[type=file]').setInputFiles(file);
}

/** The desktop must show how the names differ, and the pictures with the server's names. */
async function checkDesktop(desktop: Visit): Promise<void> {
  const { page, visited } = desktop;
  await page.getByRole('listitem').filter({ hasText: texts.panel.noName }).waitFor({ timeout: MAX_MS });
  await waitUntilIdle(page);
  if ((await page.locator('.rp-file [title^="front.jpg "]').count()) !== 1)
    visited.failures.push("control: the desktop does not show the picture's name as the server has it");
  await verify(desktop, 'scan on the desktop');
}

/** Fills in steps 1 and 2 with the phone's pictures. */
async function saveScanned(server: AnyServer, applicant: TestApplicant): Promise<void> {
  const files = await filesOf(server, applicant);
  const pathOf = (type: number) => files.find(({ document_id }) => document_id === type)?.blob_path;
  const content = await sampleJpeg();
  const { blob_path } = expectRecords(await upload(server, applicant, 4, { name: 'card.jpg', content }));
  const answers = structuredClone(robin.flows.application.identification) as unknown as StepAnswers;
  Object.assign(answers['proof-of-identity'] ?? {}, { file: pathOf(2), backfile: pathOf(13) });
  Object.assign(answers.ssn ?? {}, { file: blob_path });
  const save = async (step: 'identification' | 'applicant-details', answers: StepAnswers) =>
    expectRecords(await postStep(server, applicant, step, bodyOf(server, applicant, step, answers)));
  await save('identification', answers);
  await save('applicant-details', await answersOf(server, applicant, 'applicant-details'));
}

/**
 * 'Important Alert!' shows the barcode's name next to the typed one. If chosen, it becomes the applicant's name, which
 * every page header shows.
 */
async function chooseLicenseName(desktop: Visit, name: string): Promise<void> {
  const { page, address } = desktop;
  const words = steps.dialogs.mismatch;
  await page.goto(`${address}/identification/applicantDetail`);
  await waitUntilIdle(page);
  await clickButton(page, 'Next');
  await page.getByText(words.text).first().waitFor({ timeout: MAX_MS });
  await expectShown(desktop, name, "the choice between the license's name and the applicant's");
  for (const choice of await page.locator('[role=alertdialog] [role=radiogroup] label:last-child input').all())
    await choice.check();
  await clickButton(page, words.confirm);
  await page.waitForURL('**/incomeDetail', { timeout: MAX_MS });
  await page.reload();
  await waitUntilIdle(page);
  await expectShown(desktop, name, "the license's name as the applicant's");
}

async function expectShown(desktop: Visit, text: string, name: string): Promise<void> {
  for (const one of await findMissing(desktop.page, [text]))
    desktop.visited.failures.push(`control: ${name} does not show ${one}`);
  await verify(desktop, name);
}
