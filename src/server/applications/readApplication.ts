import type { StepAnswers } from '../../model/answers/stepBody';
import { applicantFlows, isSubmission } from '../../model/section/flow';
import type { Applicant } from '../platform/sessions/sessions';
import { findApplicant } from './applicantRepository';
import type { ApplicationDeps } from './applicationDeps';
import { type OpenStep, openStep } from './steps/openStep';

/** Contains unmasked answers. Never send them. */
export interface OpenApplication {
  applicant: Applicant;
  /** Answered steps in flow order, without the submission step. */
  steps: OpenStep[];
  versions: Record<string, string | null>;
}

/** Decrypts the saved steps. Throws `notFound`. */
export async function readApplication(deps: ApplicationDeps, trn: string): Promise<OpenApplication> {
  const applicant = await findApplicant(deps.db, trn);
  const steps = (await openSteps(deps, applicant)).filter(({ isAnswered }) => isAnswered);
  const versions = steps.map(({ step, schemaVersion }) => [step.id, schemaVersion] as const);
  return { applicant, steps, versions: Object.fromEntries(versions) };
}

export async function openSteps(deps: ApplicationDeps, applicant: Applicant): Promise<OpenStep[]> {
  const steps: OpenStep[] = [];
  for (const flow of applicantFlows)
    for (const step of deps.forms.catalog.flow(flow).steps)
      if (!isSubmission(step)) steps.push(await openStep(deps, applicant, flow, step.id));
  return steps;
}

export function answersBySection({ steps }: OpenApplication): StepAnswers {
  return Object.assign({}, ...steps.map(({ answers }) => answers));
}
