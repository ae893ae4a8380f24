import type { Decision } from '../../../contract/office';
import { messages } from '../../../messages/serverMessages';
import { type DisposalRule, type DisposalRules, readDisposalRules } from '../../../model/disposal';
import { formatMoment } from '../../../model/format/dates';
import { formatGreeting } from '../../applications/accounts/greetings';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { lockHouseholdByTrn } from '../../applications/household/householdRepository';
import { readDecision, sealDecision } from '../../applications/review/decisionRepository';
import { transaction } from '../../platform/db/transaction';
import { enqueue } from '../../platform/jobs/jobRepository';
import { type Message, writeMail } from '../../platform/mail/mail';
import {
  findDisposals,
  findReportDisposals,
  logDisposal,
  markDisposalWarned,
  replaceDecision,
} from './disposalRepository';
import { eraseOutside, eraseRows, type IdleApplication, scrub } from './erasureRepository';

/**
 * Warns applicants before their decided or withdrawn applications are erased, and erases those that are due. Also
 * removes report data from older decisions.
 */
export async function disposeDecided(
  deps: ApplicationDeps,
  rules: DisposalRules = readDisposalRules(),
): Promise<{ warned: number; disposed: number; reports: number }> {
  let warned = 0;
  let disposed = 0;
  for (const rule of rules.decided) {
    warned += await warn(deps, rule);
    disposed += await dispose(deps, rule);
  }
  if (disposed > 0) await scrub(deps, !deps.config.databaseUrl);
  return { warned, disposed, reports: await disposeReports(deps, rules.reportsAfterDays) };
}

async function warn(deps: ApplicationDeps, rule: DisposalRule): Promise<number> {
  return transaction(deps.db, async (client) => {
    const warned = await markDisposalWarned(client, rule, deps.clock());
    for (const one of warned) await enqueue(client, 'mail', createWarning(deps, one));
    return warned.length;
  });
}

async function dispose(deps: ApplicationDeps, rule: DisposalRule): Promise<number> {
  const now = deps.clock();
  const trns = await findDisposals(deps.db, rule, now);
  for (const trn of trns) {
    const erased = await transaction(deps.db, async (client) => {
      await lockHouseholdByTrn(client, trn);
      return (await logDisposal(client, trn, rule, now)) ? eraseRows(client, trn) : undefined;
    });
    if (erased) await eraseOutside(deps, erased);
  }
  return trns.length;
}

/** Removes report data that's no longer needed (16 CFR 682). */
async function disposeReports(
  deps: Pick<ApplicationDeps, 'db' | 'keyring' | 'clock'>,
  days: number | undefined,
): Promise<number> {
  if (days === undefined) return 0;
  const now = deps.clock();
  const due = await findReportDisposals(deps.db, days, now);
  for (const before of due) {
    const key = await deps.keyring.keyOf(before.trn);
    const decision = readDecision(before.trn, before.sealed, key);
    if (!decision) continue;
    const sealed = sealDecision(before.trn, withoutReports(decision), key);
    const isLogged = (decision.reports ?? []).length > 0;
    await transaction(deps.db, (client) => replaceDecision(client, before, { decision: sealed, days, isLogged, now }));
  }
  return due.length;
}

function withoutReports(decision: Decision): Decision {
  return (decision.reports ?? []).length > 0 ? { ...decision, reports: [], letter: null } : decision;
}

function createWarning(
  { config, forms }: Pick<ApplicationDeps, 'config' | 'forms'>,
  warned: IdleApplication & { due: Date },
): Message {
  const texts = forms.languages[warned.language];
  const values = {
    greeting: formatGreeting(texts, warned),
    subscriber: warned.subscriber_name,
    landlord: warned.subscriber_id,
    date: formatMoment(warned.due, { dateStyle: 'medium', timeZone: warned.time_zone }, warned.language),
    link: `${config.appUrl}/login`,
    support: warned.support_email,
  };
  return { to: warned.email, ...writeMail(texts, messages('server').mail.disposal, values) };
}
