import { useLayoutEffect } from 'react';
import texts from '../../../schemas/texts/steps.json';
import type { BodyError } from '../../contract/call';
import { parsePointer } from '../../model/paths';
import type { FieldError, Step } from '../../model/types';
import { toast } from '../ui/Toaster';
import type { Panel } from './panels';
import type { SectionController } from './sectionController';

/** What the server found wrong: by section, and the messages that belong to no field of this page. */
interface ServerFindings {
  bySection: Record<string, FieldError[]>;
  unplaced: string[];
}

/** The errors of a 422 by the section they speak of, as far as the step has it. */
export function placeErrors(errors: readonly BodyError[], step: Step): ServerFindings {
  const found: ServerFindings = { bySection: {}, unplaced: [] };
  for (const { section, field = '', message } of errors) {
    const isHere = step.sections.some((part) => part.section === section);
    if (section && isHere) add(found, section, { path: parsePointer(field), message, keyword: 'server' });
    else found.unplaced.push(message);
  }
  return found;
}

function add({ bySection }: ServerFindings, section: string, error: FieldError): void {
  bySection[section] = [...(bySection[section] ?? []), error];
}

/** 'Saving failed', and why. */
export function tellSaveFailed(reasons: readonly string[]): void {
  toast('error', [texts.savingFailed, ...reasons].join('. '));
}

/**
 * Shows the messages of a refused panel once it is open: the focus cannot go into a closed one. Its forms focus their first
 * message; the error summary takes the focus after them, in an effect of its own.
 */
export function useRefusal(panel: Panel | undefined, refusals: number, controller: SectionController): void {
  // The forms show their messages by a call, not by a prop.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal.
  useLayoutEffect(() => {
    if (refusals > 0 && panel) controller.show(panel);
  }, [refusals]);
}
