import type { StoredDocument } from '../../formContext';
import { hasRole } from '../../section/documentTypes';
import type { IncomeChecks, ValidationMessage } from './documentChecks';
import { checksOf, type FileOutcome, hasAny, outcomeOf } from './notes';
import { isChecked } from './rules';

/** `received`: not read by the portal. */
export type CheckStatus = FileOutcome | 'good' | 'reading' | 'received';

/** Returns the overall result of checks. Undefined without checks. */
export function findCheckStatus(found: readonly ValidationMessage[], isReading: boolean): CheckStatus | undefined {
  const open = found.filter(({ outcome }) => outcome !== 'passed');
  if (hasAny(open)) return outcomeOf(open);
  if (found.length > 0) return 'good';
  return isReading ? 'reading' : undefined;
}

/** Returns a file's result. Undefined if its checks haven't arrived. */
export function findFileStatus(
  state: IncomeChecks,
  { id, document_id, source_id }: Pick<StoredDocument, 'id' | 'document_id' | 'source_id'>,
): CheckStatus | undefined {
  const found = checksOf(state, document_id, source_id).filter(({ document }) => document === id);
  const status = findCheckStatus(found, state.reading > 0 && isChecked(document_id));
  return status ?? (hasRole('source', document_id) ? undefined : 'received');
}
