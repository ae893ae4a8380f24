import { messages } from '../../../messages/serverMessages';
import { formatMoment } from '../../../model/format/dates';
import { formatGreeting } from '../../applications/accounts/greetings';
import { findApplicant } from '../../applications/applicantRepository';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { sourceNames } from '../../applications/documents/documentNames';
import { readReview } from '../../applications/review/readReview';
import { markReminded, needsReminder } from '../../applications/review/requestRepository';
import { findOpenStep } from '../../applications/steps/openStep';
import type { Translations } from '../../forms/languages';
import { createTranslator, writeMail } from '../../platform/mail/mail';

interface Requested {
  title: string;
  source: string | null;
  text: string;
}

export function listRequested(texts: Translations | undefined, requests: readonly Requested[]): string {
  const translate = createTranslator(texts);
  const { asked } = messages('server-office').mail;
  return requests
    .map(({ title, source, text }) => translate(asked, { title: [title, source].filter(Boolean).join(', '), text }))
    .join('\n');
}

export async function formatDue(
  { stores }: Pick<ApplicationDeps, 'stores'>,
  subscriberId: string,
  due: Date | string | null | undefined,
  language: string,
): Promise<string | undefined> {
  if (!due) return undefined;
  const { time_zone: timeZone } = await stores.subscribers.find(subscriberId);
  return formatMoment(due, { dateStyle: 'medium', timeZone }, language);
}

/** Emails one reminder of the open requests before they're due. */
export async function sendRequestReminder(deps: ApplicationDeps, trn: string): Promise<void> {
  const account = await deps.stores.accounts.findByTrn(trn);
  if (!account || !(await needsReminder(deps.db, trn))) return;
  const texts = deps.forms.languages[account.language];
  const income = await findOpenStep(deps, await findApplicant(deps.db, trn), 'income');
  const review = await readReview(deps, trn, sourceNames(income?.answers ?? {}, texts ?? {}, 'numbered'), texts);
  const open = review?.requests.filter(({ state }) => state === 'requested') ?? [];
  if (open.length === 0) return;
  const values = {
    greeting: formatGreeting(texts, account),
    number: account.application_number,
    subscriber: account.subscriber_name,
    landlord: account.subscriber_id,
    support: account.support_email,
    date: await formatDue(deps, account.subscriber_id, open[0]?.due_at, account.language),
    details: listRequested(texts, open),
    link: `${deps.config.appUrl}/login`,
  };
  await deps.mail.send({
    to: account.email,
    ...writeMail(texts, messages('server-office').mail.requestReminder, values),
  });
  await markReminded(deps.db, trn, deps.clock());
}
