import { setTimeout as wait } from 'node:timers/promises';
import type { CaseLedger } from '../../../src/contract/ledger';
import { expectRecords, get } from '../../support/fillSteps';
import type { KillPoint } from '../../support/killPoints';
import { readSandbox } from '../../support/sandboxRecords';
import type { TestApplicant } from '../../support/serverApplicants';
import type { CrashTestServer } from '../support/crashTestServer';
import type { TrustEngine } from '../support/engines';
import { command } from './office';

interface RefundScene {
  crashTest: CrashTestServer;
  engine: TrustEngine;
  folder: string;
  robin: TestApplicant;
}

/** API keys by folder, created on first use. */
const keys = new Map<string, string>();

async function keyOf({ engine, folder }: RefundScene): Promise<string> {
  const known = keys.get(folder);
  if (known) return known;
  const { lines } = await command(engine, folder, ['apikey', 'add', 'demo', '--scope', 'read,status']);
  const key = /rak_\S+/.exec(lines.join('\n'))?.[0] ?? '';
  keys.set(folder, key);
  return key;
}

/** Refunds a dollar. All calls for a point have the same Idempotency-Key. @throws Error if it's refused */
export async function orderRefund(setup: RefundScene, point: KillPoint): Promise<void> {
  const { crashTest, robin } = setup;
  const answer = await crashTest.server.app.inject({
    method: 'POST',
    url: `/api/office/applications/${await numberOf(setup)}/refunds`,
    headers: { authorization: `Bearer ${await keyOf(setup)}`, 'idempotency-key': `${point} of ${robin.trn}` },
    payload: { amount: 1, why: 'A dollar back' },
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
}

async function numberOf({ crashTest, robin }: RefundScene): Promise<string> {
  return String(expectRecords(await get(crashTest.server, robin, '/api/users/applicationdetail')).application_number);
}

/** Repeats the ordered refunds. Each must be booked and sent to the provider once. Returns what failed. */
export async function checkRefunds(setup: RefundScene, ordered: readonly KillPoint[]): Promise<string[]> {
  for (const point of ordered) await orderRefund(setup, point);
  const { crashTest, robin, folder } = setup;
  const headers = { authorization: `Bearer ${await keyOf(setup)}` };
  const url = `/api/office/applications/${await numberOf(setup)}/ledger`;
  const read = async (): Promise<CaseLedger> => (await crashTest.server.app.inject({ url, headers })).json().records;
  let ledger = await read();
  for (let n = 0; n < 300 && ledger.refunds.some(({ state }) => state !== 'sent'); n += 1) {
    await wait(200);
    ledger = await read();
  }
  const lines = (kind: string) => ledger.lines.filter((line) => line.kind === kind);
  const waiting = ledger.refunds.filter(({ state }) => state !== 'sent').length;
  const returned = countRefunded(folder, robin.trn);
  const wanted = ordered.length;
  return [
    lines('charge').length !== 1 && `the charge of ${robin.trn} was booked ${lines('charge').length} times`,
    lines('refund').length !== wanted && `${wanted} refunds were ordered and ${lines('refund').length} booked`,
    waiting > 0 && `${waiting} refunds were never sent`,
    returned !== wanted && `${wanted} dollars were ordered back and ${returned} returned to the card`,
  ].filter((wrong) => wrong !== false);
}

/** Counts the dollars refunded in the sandbox. */
const countRefunded = (folder: string, trn: string): number =>
  readSandbox(folder, 'refund', trn).reduce((sum, { amount }) => sum + amount, 0) / 100;
