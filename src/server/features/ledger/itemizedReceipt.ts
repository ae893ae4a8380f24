import { messages } from '../../../messages/serverMessages';
import { formatMoment } from '../../../model/format/dates';
import { formatDollars, toDollars } from '../../../model/format/money';
import { getRetained, sumEntries } from '../../../model/ledger/balance';
import { fillText } from '../../../model/messages/fillText';
import { translateAll } from '../../../model/messages/translate';
import { formatGreeting } from '../../applications/accounts/greetings';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { Letter } from '../../applications/letters/drawLetter';
import { readHead } from '../../applications/record/recordHead';
import { openText } from '../../platform/crypto/seal';
import { writeMail } from '../../platform/mail/mail';
import { entryTitle, ledgerAdditionalData } from './describeLedger';
import { type EntryRow, listEntries } from './ledgerRepository';

type ReceiptDeps = Pick<ApplicationDeps, 'db' | 'stores' | 'forms' | 'keyring' | 'clock'>;

interface Receipt {
  rows: [string, string][];
  letter: Letter;
  fileName: string;
  hasRefund: boolean;
}

export async function createItemizedReceipt(
  deps: ReceiptDeps,
  trn: string,
  language: string,
): Promise<Receipt | undefined> {
  const application = await deps.stores.applications.find(trn);
  const payment = await deps.stores.payments.find(trn);
  const entries = await listEntries(deps.db, trn);
  if (!application || !payment || entries.length === 0) return undefined;
  const head = await readHead(deps.db, trn);
  const labels = translateAll(messages('server-ledger'), deps.forms.languages[language] ?? {});
  const { receipt } = labels;
  const { timeZone } = head.landlord;
  const date = (at: Date) => formatMoment(at, { dateStyle: 'medium', timeZone }, language);
  const key = await deps.keyring.keyOf(trn);
  const formatLine = (entry: EntryRow): [string, string] => {
    const note = entry.note === null ? '' : openText(entry.note, key, ledgerAdditionalData(trn));
    const title = [entryTitle(entry, labels), note].filter(Boolean).join('. ');
    return [fillText(receipt.date, { title, date: date(entry.at) }), formatDollars(toDollars(entry.amount_cents))];
  };
  const sums = sumEntries(entries);
  const returned = sums.refund - sums.refundFailed;
  const retained = Math.max(0, getRetained(sums));
  const items = entries.filter(({ kind }) => !['retained', 'released'].includes(kind)).map(formatLine);
  const totals: [string, string][] = [
    [receipt.paid, formatDollars(toDollars(sums.charge))],
    ...(returned > 0 ? [[receipt.returned, formatDollars(toDollars(returned))] as [string, string]] : []),
    ...(retained > 0 ? [[receipt.kept, formatDollars(toDollars(retained))] as [string, string]] : []),
  ];
  const number = application.application_number;
  const name = `${application.first_name} ${application.last_name}`;
  const about: [string, string][] = [
    [receipt.applicant, name],
    [receipt.card, fillText(receipt.cardText, { last4: payment.last4 ?? '' })],
    [receipt.reference, payment.intent ?? ''],
  ];
  return {
    rows: [...items, ...totals],
    hasRefund: returned > 0,
    fileName: fillText(receipt.file, { number }),
    letter: {
      title: fillText(receipt.title, { number }),
      contact: fillText(receipt.contact, { ...head.landlord }),
      logoText: fillText(receipt.logo, { name: head.landlord.name }),
      name,
      landlord: head.landlord,
      language,
      at: deps.clock(),
      parts: [
        { kind: 'text', text: fillText(receipt.intro, { subscriber: application.subscriber_name }) },
        { kind: 'rows', rows: about },
        { kind: 'rows', rows: items },
        { kind: 'rows', rows: totals },
        ...(returned > 0 ? [{ kind: 'text', text: receipt.days } as const] : []),
      ],
    },
  };
}

/** Returns undefined without a payment or ledger entries. */
export async function drawItemizedReceipt(deps: ReceiptDeps, trn: string, language: string) {
  const receipt = await createItemizedReceipt(deps, trn, language);
  return receipt && drawAttachment(receipt);
}

async function drawAttachment({ letter, fileName: filename }: Receipt) {
  // Imported here, because loading `drawLetter` takes 160 ms.
  const { drawLetter } = await import('../../applications/letters/drawLetter');
  return { filename, content: await drawLetter(letter), contentType: 'application/pdf' };
}

export async function sendItemizedReceipt(
  deps: ReceiptDeps & Pick<ApplicationDeps, 'mail' | 'config'>,
  trn: string,
): Promise<void> {
  const account = await deps.stores.accounts.findByTrn(trn);
  const application = await deps.stores.applications.find(trn);
  if (!account || !application) return;
  const receipt = await createItemizedReceipt(deps, trn, account.language);
  if (!receipt) return;
  const texts = deps.forms.languages[account.language];
  const labels = translateAll(messages('server-ledger'), texts ?? {});
  const values = {
    number: application.application_number,
    greeting: formatGreeting(texts, account),
    subscriber: application.subscriber_name,
    landlord: application.subscriber_id,
    lines: receipt.rows.map(([label, amount]) => `${label}: ${amount}`).join('\n'),
    days: receipt.hasRefund ? labels.receipt.days : '',
    link: `${deps.config.appUrl}/login`,
    support: application.support_email,
  };
  const mail = writeMail(texts, messages('server-ledger').mail.receipt, values);
  await deps.mail.send({
    to: application.email,
    ...mail,
    text: mail.text.replace(/\n{3,}/g, '\n\n'),
    attachments: [await drawAttachment(receipt)],
  });
}
