import texts from '../../../schemas/texts/server.json';
import { fillText } from '../../model/fillText';
import type { AccountRow } from '../auth/accountStore';
import type { Words } from '../forms/languages';

/** A mail as it stands in the files of texts, with places to fill. */
export interface MailText {
  subject: string;
  text: string;
}

/** A mail in the language of `words`, or of the files where that has none for it, its places filled. */
export function writeMail(words: Words | undefined, mail: MailText, values: Record<string, unknown>): MailText {
  const say = sayIn(words);
  return { subject: say(mail.subject, values), text: say(mail.text, values) };
}

const sayIn =
  (words: Words | undefined) =>
  (template: string, values: Record<string, unknown>): string =>
    fillText(words?.[template] ?? template, values);

/**
 * How a mail begins: `Hello Robin,` to an address that its owner has confirmed, and otherwise `Hello,`, for the name was typed by who
 * registered, which may be a stranger with an advertisement.
 */
export function greet(words: Words | undefined, account?: Pick<AccountRow, 'first_name' | 'confirmed_at'>): string {
  const { named, nameless } = texts.mail.greeting;
  return sayIn(words)(account?.confirmed_at ? named : nameless, { name: account?.first_name });
}

/** What any mail to the owner of an account may speak of; what they typed only once their address is confirmed. */
export function valuesOf(words: Words | undefined, account: AccountRow): Record<string, unknown> {
  const values = {
    number: account.application_number,
    subscriber: account.subscriber_name,
    property: account.property_name ?? undefined,
    support: account.support_email,
  };
  return { ...values, greeting: greet(words, account), login: sayLogin(words, account) };
}

function sayLogin(words: Words | undefined, { login, email, confirmed_at }: AccountRow): string {
  const { email: byEmail, username, chosen } = texts.mail.login;
  const isEmail = login === email.toLowerCase();
  return sayIn(words)(isEmail ? byEmail : confirmed_at ? username : chosen, { login });
}

/** One account among others of the same e-mail, with what `more` has for its places. */
export function sayAccount(words: Words | undefined, account: AccountRow, more: Record<string, unknown>): string {
  return sayIn(words)(texts.mail.account, { ...valuesOf(words, account), ...more });
}
