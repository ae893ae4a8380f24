import type { DecisionRequest } from '../../../contract/office';
import { messages } from '../../../messages/serverMessages';
import { formatDay, formatMoment } from '../../../model/format/dates';
import { formatPhone } from '../../../model/format/phone';
import { todayIn } from '../../../model/format/todayIn';
import { appealableUntil, withdrawableFrom, withdrawalRules } from '../../../model/law/decisions';
import { fillText } from '../../../model/messages/fillText';
import { translateAll } from '../../../model/messages/translate';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { OfficeRow } from '../../applications/statusRepository';

/** Writes the notice that an offer will be or was withdrawn, in the applicant's language. */
export async function writeOfferNotice(
  { stores, forms, clock }: Pick<ApplicationDeps, 'stores' | 'forms' | 'clock'>,
  row: OfficeRow,
  { act, explanation = '' }: DecisionRequest,
): Promise<string> {
  const language = (await stores.accounts.findByTrn(row.trn))?.language ?? '';
  const texts = translateAll(messages('server-office').offer, forms.languages[language] ?? {});
  const subscriber = await stores.subscribers.find(row.subscriber_id);
  const rules = withdrawalRules(forms.getLaw(row.home));
  const today = todayIn(subscriber.time_zone, clock());
  const day = (iso: string) => formatDay(iso, language);
  const until = appealableUntil(today, rules);
  const isAnnounced = act === 'announceWithdrawal';
  const answer = isAnnounced
    ? fillText(texts.answer, { date: day(withdrawableFrom(today, rules)) })
    : until && fillText(texts.appeal, { date: day(until) });
  return [
    isAnnounced ? texts.announced : texts.withdrawn,
    fillText(texts.head, {
      date: formatMoment(clock(), { dateStyle: 'medium', timeZone: subscriber.time_zone }, language),
      name: `${row.first_name} ${row.last_name}`,
      number: row.application_number,
    }),
    fillText(isAnnounced ? texts.plans : texts.withdrew, { subscriber: subscriber.name, reasons: explanation }),
    ...(answer ? [answer] : []),
    fillText(texts.end, { support: subscriber.support_email, phone: formatPhone(subscriber.support_phone) }),
  ].join('\n\n');
}
