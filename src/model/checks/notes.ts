import type { IncomeChecks, ValidationMessage } from './findings';

/** The checks of one file, or of all files together, with at least one check. */
export type FileChecks = readonly [ValidationMessage, ...ValidationMessage[]];

export type FileOutcome = 'failed' | 'confirm' | 'answered' | 'inconclusive' | 'confirmed';

/** The verdicts on one source that stand, in the server's order: the weightiest first. */
export function checksOf(
  { validation_messages }: IncomeChecks,
  documentId: number,
  sourceId: number,
): ValidationMessage[] {
  const all = validation_messages[documentId]?.[`source_${sourceId}`]?.applicant ?? [];
  return all.filter(({ isDeleted }) => !isDeleted);
}

/** What did not simply pass, the checks of each file together, in the order of upload; what is said of all files comes last. */
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

/** The one verdict on a file, by all that was found in it. */
export function outcomeOf(found: FileChecks): FileOutcome {
  const waiting = found.filter(waitsForAnswer);
  if (waiting.length > 0) return waiting.some(({ outcome }) => outcome === 'failed') ? 'failed' : 'confirm';
  if (found.some(({ outcome }) => outcome === 'failed')) return 'answered';
  return found.some(({ answer }) => !answer) ? 'inconclusive' : 'confirmed';
}

/** Whether the applicant has yet to say something about it. */
export function waitsForAnswer({ outcome, asksConfirmation, answer }: ValidationMessage): boolean {
  return !answer && (outcome === 'failed' || asksConfirmation === true);
}

/** Verdicts that stand as they are. */
const SETTLED: FileOutcome[] = ['answered', 'confirmed'];

/** How many files of a document type, over all of its sources, wait for a look. */
export function countNotes(checks: IncomeChecks, documentId: number): number {
  const sources = Object.keys(checks.validation_messages[documentId] ?? {}).map((key) =>
    Number(key.replace('source_', '')),
  );
  return sources.reduce((count, source) => {
    const files = openByFile(checksOf(checks, documentId, source));
    return count + files.filter((file) => !SETTLED.includes(outcomeOf(file))).length;
  }, 0);
}
