import texts from '../../../schemas/texts/server-office.json';
import { formatMoment } from '../../model/format';
import { officeWords } from '../../model/office';
import type { Deps } from '../deps';
import { writeMail } from '../mail/mail';
import { findPeople, findPerson, issueLink } from './peopleStore';

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
