import type { StepRecords } from '../../../contract/steps';
import type { StepRole } from '../../../model/types';
import type { Applicant } from '../../platform/sessions/sessions';
import type { ApplicationDeps } from '../applicationDeps';
import type { OpenStep } from './openStep';
import type { saveStep } from './saveStep';

/** Overrides how a step is read or saved. */
export interface StepPart {
  read?(
    deps: ApplicationDeps,
    open: OpenStep,
    applicant: Applicant,
    language: string,
  ): StepRecords | Promise<StepRecords>;
  save?: typeof saveStep;
  savedMessage?(): string;
}

export type StepParts = Partial<Record<StepRole, StepPart>>;
