import { useState } from 'react';
import { useIncomeChecks } from '../../engine/useIncomeChecks';
import { matchesAnyNode } from '../../model/answers/paths';
import type { DocumentChecks } from '../../model/formContext';
import type { IncomeChecks } from '../../model/income/checks/documentChecks';
import type { LoadedStep } from '../form/loadedStep';
import type { StepFormState } from '../form/useStepForm';

/** Returns the server's warnings until the open panel shows a check that hasn't passed. */
export function useWarnings(
  { panels, warnings }: LoadedStep,
  { place }: StepFormState,
  checks: DocumentChecks | undefined,
): readonly string[] {
  const found = useIncomeChecks(checks);
  const [isShown, setShown] = useState(false);
  const open = place.isFolded ? undefined : panels[place.open];
  const isOnCard = found && open?.sections.some(({ served }) => holdsOpenCheck(found)(served.schema));
  if (isOnCard && !isShown) setShown(true);
  return isShown || isOnCard ? [] : warnings;
}

const holdsOpenCheck = (found: IncomeChecks) =>
  matchesAnyNode(({ 'x-document': id }) => id !== undefined && hasOpenCheck(found, id));

function hasOpenCheck({ validation_messages }: IncomeChecks, documentId: number): boolean {
  const sources = Object.values(validation_messages[documentId] ?? {});
  return sources.some(({ applicant }) =>
    applicant.some(({ isDeleted, outcome }) => !isDeleted && outcome !== 'passed'),
  );
}
