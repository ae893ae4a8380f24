import { messages } from '../../../messages/serverMessages';
import type { Translations } from '../../forms/languages';
import { createTranslator, type MailValues } from '../../platform/mail/mail';
import type { AccountRow } from './accountRepository';

/** Greets by name only if the address is confirmed, because a stranger may have entered the name. */
export function formatGreeting(
  translations: Translations | undefined,
  account?: Pick<AccountRow, 'first_name' | 'confirmed_at'>,
): string {
  const { named, nameless } = messages('server').mail.greeting;
  return createTranslator(translations)(account?.confirmed_at ? named : nameless, { name: account?.first_name });
}

export function accountEmailValues(translations: Translations | undefined, account: AccountRow): MailValues {
  const values = {
    number: account.application_number,
    subscriber: account.subscriber_name,
    landlord: account.subscriber_id,
    property: account.property_name ?? undefined,
    support: account.support_email,
  };
  return { ...values, greeting: formatGreeting(translations, account), login: formatLogin(translations, account) };
}

function formatLogin(translations: Translations | undefined, { login, email, confirmed_at }: AccountRow): string {
  const { email: byEmail, username, chosen } = messages('server').mail.login;
  const isEmail = login === email.toLowerCase();
  return createTranslator(translations)(isEmail ? byEmail : confirmed_at ? username : chosen, { login });
}

export function formatAccount(
  translations: Translations | undefined,
  account: AccountRow,
  more: Record<string, unknown>,
): string {
  return createTranslator(translations)(messages('server').mail.account, {
    ...accountEmailValues(translations, account),
    ...more,
  });
}
