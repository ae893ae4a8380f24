import { isSubmission } from '../../../model/section/flow';
import { transaction } from '../../platform/db/transaction';
import type { Applicant } from '../../platform/sessions/sessions';
import type { ApplicationDeps } from '../applicationDeps';
import { formsUsed } from './formsUsed';
import { type OpenStep, openStep } from './openStep';
import { sealStep } from './saveStep';
import { rewriteStep } from './storedAnswerRepository';

/** Rewrites complete steps for the current forms, so that each answer is signed in the step that shows it. */
export async function updateStoredSteps(deps: ApplicationDeps, applicant: Applicant): Promise<void> {
  const { steps } = deps.forms.catalog.flow('application');
  for (const step of steps) {
    if (!step.status || isSubmission(step)) continue;
    const open = await openStep(deps, applicant, 'application', step.id);
    if (open.complete && !isCurrent(deps, open)) await rewrite(deps, applicant, open);
  }
}

const isCurrent = (
  { forms }: Pick<ApplicationDeps, 'forms'>,
  { step, doneBy, schemaVersion, storedIn }: OpenStep,
): boolean =>
  schemaVersion === forms.schemaVersion &&
  doneBy[step.id]?.join() === step.id &&
  Object.values(storedIn).every((row) => row === step.id);

async function rewrite(
  deps: Pick<ApplicationDeps, 'db' | 'keyring' | 'forms'>,
  { trn }: Applicant,
  open: OpenStep,
): Promise<void> {
  const { id } = open.step;
  const [row = id] = open.doneBy[id] ?? [];
  const data = await sealStep(deps, trn, open, open.answers);
  const { schemaVersion, configHash } = formsUsed(deps, open.settings);
  const { version } = open;
  await transaction(deps.db, (client) =>
    rewriteStep(client, { trn, row, step: id, data, schemaVersion, configHash, version }),
  );
}
