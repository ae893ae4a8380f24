import flow from '../../../schemas/flows/success.json';
import { stepOf } from '../../model/flow';
import type { ApplicationType, Flow, Step } from '../../model/types';

const successFlow = flow as Flow;

/** What an applicant of this type may still change after submitting (spec 003, section 6). */
export function desiredStep(type: ApplicationType): Step {
  return stepOf(successFlow, type === 'Office' || type === 'Agent' ? 'desired-address' : 'desired-unit');
}

/** The questionnaire about criminal background. */
export const supplementalStep = stepOf(successFlow, 'supplemental');

/** The proof documents. */
export const documentsStep = stepOf(successFlow, 'documents');
