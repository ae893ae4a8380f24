import type { CaseLedger } from '../../../contract/ledger';
import type { Messages } from '../../../messages/files';
import { messages } from '../../../messages/serverMessages';
import { toDollars } from '../../../model/format/money';
import { getBalance, getRefundable, getSign, sumEntries } from '../../../model/ledger/balance';
import { fillText } from '../../../model/messages/fillText';
import { translateAll } from '../../../model/messages/translate';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { Translations } from '../../forms/languages';
import { openText } from '../../platform/crypto/seal';
import { type EntryRow, listEntries } from './ledgerRepository';
import { listDisputes, listRefunds } from './refundRepository';

export const ledgerAdditionalData = (trn: string) => `ledger_entry/${trn}`;

export async function describeLedger(
  deps: Pick<ApplicationDeps, 'db' | 'keyring'>,
  trn: string,
  texts: Translations = {},
): Promise<CaseLedger> {
  const labels = translateAll(messages('server-ledger'), texts);
  const [entries, refunds, disputes] = await Promise.all([
    listEntries(deps.db, trn),
    listRefunds(deps.db, trn),
    listDisputes(deps.db, trn),
  ]);
  const sums = sumEntries(entries);
  const key = await deps.keyring.keyOf(trn);
  const disputeTitles: Record<string, string> = labels.disputes;
  return {
    lines: entries.map((entry) => describeEntry(entry, labels, trn, key)),
    balance: toDollars(getBalance(sums)),
    refundable: toDollars(getRefundable(sums)),
    refunds: refunds.map(({ id, amount_cents, state, created_at, done_at }) => ({
      id,
      amount: toDollars(amount_cents),
      state,
      title: labels.refunds[state],
      at: (done_at ?? created_at).toISOString(),
    })),
    disputes: disputes.map(({ id, amount_cents, status, reason, evidence_due_at }) => ({
      id,
      amount: toDollars(amount_cents),
      title: disputeTitles[status] ?? labels.disputes.other,
      reason,
      evidence_due_at: evidence_due_at?.toISOString() ?? null,
    })),
  };
}

function describeEntry(
  { id, at, kind, rule, note, amount_cents, actor, by }: EntryRow,
  labels: Messages<'server-ledger'>,
  trn: string,
  key: Buffer,
): CaseLedger['lines'][number] {
  const actors: Record<string, string> = labels.actors;
  return {
    id,
    at: at.toISOString(),
    kind,
    title: entryTitle({ kind, rule }, labels),
    note: note === null ? null : openText(note, key, ledgerAdditionalData(trn)),
    by: by ?? actors[actor] ?? null,
    amount: toDollars(getSign(kind) * amount_cents),
  };
}

/** Returns an entry's title: its kind, and the rule if the rule has a title. */
export function entryTitle({ kind, rule }: Pick<EntryRow, 'kind' | 'rule'>, labels: Messages<'server-ledger'>): string {
  const rules: Record<string, string> = labels.rules;
  const named = rule && rules[rule];
  return named ? fillText(labels.line, { kind: labels.kinds[kind], rule: named }) : labels.kinds[kind];
}
