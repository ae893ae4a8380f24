import type pg from 'pg';
import type { StepAnswers } from '../../model/body';
import { isRecord } from '../../model/paths';
import { isSealed, openValue } from '../crypto/sealedAnswers';
import { applicantFlows, type Forms } from '../forms/forms';
import { stepBound } from '../steps/openStep';

/** The answers of an application by step and section, in clear. */
export type SignedAnswers = Record<string, StepAnswers>;

/**
 * The steps that no signature covers. Every other row of an application was signed: also that of a step which the flow does not have
 * any more, so that a changed flow makes no signed record look changed.
 */
export function unsignedSteps({ catalogue }: Pick<Forms, 'catalogue'>): string[] {
  const steps = applicantFlows.flatMap((flow) => catalogue.flow(flow).steps);
  return steps.filter(({ signed }) => !signed).map(({ id }) => id);
}

/**
 * The signed steps exactly as they lie in their rows, without what a reader would take out or bring up to date.
 * A sealed answer that was changed or moved from another row is left out.
 */
export async function readSignedAnswers(
  db: pg.Pool | pg.PoolClient,
  trn: string,
  key: Buffer,
  unsigned: readonly string[],
): Promise<SignedAnswers> {
  const { rows } = await db.query<{ step: string; data: StepAnswers }>(
    'select step, data from step_answer where trn = $1 and step <> all($2)',
    [trn, unsigned],
  );
  return Object.fromEntries(
    rows.map(({ step, data }) => [step, opened(data, key, stepBound(trn, step)) as StepAnswers]),
  );
}

/** Opens by what a value is, not by a schema: schemas change after an application was signed. */
function opened(value: unknown, key: Buffer, bound: string): unknown {
  if (Array.isArray(value)) return value.map((one) => opened(one, key, bound));
  if (!isRecord(value)) return value;
  // What cannot be opened is gone: the digest tells whether it was there when the record was made.
  if (isSealed(value)) return openValue(value, key, bound, () => undefined);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, opened(inner, key, bound)]));
}
