import { messages } from '../../../messages/serverMessages';
import type { AccountRow } from '../../applications/accounts/accountRepository';
import { accountEmailValues, formatAccount, formatGreeting } from '../../applications/accounts/greetings';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { type MailText, writeMail } from '../../platform/mail/mail';
import type { LoginRequest } from '../../platform/sessions/staffLogin';
import { deleteTokens, hasMailedToken, issueToken } from '../../platform/sessions/tokenRepository';

const RESET_MINUTES = 60;
const LOGIN_MINUTES = 10;

/** A repeated request sends nothing if the emailed reset links are still valid for longer than this. */
const MIN_MINUTES_LEFT = 5;

export async function sendResetLinks(
  deps: ApplicationDeps,
  { email, language, isRepeat }: LoginRequest,
): Promise<void> {
  const accounts = await deps.stores.accounts.findByEmail(email);
  const [first] = accounts;
  if (!first || (isRepeat && (await haveValidLinks(deps, accounts)))) return;
  const texts = deps.forms.languages[language || first.language];
  const issued: Links[] = [];
  const accountBlocks: string[] = [];
  for (const account of accounts) {
    const links = await issueLinks(deps, account);
    issued.push(links);
    accountBlocks.push(formatAccount(texts, account, linkUrls(deps, account, links)));
  }
  const onlyAccount = accounts.length === 1 ? first : undefined;
  const values = {
    subscriber: onlyAccount?.subscriber_name,
    landlord: onlyAccount?.subscriber_id,
    support: first.support_email,
    greeting: formatGreeting(texts, onlyAccount),
    accounts: accountBlocks.join('\n\n'),
  };
  try {
    await deps.mail.send({ to: first.email, ...writeMail(texts, messages('server').mail.reset, values) });
  } catch (cause) {
    // Without this, a repeated request would find the unsent links and send nothing.
    for (const { reset, login } of issued) await deleteTokens(deps.db, [reset, login]);
    throw cause;
  }
}

async function haveValidLinks(
  { db, clock }: Pick<ApplicationDeps, 'db' | 'clock'>,
  accounts: readonly AccountRow[],
): Promise<boolean> {
  const until = new Date(clock().getTime() + MIN_MINUTES_LEFT * 60_000);
  for (const { id } of accounts) if (!(await hasMailedToken(db, 'reset', id, until))) return false;
  return true;
}

interface Links {
  reset: string;
  login: string;
}

async function issueLinks({ db, clock }: Pick<ApplicationDeps, 'db' | 'clock'>, { id }: AccountRow): Promise<Links> {
  const after = (minutes: number) => new Date(clock().getTime() + minutes * 60_000);
  const owned = { accountId: id, mailed: true };
  const reset = await issueToken(db, { ...owned, purpose: 'reset', expiresAt: after(RESET_MINUTES) });
  const login = await issueToken(db, { ...owned, purpose: 'login', expiresAt: after(LOGIN_MINUTES) });
  return { reset, login };
}

function linkUrls(
  { config: { appUrl } }: Pick<ApplicationDeps, 'config'>,
  account: AccountRow,
  { reset, login }: Links,
) {
  return { reset: `${appUrl}/reset-password/${reset}`, enter: loginUrl(appUrl, account, login) };
}

/** docs/spec/000.md lists the parameters. */
export function loginUrl(appUrl: string, { trn, link }: AccountRow, token: string): string {
  return `${appUrl}/login?${new URLSearchParams({ trn_id: trn, url: link, token })}`;
}

export async function sendChangedNotice(
  deps: Pick<ApplicationDeps, 'stores' | 'forms' | 'mail'>,
  accountId: string,
): Promise<void> {
  const account = await deps.stores.accounts.findById(accountId);
  if (account) await sendEmail(deps, account, messages('server').mail.passwordChanged);
}

export async function sendWelcome(deps: ApplicationDeps, accountId: string): Promise<void> {
  const account = await deps.stores.accounts.findById(accountId);
  if (account)
    await sendEmail(deps, account, messages('server').mail.registered, { link: `${deps.config.appUrl}/login` });
}

function sendEmail(
  deps: Pick<ApplicationDeps, 'forms' | 'mail'>,
  account: AccountRow,
  mail: MailText,
  more: Record<string, unknown> = {},
): Promise<void> {
  const texts = deps.forms.languages[account.language];
  return deps.mail.send({
    to: account.email,
    ...writeMail(texts, mail, { ...accountEmailValues(texts, account), ...more }),
  });
}
