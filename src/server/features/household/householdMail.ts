import { messages } from '../../../messages/serverMessages';
import { formatMoment } from '../../../model/format/dates';
import { formatGreeting } from '../../applications/accounts/greetings';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { entryPath } from '../../applications/entryLinks';
import { findHousehold, findHouseholdByTrn, type MemberRow } from '../../applications/household/householdRepository';
import { memberState } from '../../applications/household/memberState';
import { type MailText, writeMail } from '../../platform/mail/mail';
import { invalidateTokens, issueToken } from '../../platform/sessions/tokenRepository';

/** Emails an invitation. The email names no people, because a stranger may have entered the names. */
export async function sendInvitation(deps: ApplicationDeps, trn: string): Promise<void> {
  const member = await findMember(deps, trn);
  if (member && memberState(member) === 'invited')
    await sendLink(deps, trn, member, messages('server-household').mail.invitation);
}

/** Emails a reminder, with a new link if the member hasn't registered. */
export async function sendReminder(deps: ApplicationDeps, trn: string): Promise<void> {
  const member = await findMember(deps, trn);
  if (!member) return;
  const { reminder } = messages('server-household').mail;
  const state = memberState(member);
  if (state === 'invited') return sendLink(deps, trn, member, reminder);
  const application = await deps.stores.applications.find(trn);
  const account = await deps.stores.accounts.findByTrn(trn);
  if (state !== 'started' || !application || !account) return;
  const values = {
    subscriber: application.subscriber_name,
    landlord: application.subscriber_id,
    support: application.support_email,
    property: (await deps.stores.subscribers.findProperty(application.property_id))?.name,
    link: `${deps.config.appUrl}/login`,
  };
  await deps.mail.send({ to: account.email, ...writeMail(deps.forms.languages[account.language], reminder, values) });
}

/** Emails a new link and invalidates earlier links. The token is created here, so it's never in the job table. */
async function sendLink(deps: ApplicationDeps, trn: string, member: MemberRow, mail: MailText): Promise<void> {
  const application = await deps.stores.applications.find(trn);
  const link = await deps.stores.links.findByTrn(trn);
  const { expires_at: expiresAt, email, language, role } = member;
  if (!application || application.account_id || !link || !expiresAt || expiresAt <= deps.clock()) return;
  await invalidateTokens(deps.db, 'invitation', { trn }, deps.clock());
  const token = await issueToken(deps.db, { purpose: 'invitation', trn, expiresAt });
  const texts = deps.forms.languages[language];
  const { roles } = messages('server-household');
  const values = {
    subscriber: application.subscriber_name,
    landlord: application.subscriber_id,
    support: application.support_email,
    property: (await deps.stores.subscribers.findProperty(application.property_id))?.name,
    role: texts?.[roles[role]] ?? roles[role],
    link: `${deps.config.appUrl}${entryPath(link, trn)}?t=${token}`,
    date: formatMoment(expiresAt, { dateStyle: 'medium', timeZone: 'UTC' }, language),
  };
  await deps.mail.send({ to: email, ...writeMail(texts, mail, values) });
}

export async function sendCompleteMail(deps: ApplicationDeps, trn: string): Promise<void> {
  const id = await findHouseholdByTrn(deps.db, trn);
  const household = id ? await findHousehold(deps.db, id) : undefined;
  const lead = household?.members.find(({ is_lead }) => is_lead)?.trn;
  const account = lead ? await deps.stores.accounts.findByTrn(lead) : undefined;
  if (!household?.completed_at || !account) return;
  const texts = deps.forms.languages[account.language];
  const values = {
    greeting: formatGreeting(texts, account),
    subscriber: account.subscriber_name,
    landlord: account.subscriber_id,
    support: account.support_email,
    link: `${deps.config.appUrl}/login`,
  };
  await deps.mail.send({ to: account.email, ...writeMail(texts, messages('server-household').mail.complete, values) });
}

async function findMember({ db }: Pick<ApplicationDeps, 'db'>, trn: string): Promise<MemberRow | undefined> {
  const id = await findHouseholdByTrn(db, trn);
  const household = id ? await findHousehold(db, id) : undefined;
  return household?.members.find((member) => member.trn === trn);
}
