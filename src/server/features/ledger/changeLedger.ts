import { messages } from '../../../messages/serverMessages';
import { formatDollars, toDollars } from '../../../model/format/money';
import { getRefundable, sumEntries } from '../../../model/ledger/balance';
import { fillText } from '../../../model/messages/fillText';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { applicationErrors } from '../../applications/applicationErrors';
import type { OfficeActor } from '../../applications/review/timelineRepository';
import { sealText } from '../../platform/crypto/seal';
import { transaction } from '../../platform/db/transaction';
import { createRefuse, generalErrors } from '../../platform/http/errors';
import { enqueue } from '../../platform/jobs/jobRepository';
import { ledgerAdditionalData } from './describeLedger';
import { appendLedgerEntry, listEntries, lockLedger } from './ledgerRepository';
import { orderRefund } from './orderRefund';
import { isOrdered } from './refundRepository';

const refuse = createRefuse(generalErrors, ...applicationErrors);

type ChangeDeps = Pick<ApplicationDeps, 'db' | 'clock' | 'keyring' | 'stores'>;

export interface LedgerChange {
  trn: string;
  by: OfficeActor;
  /** Cents. */
  amount: number;
  note: string;
  idempotencyKey?: string;
}

export async function addCost(deps: ChangeDeps, change: LedgerChange): Promise<void> {
  const entry = await sealEntry(deps, change);
  await transaction(deps.db, async (client) => {
    await lockLedger(client, change.trn);
    await appendLedgerEntry(client, { ...entry, kind: 'cost', reference: change.idempotencyKey });
    await enqueue(client, 'settle-case', { trn: change.trn });
  });
}

/** Orders a refund. Throws `invalid` without a charge, or if the amount is more than can be refunded. */
export async function refundByOffice(deps: ChangeDeps, change: LedgerChange): Promise<void> {
  const { trn, idempotencyKey } = change;
  const entry = await sealEntry(deps, change);
  const { intent } = (await deps.stores.payments.find(trn)) ?? {};
  await transaction(deps.db, async (client) => {
    await lockLedger(client, trn);
    if (await isOrdered(client, idempotencyKey)) return;
    const most = getRefundable(sumEntries(await listEntries(client, trn)));
    if (!intent || most === 0) throw invalid(messages('server-ledger').needs.noCharge);
    if (change.amount > most)
      throw invalid(fillText(messages('server-ledger').needs.tooHigh, { amount: formatDollars(toDollars(most)) }));
    await orderRefund(client, { ...entry, intent, act: idempotencyKey });
    await enqueue(client, 'settle-case', { trn });
    await enqueue(client, 'itemized-receipt', { trn });
  });
}

const invalid = (message: string) => refuse('invalid', { errors: [{ path: '/amount', message }] });

async function sealEntry({ keyring, clock }: Pick<ApplicationDeps, 'keyring' | 'clock'>, change: LedgerChange) {
  const { trn, by, amount, note } = change;
  return {
    trn,
    amount,
    note: sealText(note, await keyring.keyOf(trn), ledgerAdditionalData(trn)),
    actor: by.kind,
    personId: by.kind === 'person' ? by.id : undefined,
    now: clock(),
  };
}
