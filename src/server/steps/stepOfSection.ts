import type { Catalogue } from '../../model/catalogue';
import type { Step } from '../../model/types';
import { refuse } from '../http/errors';

/** The step that asks a section. Throws `notFound` for a section that no application asks. */
export function stepOfSection(catalogue: Catalogue, section: string): { flow: string; step: Step } {
  for (const flow of ['application', 'success']) {
    const step = catalogue.flow(flow).steps.find((one) => one.sections.some((part) => part.section === section));
    if (step) return { flow, step };
  }
  throw refuse('notFound');
}
