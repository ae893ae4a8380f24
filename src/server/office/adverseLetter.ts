import texts from '../../../schemas/texts/server-office.json';
import type { ReportAgency } from '../../contract/office';
import { fillText } from '../../model/fillText';
import { formatMoment } from '../../model/format';
import { type DeclineReason, officeWords } from '../../model/office';
import type { Deps } from '../deps';
import type { OfficeRow } from './officeStore';

/**
 * The letter to an applicant whose application is declined, in their language: the reasons and, where a consumer report was used, the
 * agency, the right to a free copy and the right to dispute (15 USC 1681m).
 */
export async function adverseLetter(
  deps: Deps,
  { trn, subscriber_id, application_number: number, first_name, last_name }: OfficeRow,
  { reasons, report }: { reasons: readonly DeclineReason[]; report?: ReportAgency },
): Promise<string> {
  const account = await deps.stores.accounts.findByTrn(trn);
  const language = account?.language ?? '';
  const words = deps.forms.languages[language] ?? {};
  const subscriber = await deps.stores.subscribers.find(subscriber_id);
  const say = (text: string, values: Record<string, unknown>) => fillText(words[text] ?? text, values);
  const { title, text, report: ofReport, end } = texts.letter;
  const said = officeWords(words);
  return [
    say(title, {}),
    say(text, {
      number,
      date: formatMoment(deps.clock(), { dateStyle: 'long', timeZone: subscriber.time_zone }, language),
      name: `${first_name} ${last_name}`,
      subscriber: subscriber.name,
      reasons: reasons.map((reason) => `- ${said.reasons[reason].applicant.title}`).join('\n'),
    }),
    ...(report ? [say(ofReport, { agency: report.name, address: report.address, phone: report.phone })] : []),
    say(end, { support: subscriber.support_email, phone: subscriber.support_phone }),
  ].join('\n\n');
}
