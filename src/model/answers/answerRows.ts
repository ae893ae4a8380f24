import type { Answers, Flow } from '../types';
import { type Migration, migrateSection } from './migrations';
import { ownMember } from './paths';
import type { StepAnswers } from './stepBody';

/** A stored step. Its field names are those of `schema_version`. */
export interface AnswerRow {
  step: string;
  data: StepAnswers | null;
  schema_version: string | null;
}

export interface FoundAnswers<Row> {
  answers: Answers;
  row: Row;
}

/**
 * Finds each section's answers in the step's own row, or else in another step's row, because sections can move. `rows`
 * are newest first.
 */
export function findAnswers<Row extends AnswerRow>(
  rows: readonly Row[],
  { step, sections }: { step: string; sections: readonly string[] },
  migrationsFrom: (version: string | null) => readonly Migration[],
): Record<string, FoundAnswers<Row>> {
  const own = rows.filter((row) => row.step === step);
  const others = rows.filter((row) => row.step !== step);
  const found = new Map<string, FoundAnswers<Row>>();
  for (const row of [...own, ...others])
    for (const [name, stored] of Object.entries(row.data ?? {})) {
      const now = migrateSection(name, stored, migrationsFrom(row.schema_version));
      if (now && sections.includes(now.section) && !found.has(now.section))
        found.set(now.section, { answers: now.answers, row });
    }
  return Object.fromEntries(found);
}

export interface RowState {
  step: string;
  complete: boolean;
  sections: readonly string[];
}

/** Returns the step ids of the rows that complete each step. A row can have a former step id. */
export function rowsOfDone(
  flow: Flow,
  rows: readonly RowState[],
  namesOf: (section: string) => readonly string[],
): Record<string, string[]> {
  const ids = flow.steps.map(({ id }) => id);
  const orphans = rows.filter(({ step }) => !ids.includes(step));
  const each = flow.steps.map(({ id, sections }) => {
    const own = rows.filter(({ step }) => step === id);
    const names = sections.map(({ section }) => namesOf(section));
    const share = (row: RowState) => names.filter((all) => all.some((name) => row.sections.includes(name))).length;
    // At least half of the sections must match, because a single section may have moved here earlier.
    const matching = own.length ? own : orphans.filter((row) => share(row) > 0 && share(row) * 2 >= names.length);
    return [id, matching.every(({ complete }) => complete) ? matching.map(({ step }) => step) : []] as const;
  });
  return Object.fromEntries(each.filter(([, held]) => held.length > 0));
}

/** Returns the step ids of the rows that complete a step. */
export const findDoneRows = (done: Readonly<Record<string, string[]>>, step: string): string[] =>
  ownMember(done, step) ?? [];
