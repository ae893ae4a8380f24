import type pg from 'pg';

const TABLE = 'job';
const columns = (alias: string) => `${alias}.kind, ${alias}.attempts`;

/** Statements that rowTypes.test.ts must find and check. They are never run. */
export async function incorrectStatements(db: pg.Pool, sort: string): Promise<unknown[]> {
  const findOne = async <Row extends pg.QueryResultRow>(sql: string) => (await db.query<Row>(sql)).rows[0];
  const { rows: untyped } = await db.query('select id from job');
  return [
    await findOne<{ kind: string; attempts: number }>(`select ${columns('j')} from ${TABLE} j`),
    await findOne<{ id: number; run_at: string }>('select id, run_at from job'),
    await db.query<{ kind: string; size: number }>({ name: 'named', text: 'select kind from job', values: [] }),
    await db.query<{ error: string }>('select error, kind from job'),
    await db.query<{ kind: string }>('select kind from jobs'),
    await db.query<{ kind: string }>(`select kind from job order by ${sort}`),
    untyped,
  ];
}
