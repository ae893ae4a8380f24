import { isDeepStrictEqual } from 'node:util';
import type { UnsavedSection } from '../../../contract/payment';
import type { Answers } from '../../../model/types';
import type { Applicant } from '../../platform/sessions/sessions';
import type { ApplicationDeps } from '../applicationDeps';
import { type OpenStep, openStep, openSubmission } from './openStep';
import { earlierSteps } from './saveStep';
import { restoreReadOnly } from './validateStep';

/** Returns sections that changed after their last save, because only saved answers are signed. */
export async function findUnsavedSections(deps: ApplicationDeps, applicant: Applicant): Promise<UnsavedSection[]> {
  const last = await openSubmission(deps, applicant);
  const steps = earlierSteps(deps, last).map(({ id }) => openStep(deps, applicant, last.flow, id));
  return (await Promise.all(steps)).flatMap((open) => unsavedIn(deps, open));
}

function unsavedIn(deps: Pick<ApplicationDeps, 'forms'>, open: OpenStep): UnsavedSection[] {
  const drafts = open.drafts();
  const names = open.step.sections.map(({ section }) => section);
  const unsaved = names.filter(
    (section) => open.lostSections.includes(section) || isUnsaved(deps, open, section, drafts[section]),
  );
  return unsaved.map((section) => ({ step: open.step.id, section }));
}

function isUnsaved(
  deps: Pick<ApplicationDeps, 'forms'>,
  open: OpenStep,
  section: string,
  draft: Answers | undefined,
): boolean {
  if (!draft) return false;
  const saved = open.answers[section] ?? {};
  const checker = deps.forms.getChecker(section, open.settings);
  const normalize = (answers: Answers) => checker.check(answers, open.context).answers;
  return !isDeepStrictEqual(normalize(restoreReadOnly(open.schemaOf(section), draft, saved)), normalize(saved));
}
