import type { ApplicationDeps } from '../applicationDeps';
import type { OpenStep } from './openStep';

/** True if any question is shown regardless of other answers. */
export function hasQuestions({ forms }: Pick<ApplicationDeps, 'forms'>, { step, settings }: OpenStep): boolean {
  return step.sections.some(({ section }) => {
    const { schema, rules } = forms.getPlainSection(section, settings);
    const conditional = rules.filter(({ at }) => at === '').flatMap(({ show }) => show);
    return Object.keys(schema.properties ?? {}).some((name) => !conditional.includes(name));
  });
}
