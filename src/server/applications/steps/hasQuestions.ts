import type { SecondaryTiming } from '../../../contract/payment';
import type { FormOwner } from '../../../model/law/lawSettings';
import type { Context } from '../../../model/types';
import type { ApplicationDeps } from '../applicationDeps';
import type { OpenStep } from './openStep';

/** True if a question is shown regardless of other answers. */
export function hasQuestions(
  { forms }: Pick<ApplicationDeps, 'forms'>,
  { step, settings }: Pick<OpenStep, 'step' | 'settings'>,
): boolean {
  return step.sections.some(({ section }) => {
    const { schema, rules } = forms.getPlainSection(section, settings);
    const conditional = rules.filter(({ at }) => at === '').flatMap(({ show }) => show);
    return Object.keys(schema.properties ?? {}).some((name) => !conditional.includes(name));
  });
}

/**
 * Returns when the supplemental step's questions are asked: `afterOffer` if local law forbids all of them before an
 * offer.
 */
export async function findSecondaryTiming(
  { forms }: Pick<ApplicationDeps, 'forms'>,
  owner: FormOwner,
  context: Context,
): Promise<SecondaryTiming> {
  const found = forms.findStepByRole('supplemental');
  if (!found) return 'never';
  const step = { ...found.step, sections: forms.listSections(found.step, context) };
  const isAsked = async (isOffered: boolean) =>
    hasQuestions({ forms }, { step, settings: await forms.getSettings({ ...owner, isOffered }) });
  if (await isAsked(false)) return 'afterSubmission';
  return (await isAsked(true)) ? 'afterOffer' : 'never';
}
