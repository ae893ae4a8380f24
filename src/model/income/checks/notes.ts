import type { StoredDocument } from '../../formContext';
import type { IncomeChecks, ValidationMessage } from './documentChecks';

export type FileChecks = readonly [ValidationMessage, ...ValidationMessage[]];

export const hasAny = (found: readonly ValidationMessage[]): found is FileChecks => found.length > 0;

export type FileOutcome = 'failed' | 'confirm' | 'answered' | 'inconclusive' | 'unread';

/** Returns a source's checks, except deleted checks. */
export function checksOf(
  { validation_messages }: IncomeChecks,
  documentId: number,
  sourceId: number,
): ValidationMessage[] {
  const all = validation_messages[documentId]?.[`source_${sourceId}`]?.applicant ?? [];
  return all.filter(({ isDeleted }) => !isDeleted);
}

/** Groups open checks by file, in upload order. Checks of the whole source come last. */
export function openByFile(found: readonly ValidationMessage[]): FileChecks[] {
  const files = new Map<number | null, [ValidationMessage, ...ValidationMessage[]]>();
  for (const check of found.filter(({ outcome }) => outcome !== 'passed')) {
    const before = files.get(check.document);
    if (before) before.push(check);
    else files.set(check.document, [check]);
  }
  const last = Number.POSITIVE_INFINITY;
  return [...files.values()].sort(([{ document: one }], [{ document: other }]) => (one ?? last) - (other ?? last));
}

/** Returns the checks that the applicant has to resolve, failed checks first. */
export function waitingChecks(found: readonly ValidationMessage[]): ValidationMessage[] {
  const waiting = found.filter(waitsForAnswer);
  const isFailed = ({ outcome }: ValidationMessage) => outcome === 'failed';
  return [...waiting.filter(isFailed), ...waiting.filter((check) => !isFailed(check))];
}

export function outcomeOf(found: FileChecks): FileOutcome {
  const [first] = waitingChecks(found);
  if (first) return first.outcome === 'failed' ? 'failed' : 'confirm';
  if (found.some(({ outcome }) => outcome === 'failed')) return 'answered';
  if (found.every(isForOffice)) return 'unread';
  return found.some(({ answer }) => !answer) ? 'inconclusive' : 'answered';
}

export function waitsForAnswer({ outcome, asksConfirmation, answer }: ValidationMessage): boolean {
  return !answer && (outcome === 'failed' || asksConfirmation === true);
}

const isForOffice = ({ outcome, noAnswer, answer }: ValidationMessage): boolean =>
  outcome === 'inconclusive' && noAnswer === true && !answer;

const NOTED: readonly (string | undefined)[] = ['failed', 'confirm', 'inconclusive'] satisfies FileOutcome[];

/** True if the file needs the applicant's attention. */
export const isNoted = (status: string | undefined): boolean => NOTED.includes(status);

export type StoredFile = Pick<StoredDocument, 'id' | 'document_id' | 'source_id' | 'blob_path'>;

/** Returns the files whose paths appear in the answers. */
export function filesInAnswers<File extends StoredFile>(files: readonly File[], answers: unknown): File[] {
  const text = JSON.stringify(answers);
  return files.filter(({ blob_path }) => text.includes(blob_path));
}

export function countNotes(checks: IncomeChecks, documentId: number): number {
  const sources = Object.keys(checks.validation_messages[documentId] ?? {}).map((key) =>
    Number(key.replace('source_', '')),
  );
  return sources.reduce((count, source) => count + countSourceNotes(checks, documentId, source), 0);
}

/** Counts a source's files that need attention, plus 1 if checks of the whole source need attention. */
export function countSourceNotes(checks: IncomeChecks, documentId: number, sourceId: number): number {
  const files = openByFile(checksOf(checks, documentId, sourceId));
  return files.filter((file) => isNoted(outcomeOf(file))).length;
}
