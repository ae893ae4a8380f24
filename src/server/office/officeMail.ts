import handover from '../../../schemas/texts/handover.json';
import texts from '../../../schemas/texts/server-office.json';
import { fillText } from '../../model/fillText';
import { formatMoment } from '../../model/format';
import { actRule, officeWords } from '../../model/office';
import type { Deps } from '../deps';
import { greet, writeMail } from '../mail/mail';
import { openRole } from '../steps/openStep';
import { findStatus } from './officeStore';
import { findPeople, findPerson, issueLink } from './peopleStore';
import { applicantOf } from './readApplication';
import { readReview } from './reviewState';
import { readEvent } from './timeline';

const loginMinutes = 10;
const invitationDays = 7;

/** The token stands behind the #, which no server and no log ever sees. */
export const officeAddress = (appUrl: string, token: string): string => `${appUrl}/office/enter#${token}`;

/** The job behind the log-in form: a link for each office that this address works for, and nothing for a stranger's. */
export async function sendLoginLinks(deps: Deps, email: string, language: string): Promise<void> {
  for (const person of await findPeople(deps.db, email)) {
    const expiresAt = new Date(deps.clock().getTime() + loginMinutes * 60_000);
    const token = await issueLink(deps.db, { personId: person.id, purpose: 'login', expiresAt });
    const words = deps.forms.languages[language || person.language];
    const values = { subscriber: person.subscriber_name, link: officeAddress(deps.config.appUrl, token) };
    await deps.mail.send({ to: person.email, ...writeMail(words, texts.mail.login, values) });
  }
}

/** The job that mails an invitation; its token is made here, so that none lies readable in the job table. */
export async function sendOfficeInvitation(deps: Deps, personId: string, language: string): Promise<void> {
  const person = await findPerson(deps.db, personId);
  if (!person) return;
  const { name: subscriber, time_zone: timeZone } = await deps.stores.subscribers.find(person.subscriber_id);
  const { token, expiresAt } = await issueInvitation(deps, person.id);
  const words = deps.forms.languages[language];
  const values = {
    subscriber,
    role: officeWords(words).roles[person.role].title,
    link: officeAddress(deps.config.appUrl, token),
    login: `${deps.config.appUrl}/office`,
    date: formatMoment(expiresAt, { dateStyle: 'long', timeZone }, language),
  };
  await deps.mail.send({ to: person.email, ...writeMail(words, texts.mail.invitation, values) });
}

/** An invitation's link for whoever hands it out themselves. */
export async function issueInvitation({ db, clock }: Pick<Deps, 'db' | 'clock'>, personId: string) {
  const expiresAt = new Date(clock().getTime() + invitationDays * 86_400_000);
  return { token: await issueLink(db, { personId, purpose: 'invitation', expiresAt }), expiresAt };
}

/** The job that tells an applicant what the office has done, in their language: nothing when something else was done since. */
export async function sendStatus(deps: Deps, trn: string, event: number): Promise<void> {
  const row = await findStatus(deps.db, trn);
  const account = await deps.stores.accounts.findByTrn(trn);
  const done = row && (await readEvent(deps.db, trn, await deps.keyring.keyOf(trn), event));
  if (!row || !account || done?.kind !== 'act' || actRule(done.act).to !== row.status) return;
  const words = deps.forms.languages[account.language];
  const income = await openRole(deps, await applicantOf(deps.db, trn), 'income');
  const review = await readReview(deps, trn, income.answers, words);
  if (!review) return;
  const say = (text: string, values: Record<string, unknown>) => fillText(words?.[text] ?? text, values);
  const asked = review.requests
    .filter(({ done: isDone }) => !isDone)
    .map((request) =>
      say(texts.mail.asked, { ...request, title: [request.title, request.source].filter(Boolean).join(', ') }),
    );
  const conditions = review.conditions ? [say(texts.mail.conditions, { conditions: review.conditions })] : [];
  const values = {
    greeting: greet(words, account),
    number: row.application_number,
    status: officeWords(words).statuses[row.status].applicant.title,
    description: review.text,
    details: [asked.join('\n'), ...conditions, review.letter ?? ''].filter(Boolean).join('\n\n'),
    link: `${deps.config.appUrl}/login`,
    support: account.support_email,
  };
  const mail = writeMail(words, texts.mail.status, values);
  await deps.mail.send({ to: account.email, subject: mail.subject, text: mail.text.replace(/\n{3,}/g, '\n\n') });
}

/** The job that tells the landlord's office of a submitted application, where it asked for that; nothing of the applicant is in the mail. */
export async function sendOfficeMail({ stores, mail, config }: Deps, trn: string): Promise<void> {
  const application = await stores.applications.find(trn);
  if (!application?.submitted_at) return;
  const { office_email: to, time_zone: timeZone } = await stores.subscribers.find(application.subscriber_id);
  if (!to) return;
  const property = await stores.subscribers.findProperty(application.property_id);
  const values = {
    number: application.application_number,
    subscriber: application.subscriber_name,
    property: property?.name,
    date: formatMoment(application.submitted_at, { dateStyle: 'long', timeStyle: 'short', timeZone }),
    link: `${config.appUrl}/office`,
  };
  await mail.send({ to, ...writeMail(undefined, handover.submitted, values) });
}
