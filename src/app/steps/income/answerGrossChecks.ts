import { pageMessages } from '../../../messages/useMessages';
import { recordsIn } from '../../../model/answers/paths';
import { formatDollars } from '../../../model/format/money';
import { checksOf } from '../../../model/income/checks/notes';
import { isSamePay } from '../../../model/income/grossPay';
import { isPayFrequency, monthlyPay } from '../../../model/income/pay';
import { fillText } from '../../../model/messages/fillText';
import { documentId } from '../../../model/section/documentTypes';
import type { Answers } from '../../../model/types';
import type { CheckStore } from '../../form/createCheckStore';

/** Stores choices with the document checks, so that each difference is resolved only once. */
export async function answerGrossChecks({ employer }: Answers, checks: CheckStore): Promise<void> {
  for (const row of recordsIn(employer)) {
    const choice = describeChoice(row);
    const found = checksOf(checks.state(), documentId('employment'), Number(row.id));
    const check = found.find(({ rule, outcome }) => rule === 'gross' && outcome === 'failed');
    // If storing fails, the applicant can still choose on the card.
    if (choice && check && check.answer !== choice) await checks.answer(check.id, choice).catch(() => undefined);
  }
}

/** Returns undefined if there's no choice to store, for example if the typed pay matches the documents' pay. */
function describeChoice(row: Answers): string | undefined {
  const { avrgross_pay: pay, pay_frequency: often, monthly_avr_gross: documents, new_avrgross_pay: other } = row;
  if (row.gross_pay_verify !== true) return undefined;
  const messages = pageMessages('income').grossPay;
  const line = (label: string, amount: number) =>
    `${label}: ${fillText(messages.monthly, { amount: formatDollars(amount) })}`;
  if (typeof other === 'number') return withComment(line(messages.other, other), row.comment);
  if (typeof pay !== 'number' || !isPayFrequency(often)) return undefined;
  const typed = monthlyPay(pay, often);
  return typeof documents === 'number' && isSamePay(typed, documents) ? undefined : line(messages.typed, typed);
}

function withComment(choice: string, comment: unknown): string {
  const { answerMax } = pageMessages('document-checks');
  return typeof comment === 'string' && comment ? `${choice}. ${comment}`.slice(0, answerMax) : choice;
}
