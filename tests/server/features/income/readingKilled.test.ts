import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import type { IncomeChecks } from '../../../../src/model/income/checks/documentChecks';
import { recentStubs } from '../../../sampleDocuments/recentDocuments';
import { expectRecords, get, post } from '../../../support/fillSteps';
import { copyMigrated } from '../../../support/folders/databaseTemplate';
import { type KillPoint, killAtEnvironment } from '../../../support/killPoints';
import { upload } from '../../../support/multipart';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { type StartedProcess, startProcess } from '../../../support/startProcess';
import { remoteServer } from '../../../trust/support/remoteServer';

const folder = mkdtempSync(path.join(os.tmpdir(), 'rental-test-'));
let running: StartedProcess;
let address: string;
const server = remoteServer(() => address);
afterEach(() => running.child.kill('SIGKILL'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the next process on the same data. It dies at `at`. */
async function start(at?: KillPoint): Promise<void> {
  running = startProcess({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn', ...killAtEnvironment(at) });
  address = await running.until(/Listening on (http:\/\/\S+)/);
}

const checksOf = async (robin: TestApplicant) =>
  expectRecords(await get(server, robin, `/api/income/checks/${robin.trn}`)) as unknown as IncomeChecks;

it('a document whose reading is killed is read by the next process, and checked once', async () => {
  await copyMigrated(folder);
  await start('reading.read');
  const robin = await registerApplicant(server);
  expectRecords(await post(server, robin, '/api/income/addsource', { trn_id: robin.trn, document_id: 3 }));
  const stub = { name: 'stub.pdf', content: await recentStubs() };
  // Reading can start, and the process die, before the upload gets a response.
  await upload(server, robin, 3, stub, 1).catch(() => undefined);
  await running.ended;
  expect(running.child.signalCode).toBe('SIGKILL');

  await start();
  await expect.poll(async () => (await checksOf(robin)).reading, { timeout: 60_000 }).toBe(0);
  const { validation_messages, monthly_avr_gross } = await checksOf(robin);
  expect(monthly_avr_gross).toEqual({ 1: 4333.33 });
  const verdicts = validation_messages['3']?.source_1?.applicant ?? [];
  expect(verdicts.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  expect(verdicts.length).toBeGreaterThan(4);
  expect(new Set(verdicts.map(({ rule, document }) => `${rule} ${document}`)).size).toBe(verdicts.length);
}, 240_000);
