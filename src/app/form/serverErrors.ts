import { useLayoutEffect } from 'react';
import type { BodyError } from '../../contract/call';
import { pageMessages } from '../../messages/useMessages';
import { parsePointer } from '../../model/answers/paths';
import type { FieldError, Step } from '../../model/types';
import { toast } from '../ui/Toaster';
import type { Panel } from './panels';
import type { SectionController } from './sectionController';

interface PlacedErrors {
  bySection: Record<string, FieldError[]>;
  unplaced: string[];
}

/** Assigns the errors of a 422 response to the step's sections. */
export function placeErrors(errors: readonly BodyError[], step: Step): PlacedErrors {
  const found: PlacedErrors = { bySection: {}, unplaced: [] };
  for (const { section, field = '', message } of errors) {
    const isHere = step.sections.some((part) => part.section === section);
    if (section && isHere) add(found, section, { path: parsePointer(field), message, keyword: 'server' });
    else found.unplaced.push(message);
  }
  return found;
}

function add({ bySection }: PlacedErrors, section: string, error: FieldError): void {
  bySection[section] = [...(bySection[section] ?? []), error];
}

export function showSaveError(reasons: readonly string[]): void {
  toast('error', [pageMessages('steps').savingFailed, ...reasons].join('. '));
}

export function useRefusal(panel: Panel | undefined, refusals: number, controller: SectionController): void {
  // Synchronizes with the forms, because only their methods can show messages.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each refusal.
  useLayoutEffect(() => {
    if (refusals > 0 && panel) controller.show(panel);
  }, [refusals]);
}
