import flow from '../../../schemas/flows/entry.json';
import { stepOf } from '../../model/flow';
import type { Flow, ServedSection, Step } from '../../model/types';

const entryFlow: Flow = flow;

/** The registration as the entry flow says it. */
export const registrationStep: Step = stepOf(entryFlow, 'registration');

/** A section of the page with what the flow calls it. */
export interface Part {
  anchor: string;
  tab: string;
  title: string;
  section: ServedSection;
}

/** The sections that the server serves for this type of application, in the flow's order. */
export function partsOf(sections: readonly ServedSection[]): Part[] {
  return registrationStep.sections.flatMap(({ section: name, anchor, tab, title }) => {
    const section = sections.find((served) => served.name === name);
    return section ? [{ anchor, tab, title, section }] : [];
  });
}
