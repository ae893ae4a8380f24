import type pg from 'pg';

/** Whether the application was submitted: what the four steps ask can no longer be changed then. */
export async function isSubmitted(db: pg.Pool, trn: string): Promise<boolean> {
  const { rowCount } = await db.query('select from application where trn = $1 and submitted_at is not null', [trn]);
  return rowCount === 1;
}

/** Marks a submitted application as in review; false when it was not submitted. */
export async function putInReview(db: pg.Pool, trn: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'update application set in_review = true where trn = $1 and submitted_at is not null',
    [trn],
  );
  return rowCount === 1;
}
