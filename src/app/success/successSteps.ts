import flow from '../../../schemas/flows/success.json';
import { useMessages } from '../../messages/useMessages';
import { defineLiveFile } from '../../model/messages/liveFiles';
import { requiredStep, stepInRole } from '../../model/section/flow';
import type { ApplicationType, Flow, Step, StepRole } from '../../model/types';

export interface DialogMessages {
  link: string;
  title: string;
  save: string;
  saving: string;
  saved: string;
  failed: string;
  refused?: string;
  before?: string;
  /** Question shown if a promised document is missing. */
  withoutFile?: { title: string; text: string };
  /** Milliseconds from a save until the dialog closes (docs/spec/003.md, §9). */
  closeAfter?: number;
}

/** Returns messages for the step's role. Throws if the step has no dialog. */
export function useDialogMessages({ id, role }: Step): DialogMessages {
  const { desiredAddress, desiredUnit, secondary } = useMessages('success');
  const byRole: Partial<Record<StepRole, DialogMessages>> = { desiredAddress, desiredUnit, supplemental: secondary };
  const messages = role && byRole[role];
  if (!messages) throw new Error(`The step '${id}' has no dialog`);
  return messages;
}

// Imported JSON has no literal types.
const successFlow = defineLiveFile('flows/success', flow as Flow);

/** Returns the step for changing the home after submitting (docs/spec/003.md, §6). */
export function desiredStep(type: ApplicationType): Step | undefined {
  return stepInRole(successFlow(), type === 'Office' || type === 'Agent' ? 'desiredAddress' : 'desiredUnit');
}

export const supplementalStep = (): Step => requiredStep(successFlow(), 'supplemental');

export const documentsStep = (): Step => requiredStep(successFlow(), 'documents');

export const takesDocuments = (): boolean => stepInRole(successFlow(), 'documents') !== undefined;
