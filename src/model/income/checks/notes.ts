import { documentTypes } from '../../section/documentTypes';
import type { IncomeChecks, ValidationMessage } from './documentChecks';
import { findRule } from './rules';

export type FileChecks = readonly [ValidationMessage, ...ValidationMessage[]];

export const hasAny = (found: readonly ValidationMessage[]): found is FileChecks => found.length > 0;

export type FileOutcome = 'failed' | 'confirm' | 'answered' | 'inconclusive' | 'confirmed';

/** Returns the checks, most serious first. */
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

/**
 * Leaves out checks that a confirmation resolved: a scan with correct content needs no note that it isn't an
 * original.
 */
export function withoutAnswered(found: readonly ValidationMessage[]): ValidationMessage[] {
  const resolvedRules = found
    .filter(({ asksConfirmation }) => asksConfirmation)
    .flatMap(({ rule }) => answeredRules(rule));
  return found.filter(({ rule }) => !resolvedRules.includes(rule));
}

/** Rules of the same file that confirming this one resolves too. */
export const answeredRules = (rule: string): readonly string[] => findRule(rule)?.settles ?? [];

/** Returns the checks to answer, failed ones first. */
export function waitingChecks(found: readonly ValidationMessage[]): ValidationMessage[] {
  const waiting = withoutAnswered(found).filter(waitsForAnswer);
  const isFailed = ({ outcome }: ValidationMessage) => outcome === 'failed';
  return [...waiting.filter(isFailed), ...waiting.filter((check) => !isFailed(check))];
}

export function outcomeOf(found: FileChecks): FileOutcome {
  const [first] = waitingChecks(found);
  if (first) return first.outcome === 'failed' ? 'failed' : 'confirm';
  const own = withoutAnswered(found);
  if (own.some(({ outcome }) => outcome === 'failed')) return 'answered';
  return own.some(({ answer }) => !answer) ? 'inconclusive' : 'confirmed';
}

export function waitsForAnswer({ outcome, asksConfirmation, answer }: ValidationMessage): boolean {
  return !answer && (outcome === 'failed' || asksConfirmation === true);
}

const ANSWERED: FileOutcome[] = ['answered', 'confirmed'];

/** Counts the files in these sections that need attention. */
export function countSectionNotes(checks: IncomeChecks, sections: readonly string[]): number {
  const types = documentTypes().filter(({ rows }) => rows && sections.includes(rows.section));
  return types.reduce((count, { id }) => count + countNotes(checks, id), 0);
}

export function countNotes(checks: IncomeChecks, documentId: number): number {
  const sources = Object.keys(checks.validation_messages[documentId] ?? {}).map((key) =>
    Number(key.replace('source_', '')),
  );
  return sources.reduce((count, source) => count + countSourceNotes(checks, documentId, source), 0);
}

/** Counts the files of a source that need attention. */
export function countSourceNotes(checks: IncomeChecks, documentId: number, sourceId: number): number {
  const files = openByFile(checksOf(checks, documentId, sourceId));
  return files.filter((file) => !ANSWERED.includes(outcomeOf(file))).length;
}
