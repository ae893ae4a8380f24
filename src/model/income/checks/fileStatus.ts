import type { StoredDocument } from '../../formContext';
import { hasRole } from '../../section/documentTypes';
import type { Coverage, IncomeChecks, ValidationMessage } from './documentChecks';
import { checksOf, type FileOutcome, hasAny, outcomeOf, waitingChecks } from './notes';
import { isChecked } from './rules';

/**
 * `received`: only the office checks the file. `unread`: we couldn't read it, so the office checks it. `unneeded`: other
 * files cover all weeks or months.
 */
export type CheckStatus = FileOutcome | 'good' | 'reading' | 'received' | 'unneeded';

/** Returns the overall result of checks. Without checks, returns `reading` while files are being read. */
export function findCheckStatus(found: readonly ValidationMessage[], isReading: boolean): CheckStatus | undefined {
  const open = found.filter(({ outcome }) => outcome !== 'passed');
  if (hasAny(open)) return outcomeOf(open);
  if (found.length > 0) return 'good';
  return isReading ? 'reading' : undefined;
}

/** Returns a file's status, or undefined if the status isn't known yet. */
export function findFileStatus(
  state: IncomeChecks,
  { id, document_id, source_id }: Pick<StoredDocument, 'id' | 'document_id' | 'source_id'>,
): CheckStatus | undefined {
  const found = checksOf(state, document_id, source_id).filter(({ document }) => document === id);
  if (isOfWrongType(found) && isCovered(findCoverage(state, document_id, source_id))) return 'unneeded';
  const status = findCheckStatus(found, state.reading > 0 && isChecked(document_id));
  return status ?? (hasRole('source', document_id) ? undefined : 'received');
}

function isOfWrongType(found: readonly ValidationMessage[]): boolean {
  const [first] = waitingChecks(found);
  return first?.rule === 'class' && first.outcome === 'failed';
}

const isCovered = (coverage: Coverage | undefined): boolean =>
  coverage?.needed.every(({ covered }) => covered) ?? false;

/** Returns the weeks or months that a source's files must cover, and which of them are covered. */
export function findCoverage({ coverage }: IncomeChecks, documentId: number, sourceId: number): Coverage | undefined {
  const found = coverage[documentId]?.[`source_${sourceId}`];
  return found?.needed.length ? found : undefined;
}
