import { killPoint } from '../db/killPoints';
import { transaction } from '../db/transaction';
import type { Deps } from '../deps';
import { enqueue } from '../jobs/jobs';
import { appendEntry } from '../record/auditStore';
import { sealBody } from '../record/bodies';
import { describeRecord } from '../record/describeRecord';
import { finishPayment, type Paid } from './paymentStore';

/** Records the charge, submits the application and enters it in the audit log, all or nothing; what is submitted already stays. */
export async function submit(deps: Deps, paid: Omit<Paid, 'now'>): Promise<void> {
  const { trn } = paid;
  const now = deps.clock();
  const key = await deps.keyring.keyOf(trn);
  await transaction(deps.db, async (client) => {
    if (!(await finishPayment(client, { ...paid, now }))) return;
    const body = sealBody(await describeRecord(client, trn, key), key);
    await appendEntry(client, { at: now, kind: 'submitted', trn, body });
    await enqueue(client, 'receipt', { trn });
    await enqueue(client, 'record-document', { trn });
    killPoint('payment.uncommitted');
  });
}
