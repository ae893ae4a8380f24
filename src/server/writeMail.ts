import { fillText } from '../model/fillText';
import type { Words } from './languages';
import type { AccountRow } from './stores/accountStore';

/** A mail as it stands in the files of texts, with places to fill. */
export interface MailText {
  subject: string;
  text: string;
}

/** A mail in the language of `words`, or of the files where that has none for it, its places filled. */
export function writeMail(words: Words | undefined, mail: MailText, values: Record<string, unknown>): MailText {
  const say = (template: string): string => fillText(words?.[template] ?? template, values);
  return { subject: say(mail.subject), text: say(mail.text) };
}

/** What any mail to the owner of an account may speak of. */
export function valuesOf(account: AccountRow): Record<string, unknown> {
  return {
    name: account.first_name,
    login: account.login,
    number: account.application_number,
    subscriber: account.subscriber_name,
    support: account.support_email,
  };
}
