import texts from '../../../schemas/texts/server.json';
import { formatMoment } from '../../model/format';
import type { AccountRow } from '../auth/accountStore';
import { issueToken } from '../auth/tokenStore';
import type { Deps } from '../deps';
import { entryPath } from '../entry/entryLinks';
import { greet, type MailText, sayAccount, valuesOf, writeMail } from './mail';

const resetMinutes = 60;
const loginMinutes = 10;

/**
 * The job behind a forgotten password: one mail that offers each account of this e-mail, to choose a new password or to go in without
 * one, and nothing for a stranger's. `language` is what the form was read in; empty for what the first account remembers.
 */
export async function sendResetLinks(deps: Deps, email: string, language: string): Promise<void> {
  const accounts = await deps.stores.accounts.findByEmail(email);
  const [first] = accounts;
  if (!first) return;
  const words = deps.forms.languages[language || first.language];
  const offered: string[] = [];
  for (const account of accounts) offered.push(sayAccount(words, account, await issueLinks(deps, account)));
  const reader = accounts.length === 1 ? first : undefined;
  const values = { greeting: greet(words, reader), accounts: offered.join('\n\n') };
  await deps.mail.send({ to: first.email, ...writeMail(words, texts.mail.reset, values) });
}

async function issueLinks(deps: Deps, account: AccountRow): Promise<{ reset: string; enter: string }> {
  const after = (minutes: number) => new Date(deps.clock().getTime() + minutes * 60_000);
  const owned = { accountId: account.id, mailed: true };
  const reset = await issueToken(deps.db, { ...owned, purpose: 'reset', expiresAt: after(resetMinutes) });
  const login = await issueToken(deps.db, { ...owned, purpose: 'login', expiresAt: after(loginMinutes) });
  const { appUrl } = deps.config;
  return { reset: `${appUrl}/reset-password/${reset}`, enter: loginAddress(appUrl, account, login) };
}

/** The login address with trn_id, url and token (spec 000, section 2, Login screen). */
export function loginAddress(appUrl: string, { trn, link }: AccountRow, token: string): string {
  return `${appUrl}/login?${new URLSearchParams({ trn_id: trn, url: link, token })}`;
}

/** The job that tells the owner of an account that its password was changed. */
export async function sendChangedNotice(deps: Deps, accountId: string): Promise<void> {
  const account = await deps.stores.accounts.findById(accountId);
  if (account) await sendTo(deps, account, texts.mail.passwordChanged);
}

/** The job that welcomes the owner of a new account. */
export async function sendWelcome(deps: Deps, accountId: string): Promise<void> {
  const account = await deps.stores.accounts.findById(accountId);
  if (account) await sendTo(deps, account, texts.mail.registered, { link: `${deps.config.appUrl}/login` });
}

/**
 * The job that mails an invitation, in the language the operator named. Its token is made here, so that none lies readable in the
 * job table; nothing is sent once the link has ended or somebody has registered by it.
 */
export async function sendInvitation(deps: Deps, trn: string, language: string): Promise<void> {
  const application = await deps.stores.applications.find(trn);
  const link = await deps.stores.links.findByTrn(trn);
  const expiresAt = link?.expires_at;
  if (!application || application.account_id || !link || link.revoked_at || !expiresAt) return;
  if (expiresAt <= deps.clock()) return;
  const token = await issueToken(deps.db, { purpose: 'invitation', trn, expiresAt });
  const values = {
    subscriber: application.subscriber_name,
    support: application.support_email,
    link: `${deps.config.appUrl}${entryPath(link, trn)}?t=${token}`,
    date: formatMoment(expiresAt, { dateStyle: 'long', timeZone: 'UTC' }, language),
  };
  await deps.mail.send({
    to: application.email,
    ...writeMail(deps.forms.languages[language], texts.mail.invitation, values),
  });
}

function sendTo(deps: Deps, account: AccountRow, mail: MailText, more: Record<string, unknown> = {}): Promise<void> {
  const words = deps.forms.languages[account.language];
  return deps.mail.send({ to: account.email, ...writeMail(words, mail, { ...valuesOf(words, account), ...more }) });
}
