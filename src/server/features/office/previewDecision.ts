import own from '../../../../schemas/language.json' with { type: 'json' };
import type { DecisionPreview, DecisionRequest } from '../../../contract/office';
import { getActionRule } from '../../../model/office';
import { requestDates } from '../../../model/officeDeadlines';
import { findApplicant } from '../../applications/applicantRepository';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { documentTitle, sourceNames } from '../../applications/documents/documentNames';
import type { OfficeRow } from '../../applications/statusRepository';
import { findOpenStep } from '../../applications/steps/openStep';
import { prepareDecision } from './decide';
import type { OfficeAccess } from './officeAccess';
import { writeStatusEmail } from './officeMail';
import { formatDue } from './requestReminder';

/** Returns a decision's letter and email without saving. Throws the same errors as `decide`. */
export async function previewDecision(
  deps: ApplicationDeps,
  access: OfficeAccess,
  row: OfficeRow,
  request: DecisionRequest,
): Promise<DecisionPreview> {
  const { body, decision } = await prepareDecision(deps, access, row, request);
  const account = await deps.stores.accounts.findByTrn(row.trn);
  const { isMailed } = getActionRule(request.act);
  const letter = decision?.letter ?? null;
  if (!isMailed || !account) return { letter, email: null };
  const texts = deps.forms.languages[account.language] ?? {};
  const income = await findOpenStep(deps, await findApplicant(deps.db, row.trn), 'income');
  const nameSource = sourceNames(income?.answers ?? {}, texts, 'numbered');
  const requests = (body.documents ?? []).map(({ document_id, source_id, text }) => ({
    title: documentTitle(document_id, texts),
    source: nameSource(document_id, source_id),
    text,
  }));
  const due = await formatDue(deps, row.subscriber_id, requestDates(deps.clock()).dueAt, account.language);
  const { conditions = null } = body;
  const news = { number: row.application_number, act: request.act, requests, due, conditions, letter };
  const { subject, text } = writeStatusEmail(deps, account, news);
  return { letter, email: { to: account.email, language: account.language || own.id, subject, text } };
}
