import { useLayoutEffect } from 'react';
import texts from '../../../schemas/texts/steps.json';
import type { ServerFieldError } from '../../api/apiError';
import { type SchemaOf, sectionPath } from '../../model/body';
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

/** The errors of a 422 brought back to the fields they speak of; `body` is the body that was sent. */
export function placeErrors(
  errors: readonly ServerFieldError[],
  step: Step,
  schemaOf: SchemaOf,
  body: unknown,
): ServerFindings {
  const found: ServerFindings = { bySection: {}, unplaced: [] };
  for (const { path, message } of errors) {
    const place = sectionPath(step, parsePointer(path), schemaOf, body);
    if (!place) found.unplaced.push(message);
    else add(found, place.section, { path: place.path, message, keyword: 'server' });
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
  // The forms show their messages when told to, not by a prop.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal.
  useLayoutEffect(() => {
    if (refusals > 0 && panel) controller.show(panel);
  }, [refusals]);
}
