import texts from '../../schemas/texts/server.json';
import type { Deps } from './deps';
import { entryPath } from './entryLinks';
import { type AccountRow, createAccountStore } from './stores/accountStore';
import { createApplicationStore } from './stores/applicationStore';
import { createLinkStore } from './stores/linkStore';
import { issueToken } from './stores/tokenStore';
import { type MailText, valuesOf, writeMail } from './writeMail';

const resetMinutes = 60;

/**
 * The job behind a forgotten password: a link for each account of this e-mail, and nothing for a stranger's. `language` is what the
 * form was read in; empty for what the account remembers.
 */
export async function sendResetLinks(deps: Deps, email: string, language: string): Promise<void> {
  for (const account of await createAccountStore(deps.db).findByEmail(email)) {
    const expiresAt = new Date(deps.clock().getTime() + resetMinutes * 60_000);
    const token = await issueToken(deps.db, { purpose: 'reset', accountId: account.id, expiresAt });
    const reader = { ...account, language: language || account.language };
    await sendTo(deps, reader, texts.mail.reset, { link: `${deps.config.appUrl}/reset-password/${token}` });
  }
}

/** The job that tells the owner of an account that its password was changed. */
export async function sendChangedNotice(deps: Deps, accountId: string): Promise<void> {
  const account = await createAccountStore(deps.db).findById(accountId);
  if (account) await sendTo(deps, account, texts.mail.passwordChanged);
}

/** The job that welcomes the owner of a new account. */
export async function sendWelcome(deps: Deps, accountId: string): Promise<void> {
  const account = await createAccountStore(deps.db).findById(accountId);
  if (account) await sendTo(deps, account, texts.mail.registered, { link: `${deps.config.appUrl}/login` });
}

/**
 * The job that mails an invitation, in the language the operator named. Its token is made here, so that none lies readable in the
 * job table; nothing is sent once the link has ended or somebody has registered by it.
 */
export async function sendInvitation(deps: Deps, trn: string, language: string): Promise<void> {
  const application = await createApplicationStore(deps.db).find(trn);
  const link = await createLinkStore(deps.db).findByTrn(trn);
  const expiresAt = link?.expires_at;
  if (!application || application.account_id || !link || link.revoked_at || !expiresAt) return;
  if (expiresAt <= deps.clock()) return;
  const token = await issueToken(deps.db, { purpose: 'invitation', trn, expiresAt });
  const values = {
    subscriber: application.subscriber_name,
    support: application.support_email,
    link: `${deps.config.appUrl}${entryPath(link, trn)}?t=${token}`,
    date: new Intl.DateTimeFormat(language || 'en', { dateStyle: 'long', timeZone: 'UTC' }).format(expiresAt),
  };
  await deps.mail.send({
    to: application.email,
    ...writeMail(deps.forms.languages[language], texts.mail.invitation, values),
  });
}

function sendTo(deps: Deps, account: AccountRow, mail: MailText, more: Record<string, unknown> = {}): Promise<void> {
  const words = deps.forms.languages[account.language];
  return deps.mail.send({ to: account.email, ...writeMail(words, mail, { ...valuesOf(account), ...more }) });
}
