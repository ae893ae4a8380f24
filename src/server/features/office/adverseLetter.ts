import type { ConsumerReport, DecisionRequest } from '../../../contract/office';
import { messages } from '../../../messages/serverMessages';
import { formatDay, formatMoment } from '../../../model/format/dates';
import { formatPhone } from '../../../model/format/phone';
import { isNoticeDue } from '../../../model/law/decisions';
import { fillText } from '../../../model/messages/fillText';
import { translateAll } from '../../../model/messages/translate';
import { getActionRule, officeMessages } from '../../../model/office';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { Letter } from '../../applications/letters/drawLetter';
import { readHead } from '../../applications/record/recordHead';
import type { OfficeRow } from '../../applications/statusRepository';

type LetterDeps = Pick<ApplicationDeps, 'stores' | 'forms' | 'clock'>;
type Texts = ReturnType<typeof letterTexts>;

const letterTexts = (words: Readonly<Record<string, string>>) => translateAll(messages('server-office').letter, words);

/**
 * Writes the letter for a denial or conditional approval (15 U.S.C. 1681m(a), RCW 59.18.257). Null if no letter is
 * needed.
 */
export async function writeLetter(deps: LetterDeps, row: OfficeRow, decision: DecisionRequest): Promise<string | null> {
  const { asks } = getActionRule(decision.act);
  const reports = decision.reports ?? [];
  const isDue = isNoticeDue(deps.forms.getLaw(row.home));
  if (asks !== 'reasons' && (asks !== 'conditions' || (reports.length === 0 && !isDue))) return null;
  const language = (await deps.stores.accounts.findByTrn(row.trn))?.language ?? '';
  const words = deps.forms.languages[language] ?? {};
  const texts = letterTexts(words);
  const subscriber = await deps.stores.subscribers.find(row.subscriber_id);
  const date = formatMoment(deps.clock(), { dateStyle: 'medium', timeZone: subscriber.time_zone }, language);
  const name = `${row.first_name} ${row.last_name}`;
  return [
    texts.title,
    fillText(texts.text, { date, name, number: row.application_number }),
    describeAction(texts, words, decision, subscriber.name),
    ...(isDue ? [describeBases(texts, words, decision)] : []),
    ...reports.flatMap((report) => describeReport(texts, report, language)),
    ...(reports.length > 0 ? [reports.length > 1 ? texts.agencies : texts.agency, texts.rights] : []),
    fillText(texts.end, { support: subscriber.support_email, phone: formatPhone(subscriber.support_phone) }),
  ].join('\n\n');
}

function describeAction(
  texts: Texts,
  words: Readonly<Record<string, string>>,
  { act, reasons = [], terms = [], conditions }: DecisionRequest,
  subscriber: string,
): string {
  const labels = officeMessages(words);
  if (getActionRule(act).asks === 'reasons')
    return fillText(texts.declined, {
      subscriber,
      reasons: toList(reasons.map((reason) => labels.reasons[reason].applicant.title)),
    });
  const required = terms.map((term) => labels.terms[term].applicant.title);
  return fillText(texts.conditions, { subscriber, terms: [toList(required), conditions].filter(Boolean).join('\n\n') });
}

function describeBases(texts: Texts, words: Readonly<Record<string, string>>, { bases = [] }: DecisionRequest): string {
  const labels = officeMessages(words);
  return fillText(texts.bases, { bases: toList(bases.map((basis) => labels.bases[basis].title)) });
}

function describeReport(
  texts: Texts,
  { name, address, phone = '', score }: ConsumerReport,
  language: string,
): string[] {
  const agency = fillText(texts.report, { agency: name, address, phone: formatPhone(phone) });
  if (!score) return [agency];
  const { value, lowest, highest, date = '', provider, factors = '', inquiries } = score;
  const listed = [...factors.split('\n'), ...(inquiries ? [texts.inquiries] : [])];
  const day = formatDay(date, language);
  return [
    agency,
    fillText(texts.score, { value, lowest, highest, date: day, provider: provider || name }),
    fillText(texts.factors, { factors: toList(listed) }),
  ];
}

const toList = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

export async function describeLetter(
  deps: Pick<ApplicationDeps, 'db' | 'forms' | 'clock'>,
  row: Pick<OfficeRow, 'trn' | 'application_number' | 'first_name' | 'last_name'>,
  { text, language }: { text: string; language: string },
): Promise<{ letter: Letter; fileName: string }> {
  const texts = letterTexts(deps.forms.languages[language] ?? {});
  const { landlord } = await readHead(deps.db, row.trn);
  const [title = '', ...rest] = text.split('\n\n');
  return {
    fileName: fillText(texts.file, { number: row.application_number }),
    letter: {
      title,
      contact: fillText(texts.contact, { ...landlord }),
      logoText: fillText(texts.logo, { name: landlord.name }),
      name: `${row.first_name} ${row.last_name}`,
      landlord,
      language,
      at: deps.clock(),
      parts: [{ kind: 'text', text: rest.join('\n\n') }],
    },
  };
}
