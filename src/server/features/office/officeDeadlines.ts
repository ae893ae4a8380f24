import { messages } from '../../../messages/serverMessages';
import { formatMoment } from '../../../model/format/dates';
import type { PlaceLaw } from '../../../model/law/jurisdictions';
import { type DutyRule, dutyRulesOf, dutyTitle, findDuties } from '../../../model/officeDeadlines';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { clearDeadlines, setDeadline } from '../../applications/deadlineRepository';
import { readDecision } from '../../applications/review/decisionRepository';
import { findStatus } from '../../applications/statusRepository';
import { transaction } from '../../platform/db/transaction';
import { enqueue } from '../../platform/jobs/jobRepository';
import { writeMail } from '../../platform/mail/mail';
import { claimReminder, deleteOtherDuties, saveDuty } from './deadlineRepository';

const REMINDER = 'office-reminder';

/** Replaces the open duties with those of the current decision. */
export async function setDuties(
  deps: Pick<ApplicationDeps, 'db' | 'keyring' | 'forms'>,
  trn: string,
  rulesOf: (law: PlaceLaw) => readonly DutyRule[] = dutyRulesOf,
): Promise<void> {
  const row = await findStatus(deps.db, trn);
  if (!row) return;
  const decision = readDecision(trn, row.decision, await deps.keyring.keyOf(trn));
  const rules = rulesOf(deps.forms.getLaw(row.home));
  const facts = decision && {
    act: decision.act,
    hasReport: (decision.reports ?? []).length > 0,
    at: new Date(decision.at),
  };
  const duties = facts ? findDuties(rules, facts) : [];
  await transaction(deps.db, async (client) => {
    await clearDeadlines(client, trn, REMINDER);
    await deleteOtherDuties(
      client,
      trn,
      duties.map(({ duty }) => duty),
    );
    for (const { duty, dueAt, remindAt } of duties) {
      await saveDuty(client, trn, { duty, dueAt });
      await setDeadline(client, { trn, job: REMINDER, name: duty, dueAt: remindAt });
    }
  });
}

/** Emails the office once per deadline. The support address is the fallback. */
export async function remindOffice(
  deps: Pick<ApplicationDeps, 'db' | 'stores' | 'clock' | 'config'>,
  { trn, name: duty }: { trn: string; name: string },
): Promise<void> {
  const row = await findStatus(deps.db, trn);
  if (!row) return;
  const subscriber = await deps.stores.subscribers.find(row.subscriber_id);
  await transaction(deps.db, async (client) => {
    const dueAt = await claimReminder(client, trn, duty, deps.clock());
    if (!dueAt) return;
    const values = {
      number: row.application_number,
      subscriber: subscriber.name,
      landlord: row.subscriber_id,
      duty: dutyTitle(duty),
      date: formatMoment(dueAt, { dateStyle: 'medium', timeZone: subscriber.time_zone }),
      link: `${deps.config.appUrl}/office/applications/${row.application_number}`,
      support: subscriber.support_email,
    };
    const mail = writeMail(undefined, messages('server-office').mail.reminder, values);
    await enqueue(client, 'mail', { to: subscriber.office_email ?? subscriber.support_email, ...mail });
  });
}
