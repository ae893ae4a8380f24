import { messages } from '../../../messages/serverMessages';
import { keysOf } from '../../../model/answers/paths';
import { isSkipped } from '../../../model/household';
import type { HouseholdRole, SubscriberSettings } from '../../../model/types';
import type { ApplicationDeps } from '../../applications/applicationDeps';

/** Returns the questions to list under "What you need": `['reference', 'have_vehicle']`. */
export function listAskedQuestions(
  { forms: { catalog } }: Pick<ApplicationDeps, 'forms'>,
  { settings }: SubscriberSettings,
  role: HouseholdRole | null | undefined,
): string[] {
  const sections = catalog.flow('application').steps.flatMap((step) => step.sections.map(({ section }) => section));
  const ownSections = sections.filter((section) => !isSkipped(section, role));
  const isAsked = (name: string) =>
    settings[name] !== 'Hide' && ownSections.some((section) => catalog.section(section).schema.properties?.[name]);
  const { askedContacts, askedItems } = messages('entry').instruction.have;
  return [...keysOf(askedContacts), ...keysOf(askedItems)].filter(isAsked);
}
