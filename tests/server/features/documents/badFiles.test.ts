import { beforeAll, expect, it } from 'vitest';
import type { IncomeChecks } from '../../../../src/model/income/checks/documentChecks';
import * as hostile from '../../../sampleDocuments/hostileFiles';
import { recentStubs } from '../../../sampleDocuments/recentDocuments';
import { expectRecords, get, post } from '../../../support/fillSteps';
import { upload } from '../../../support/multipart';
import { openServer } from '../../../support/openServer';
import { registerApplicant } from '../../../support/serverApplicants';

const MAX_BYTES = 10_485_760;

let good: Buffer;
let storedBefore: unknown;
const server = await openServer();
const robin = await registerApplicant(server);
beforeAll(async () => {
  expectRecords(await post(server, robin, '/api/income/addsource', { trn_id: robin.trn, document_id: 3 }));
  good = await recentStubs();
  storedBefore = expectRecords(await put('good.pdf', good)).id;
});

const put = (name: string, content: Buffer) => upload(server, robin, 3, { name, content }, 1);
const listed = async () =>
  Object.values(expectRecords(await get(server, robin, `/api/applicant/getiddocumentstatus/${robin.trn}`))) as {
    id: number;
  }[];

it.each([
  [
    'a form that only Adobe Reader shows',
    async () => hostile.xfaPdf(),
    400,
    'Only Adobe Reader can show this form (XFA). Open it there, choose Print, save it as a PDF and upload that file.',
  ],
  ['an empty file', async () => Buffer.alloc(0), 400, 'This file is empty. Choose another file.'],
  ['a file one byte too large', async () => hostile.padded(good, MAX_BYTES + 1), 413, 'File is larger than 10MB'],
  ['a renamed .exe', async () => hostile.exeNamedPdf, 415, 'We accept only PDFs here. Choose the original PDF.'],
  [
    'a file with a password',
    hostile.protectedPdf,
    400,
    "This file has a password. Type it so that we can read the file. We use it once and don't save it.",
  ],
  ['half a file', hostile.damagedPdf, 400, "This file is damaged and we can't read it. Choose another file."],
  [
    'a file with deep nesting',
    async () => hostile.deepArrays(200_000),
    400,
    "This file is damaged and we can't read it. Choose another file.",
  ],
  [
    'a file with 10,000 pages',
    async () => hostile.manyPages(10_000),
    400,
    'This file has more than 200 pages. Upload only the pages we ask for.',
  ],
])('rejects %s with a message that says why, and keeps the earlier file', async (_, make, status, message) => {
  const response = await put('stub.pdf', await make());
  expect(response.json()).toMatchObject({ status, message, success: false });
  expect((await listed()).map(({ id }) => id)).toEqual([storedBefore]);
});

it('accepts a file of exactly the allowed size', async () => {
  const { id } = expectRecords(await put('big.pdf', hostile.padded(good, MAX_BYTES)));
  expect((await listed()).map((one) => one.id)).toEqual([storedBefore, id]);
});

it('responds to other calls while it reads a PDF bomb and a scan, and reports the problem of each', async () => {
  const ids: unknown[] = [];
  for (const content of [hostile.bombPdf(40), await hostile.scannedPdf()])
    ids.push(expectRecords(await put('stub.pdf', content)).id);
  let isRead = false;
  const reading = server.drain().then(() => {
    isRead = true;
  });
  for (let n = 0; n < 20; n += 1) expectRecords(await get(server, robin, `/api/income/checks/${robin.trn}`));
  expect(isRead).toBe(false);
  await reading;
  const checks = expectRecords(await get(server, robin, `/api/income/checks/${robin.trn}`)) as unknown as IncomeChecks;
  expect(checks.reading).toBe(0);
  const wrong =
    checks.validation_messages['3']?.source_1?.applicant.filter(({ outcome }) => outcome === 'failed') ?? [];
  const of = (id: unknown) => wrong.filter(({ document }) => document === id).map(({ found }) => found);
  expect(of(ids[0])).toEqual(['too large or too complex to open safely']);
  expect(of(ids[1])).toEqual(["a picture or a scan that we couldn't read"]);
}, 180_000);

it('accepts a PDF after leftover email lines', async () => {
  const answer = await put('mailed.pdf', Buffer.concat([Buffer.from('Content-Type: application/pdf\r\n\r\n'), good]));
  expect(answer.statusCode).toBe(200);
});
