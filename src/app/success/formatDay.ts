import flow from '../../../schemas/flows/success.json';
import texts from '../../../schemas/texts/success.json';
import { stepInRole } from '../../model/flow';
import type { ApplicationType, Flow, Step, StepRole } from '../../model/types';

/** A moment as the day it falls on here: `'2026-11-21T20:00:00Z'` → `'11-21-2026'` (spec 003, section 9). */
export function formatDay(moment: string): string {
  const day = new Date(moment);
  const [month, date] = [day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${month}-${date}-${day.getFullYear()}`;
}

/** The words of a dialog of this page. */
export interface DialogTexts {
  link: string;
  title: string;
  save: string;
  saving: string;
  saved: string;
  failed: string;
  refused?: string;
  /** What is to be known before it is saved. */
  before?: string;
  /** Asked once more where a document was promised and none is there. */
  withoutFile?: { title: string; text: string };
  /** Milliseconds for which the dialog stays after a save (spec 003, section 9). */
  closeAfter?: number;
}

const dialogTexts: Partial<Record<StepRole, DialogTexts>> = {
  desiredAddress: texts.desiredAddress,
  desiredUnit: texts.desiredUnit,
  supplemental: texts.secondary,
};

/** The words of a step's dialog, by its role in the flow file. @throws Error for a step that has no dialog */
export function wordsOf({ id, role }: Step): DialogTexts {
  const words = role && dialogTexts[role];
  if (!words) throw new Error(`The step '${id}' has no dialog`);
  return words;
}

// The linter holds the file to meta/flow.schema.json; JSON has no literal types.
const successFlow = flow as Flow;

/** What an applicant of this type may still change after submitting (spec 003, section 6). */
export function desiredStep(type: ApplicationType): Step {
  return stepInRole(successFlow, type === 'Office' || type === 'Agent' ? 'desiredAddress' : 'desiredUnit');
}

/** The questionnaire about criminal background. */
export const supplementalStep = (): Step => stepInRole(successFlow, 'supplemental');

/** The proof documents. */
export const documentsStep = (): Step => stepInRole(successFlow, 'documents');
