import { messages } from '../../../messages/serverMessages';
import { DAY_MS, formatMoment } from '../../../model/format/dates';
import { fillText } from '../../../model/messages/fillText';
import { emailTextOf, getActionRule, type OfficeAction, officeMessages } from '../../../model/office';
import { formatGreeting } from '../../applications/accounts/greetings';
import { findApplicant } from '../../applications/applicantRepository';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { sourceNames } from '../../applications/documents/documentNames';
import { readReview } from '../../applications/review/readReview';
import { readEvent } from '../../applications/review/timelineRepository';
import { findStatus, type OfficeRow } from '../../applications/statusRepository';
import { findOpenStep } from '../../applications/steps/openStep';
import { type MailText, writeMail } from '../../platform/mail/mail';
import { type LoginRequest, sendLoginLink } from '../../platform/sessions/staffLogin';
import { describeLetter } from './adverseLetter';
import { findPeople, findPerson, issueLink, officeStaff } from './peopleRepository';
import { formatDue, listRequested } from './requestReminder';

const INVITATION_DAYS = 7;

/** The token follows #, so browsers don't send it to servers. */
export const officeUrl = (appUrl: string, token: string): string => `${appUrl}/office/enter#${token}`;

/** Emails a login link for each of the person's offices. Unknown addresses get nothing. */
export async function sendLoginLinks(
  deps: ApplicationDeps,
  { email, language = '', isRepeat }: LoginRequest,
): Promise<void> {
  for (const person of await findPeople(deps.db, email))
    await sendLoginLink(deps, officeStaff, { personId: person.id, isRepeat }, async (token) => {
      const texts = deps.forms.languages[language || person.language];
      const { subscriber_name: subscriber, support_email: support } = person;
      const values = {
        subscriber,
        landlord: person.subscriber_id,
        support,
        link: officeUrl(deps.config.appUrl, token),
      };
      await deps.mail.send({ to: person.email, ...writeMail(texts, messages('server-office').mail.login, values) });
    });
}

/** Emails an invitation. The token is created here, so it's never in the job table. */
export async function sendOfficeInvitation(deps: ApplicationDeps, personId: string, language: string): Promise<void> {
  const person = await findPerson(deps.db, personId);
  if (!person) return;
  const {
    name: subscriber,
    support_email: support,
    time_zone: timeZone,
  } = await deps.stores.subscribers.find(person.subscriber_id);
  const { token, expiresAt } = await issueInvitation(deps, person.id);
  const texts = deps.forms.languages[language];
  const values = {
    subscriber,
    landlord: person.subscriber_id,
    support,
    role: officeMessages(texts).roles[person.role].title,
    link: officeUrl(deps.config.appUrl, token),
    login: `${deps.config.appUrl}/office`,
    date: formatMoment(expiresAt, { dateStyle: 'medium', timeZone }, language),
  };
  await deps.mail.send({ to: person.email, ...writeMail(texts, messages('server-office').mail.invitation, values) });
}

/** Issues an invitation. Earlier links stop working. */
export async function issueInvitation({ db, clock }: Pick<ApplicationDeps, 'db' | 'clock'>, personId: string) {
  await officeStaff.closeLinksOf(db, personId, clock());
  const expiresAt = new Date(clock().getTime() + INVITATION_DAYS * DAY_MS);
  return { token: await issueLink(db, { personId, purpose: 'invitation', expiresAt }), expiresAt };
}

/** Emails the applicant the status after a decision if it's still the current status. Some decisions aren't emailed. */
export async function sendStatusEmail(deps: ApplicationDeps, trn: string, event: number): Promise<void> {
  const row = await findStatus(deps.db, trn);
  const account = await deps.stores.accounts.findByTrn(trn);
  const action = row && (await readEvent(deps.db, trn, await deps.keyring.keyOf(trn), event));
  if (!row || !account || action?.kind !== 'act') return;
  const { isMailed, to } = getActionRule(action.act);
  if (!isMailed || to !== row.status) return;
  const texts = deps.forms.languages[account.language];
  const income = await findOpenStep(deps, await findApplicant(deps.db, trn), 'income');
  const review = await readReview(deps, trn, sourceNames(income?.answers ?? {}, texts ?? {}, 'numbered'), texts);
  if (!review) return;
  const requests = review.requests.filter(({ state }) => state === 'requested');
  const mail = writeStatusEmail(deps, account, {
    ...review,
    act: action.act,
    number: row.application_number,
    requests,
    due: await formatDue(deps, row.subscriber_id, requests[0]?.due_at, account.language),
  });
  const attachments = review.letter ? [await drawAttachment(deps, row, review.letter, account.language)] : undefined;
  await deps.mail.send({ to: account.email, ...mail, ...(attachments && { attachments }) });
}

export interface StatusNews {
  number: string;
  act: OfficeAction;
  requests: readonly { title: string; source: string | null; text: string }[];
  due?: string;
  conditions: string | null;
  letter: string | null;
}

type Reader = NonNullable<Awaited<ReturnType<ApplicationDeps['stores']['accounts']['findByTrn']>>>;

export function writeStatusEmail(deps: Pick<ApplicationDeps, 'forms' | 'config'>, account: Reader, news: StatusNews) {
  const { mail: emails } = messages('server-office');
  const texts = deps.forms.languages[account.language];
  const { title, description } = emailTextOf(news.act, texts);
  const translate = (text: string, values: Record<string, unknown>) => fillText(texts?.[text] ?? text, values);
  const due = news.requests.length > 0 && news.due ? translate(emails.askedBy, { date: news.due }) : '';
  // A letter already lists the conditions.
  const conditions =
    news.conditions && !news.letter ? [translate(emails.conditions, { conditions: news.conditions })] : [];
  const values = {
    greeting: formatGreeting(texts, account),
    subscriber: account.subscriber_name,
    landlord: account.subscriber_id,
    number: news.number,
    status: title,
    description: fillText(description, { subscriber: account.subscriber_name }),
    details: [listRequested(texts, news.requests), due, ...conditions, news.letter ?? ''].filter(Boolean).join('\n\n'),
    link: `${deps.config.appUrl}/login`,
    support: account.support_email,
  };
  const mail = writeMail(texts, chooseText(news), values);
  return { ...mail, text: mail.text.replace(/\n{3,}/g, '\n\n') };
}

/** A letter already has the contact details, so the email leaves them out. */
function chooseText({ letter, requests }: StatusNews): MailText {
  const { subject, action, text, withLetter, withRequests } = messages('server-office').mail.status;
  if (letter) return { subject, action, text: withLetter };
  return requests.length > 0 ? { subject, ...withRequests } : { subject, action, text };
}

async function drawAttachment(deps: ApplicationDeps, row: OfficeRow, text: string, language: string) {
  const { letter, fileName: filename } = await describeLetter(deps, row, { text, language });
  // Imported here, because loading `drawLetter` takes 160 ms.
  const { drawLetter } = await import('../../applications/letters/drawLetter');
  return { filename, content: await drawLetter(letter), contentType: 'application/pdf' };
}

/** Emails the office about a submission, without personal data. */
export async function sendSubmissionEmail(
  { stores, mail, config }: Pick<ApplicationDeps, 'stores' | 'mail' | 'config'>,
  trn: string,
): Promise<void> {
  const application = await stores.applications.find(trn);
  if (!application?.submitted_at) return;
  const {
    office_email: to,
    support_email: support,
    time_zone: timeZone,
  } = await stores.subscribers.find(application.subscriber_id);
  if (!to) return;
  const property = await stores.subscribers.findProperty(application.property_id);
  const values = {
    number: application.application_number,
    subscriber: application.subscriber_name,
    landlord: application.subscriber_id,
    property: property?.name,
    date: formatMoment(application.submitted_at, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
    link: `${config.appUrl}/office/applications/${application.application_number}`,
    support,
  };
  await mail.send({ to, ...writeMail(undefined, messages('handover').submitted, values) });
}
