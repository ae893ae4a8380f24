import texts from '../../../schemas/texts/server-office.json';
import { fillText } from '../../model/fillText';
import { actRule, officeWords } from '../../model/office';
import type { Deps } from '../deps';
import { greet, writeMail } from '../mail/mail';
import { openRole } from '../steps/openStep';
import { applicantOf } from './applicantOf';
import { findStatus } from './officeStore';
import { readReview } from './reviewState';
import { readEvent } from './timeline';

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
