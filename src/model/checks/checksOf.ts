import type { Coverage, IncomeChecks, ValidationMessage } from './findings';

const ORDER = ['failed', 'inconclusive', 'passed'];

/** The verdicts on one source that stand, failed ones first. */
export function checksOf(
  { validation_messages }: IncomeChecks,
  documentId: number,
  sourceId: number,
): ValidationMessage[] {
  const all = validation_messages[documentId]?.[`source_${sourceId}`]?.applicant ?? [];
  return all
    .filter(({ isDeleted }) => !isDeleted)
    .sort((one, other) => ORDER.indexOf(one.outcome) - ORDER.indexOf(other.outcome));
}

/** Which weeks or months the documents of one source cover; undefined where none are asked for. */
export function coverageOf({ coverage }: IncomeChecks, documentId: number, sourceId: number): Coverage | undefined {
  const found = coverage[documentId]?.[`source_${sourceId}`];
  return found?.needed.length ? found : undefined;
}
