import { messages } from '../../../messages/serverMessages';
import { formatGreeting } from '../../applications/accounts/greetings';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { openMessage } from '../../applications/messages/describeThread';
import { findMessage, listMessageFiles } from '../../applications/messages/messageRepository';
import { createTranslator, type MailText, writeMail } from '../../platform/mail/mail';
import { replyAddress } from './replyAddress';
import type { Reason, ReplyProblem } from './replyProblem';

/** Emails the office's message to the applicant, without its files. */
export async function sendMessageMail(deps: ApplicationDeps, trn: string, id: number): Promise<void> {
  const message = await findMessage(deps.db, trn, id);
  if (!message || message.actor === 'applicant') return;
  const files = (await listMessageFiles(deps.db, trn)).filter((file) => file.message === id).length;
  const text = openMessage(trn, message.sealed, await deps.keyring.keyOf(trn));
  const { files: note } = messages('server-messages').parts;
  await sendToApplicant(
    deps,
    trn,
    (mails) => mails.message,
    (translate) => ({ text, files: files ? translate(note, { n: files }) : '' }),
  );
}

/** Emails the applicant the reasons why a reply or some of its files weren't added. */
export async function sendReplyProblem(deps: ApplicationDeps, problem: ReplyProblem): Promise<void> {
  const { parts } = messages('server-messages');
  const write = (translate: Translator): Record<string, string> => {
    const explain = ({ text, values }: Reason) => translate(text, values);
    if ('reason' in problem) return { reason: explain(problem.reason) };
    return {
      list: problem.refused.map(({ n, reason }) => translate(parts.file, { n, reason: explain(reason) })).join('\n'),
    };
  };
  const choose = (mails: Mails) => ('reason' in problem ? mails.refused : mails.filesRefused);
  await sendToApplicant(deps, problem.trn, choose, write);
}

type Translator = ReturnType<typeof createTranslator>;
type Mails = ReturnType<typeof serverMails>;
const serverMails = () => messages('server-messages').mail;

async function sendToApplicant(
  deps: ApplicationDeps,
  trn: string,
  choose: (mails: Mails) => MailText,
  write: (translate: Translator) => Record<string, string>,
): Promise<void> {
  const account = await deps.stores.accounts.findByTrn(trn);
  if (!account) return;
  const texts = deps.forms.languages[account.language];
  const replyTo = replyAddress(deps, trn, account.application_number);
  const { answer } = messages('server-messages').parts;
  const translate = createTranslator(texts);
  const all = {
    ...write(translate),
    greeting: formatGreeting(texts, account),
    number: account.application_number,
    subscriber: account.subscriber_name,
    landlord: account.subscriber_id,
    support: account.support_email,
    answer: translate(replyTo ? answer.byEmail : answer.onPage, {}),
    link: `${deps.config.appUrl}/login`,
  };
  const mail = writeMail(texts, choose(serverMails()), all);
  const text = mail.text.replace(/\n{3,}/g, '\n\n');
  await deps.mail.send({ to: account.email, ...mail, text, ...(replyTo && { replyTo }) });
}
