import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaseLedger } from '../../../../src/contract/ledger';
import { SANDBOX_WEBHOOK_SECRET } from '../../../../src/server/features/payment/createPayments';
import { runOnServer } from '../../../../src/server/platform/db/operatorSocket';
import { completeSteps, expectRecords, get, paymentBody, post } from '../../../support/fillSteps';
import { copyMigrated } from '../../../support/folders/databaseTemplate';
import { type KillPoint, killAtEnvironment, type LedgerKillPoint } from '../../../support/killPoints';
import { readSandbox } from '../../../support/sandboxRecords';
import { registerApplicant } from '../../../support/serverApplicants';
import { type StartedProcess, startProcess } from '../../../support/startProcess';
import { remoteServer } from '../../../trust/support/remoteServer';

const folder = mkdtempSync(path.join(os.tmpdir(), 'rental-test-'));
let running: StartedProcess;
let address: string;
let key: string;
const server = remoteServer(() => address);
afterAll(async () => {
  running.child.kill('SIGKILL');
  await running.ended;
  rmSync(folder, { recursive: true, force: true });
});

type Point = KillPoint | LedgerKillPoint;

/** Starts the next process on the same data. It dies at `at`. */
async function start(at?: Point): Promise<void> {
  running?.child.kill('SIGKILL');
  await running?.ended;
  running = startProcess({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn', ...killAtEnvironment(at) });
  address = await running.until(/Listening on (http:\/\/\S+)/);
}

/** Kills a process at each point and repeats `act` in the next one, which continues the work. */
async function killAtEach(points: readonly Point[], act: () => Promise<unknown>): Promise<void> {
  for (const point of points) {
    // Pending jobs run at once, so the process may die before it listens.
    await start(point)
      .then(act)
      .catch(() => undefined);
    await running.ended;
    expect(running.child.signalCode, point).toBe('SIGKILL');
  }
  await start();
  await act();
}

async function portal(...args: string[]): Promise<string> {
  const done = await runOnServer(folder, { args, cwd: folder });
  if (done?.code !== 0) throw new Error(done?.error ?? 'no server');
  return done.lines.join('\n');
}

async function submit(): Promise<{ trn: string; number: string }> {
  const applicant = await registerApplicant(server);
  await completeSteps(server, applicant, 'income', { files: false });
  expectRecords(await post(server, applicant, '/api/payment', await paymentBody(server, applicant)));
  const { application_number } = expectRecords(await get(server, applicant, '/api/users/applicationdetail'));
  return { trn: applicant.trn, number: String(application_number) };
}

const office = (method: 'GET' | 'POST', url: string, payload?: object, headers = {}) =>
  server.app.inject({
    method,
    url: `/api/office/applications/${url}`,
    headers: { authorization: `Bearer ${key}`, ...headers },
    payload,
  });

/** Declines the application. A repeated call is refused, because the status has already changed. */
async function decline(number: string): Promise<void> {
  const { revision } = expectRecords(await office('GET', number));
  const decision = { act: 'decline', bases: ['income'], reasons: ['income'], revision };
  await office('POST', `${number}/acts`, decision);
}

const ledgerOf = async (number: string) =>
  expectRecords(await office('GET', `${number}/ledger`)) as unknown as CaseLedger;
const linesOf = async (number: string) => (await ledgerOf(number)).lines.map(({ kind, amount }) => [kind, amount]);

function reportDispute(trn: string) {
  const [intent] = readSandbox(folder, 'payment_intent', trn);
  const object = {
    ...{ id: 'dp_killed', object: 'dispute', amount: 4500, payment_intent: intent?.id, reason: 'fraudulent' },
    ...{ status: 'needs_response', evidence_details: { due_by: 1_796_000_000 } },
  };
  const event = { id: 'evt_killed', type: 'charge.dispute.created', created: 1_795_000_000, data: { object } };
  const payload = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: SANDBOX_WEBHOOK_SECRET });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return server.app.inject({ method: 'POST', url: '/api/payment/webhook', headers, payload });
}

describe('the ledger, at whatever point the process is killed,', () => {
  let declined: { trn: string; number: string };
  let returned: { trn: string; number: string };

  beforeAll(async () => {
    await copyMigrated(folder);
    await start();
    key = /rak_\S+/.exec(await portal('apikey', 'add', 'demo', '--scope', 'read,status'))?.[0] ?? '';
    declined = await submit();
    returned = await submit();
  }, 120_000);

  it('retains the fee of a closed application once', async () => {
    await killAtEach(['closing.uncommitted', 'closing.committed'], () => decline(declined.number));
    await expect.poll(() => linesOf(declined.number), { timeout: 30_000 }).toHaveLength(2);
    expect(await linesOf(declined.number)).toEqual([
      ['charge', 45],
      ['retained', -45],
    ]);
  }, 240_000);

  it('books the cost of a check once', async () => {
    const addCost = () =>
      office('POST', `${declined.number}/costs`, { amount: 18, what: 'Report' }, { 'idempotency-key': 'one-report' });
    await killAtEach(['cost.uncommitted', 'cost.committed'], addCost);
    const costs = async () => (await linesOf(declined.number)).filter(([kind]) => kind === 'cost');
    expect(await costs()).toEqual([['cost', -18]]);
  }, 240_000);

  it('books a chargeback once', async () => {
    await killAtEach(['dispute.uncommitted', 'dispute.committed'], () => reportDispute(declined.trn));
    const disputes = async () => (await linesOf(declined.number)).filter(([kind]) => kind === 'dispute');
    await expect.poll(disputes, { timeout: 30_000 }).toEqual([['dispute', -45]]);
    await expect.poll(async () => (await ledgerOf(declined.number)).balance, { timeout: 30_000 }).toBe(0);
  }, 240_000);

  it('books and sends a refund required by law once', async () => {
    await portal('config', 'set', 'demo', 'USCitizen', 'Hide');
    await portal('property', 'place', 'demo', 'harbor-view', '--place', 'us-ca');
    const points: KillPoint[] = ['refund.ordered', 'refund.uncommitted', 'refund.committed'];
    const sending: KillPoint[] = ['refund.sent', 'refund.answered', 'refund.stored'];
    await killAtEach([...points, ...sending], () => decline(returned.number));
    const state = async () => (await ledgerOf(returned.number)).refunds.map((one) => [one.amount, one.state]);
    await expect.poll(state, { timeout: 30_000 }).toEqual([[45, 'sent']]);
    expect(await linesOf(returned.number)).toEqual([
      ['charge', 45],
      ['refund', -45],
    ]);
    expect((await ledgerOf(returned.number)).balance).toBe(0);
    expect(readSandbox(folder, 'refund', returned.trn).map(({ amount }) => amount)).toEqual([4500]);
  }, 300_000);
});
