import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createAuditRepository } from '../../../../src/server/applications/record/auditRepository';
import { sweepRows } from '../../../../src/server/features';
import { findTrn } from '../../../../src/server/features/erasure/erasureRepository';
import { removeAbandonedApplications } from '../../../../src/server/features/erasure/removeAbandonedApplications';
import { nameMatches } from '../../../../src/server/features/office/searchRepository';
import { maintainFiles } from '../../../../src/server/platform/files/sweepFiles';
import { MAX_ATTEMPTS } from '../../../../src/server/platform/jobs/jobs';
import { completeSteps, expectRecords, get, paymentBody, post } from '../../../support/fillSteps';
import { openServer } from '../../../support/openServer';
import { registerApplicant } from '../../../support/serverApplicants';
import { engines } from '../../../support/serverFixture';

/** Tables with applicants' rows. Tables that an operator fills stay small. */
const GROWING = [
  ...['account', 'application', 'session', 'refresh_token', 'single_use_token', 'idempotency', 'rate_limit', 'job'],
  ...['applicant_key', 'step_answer', 'draft', 'document', 'document_reading', 'source', 'income_check', 'barcode'],
  ...['stored_file'],
  ...['payment', 'payment_event', 'consent', 'scan_link', 'audit_log', 'audit_entry'],
];

/** Statements that read all jobs: at a start with the embedded database, and for an erasure. */
const RARE_STATEMENTS = /^update job set run_at = now\(\)|^delete from job where payload/;

interface Statement {
  text: string;
  values: unknown[];
}

const engine = engines.at(-1);

describe(`the plan of every statement on ${engine?.name}`, async () => {
  const seen = new Map<string, Statement>();
  const server = await openServer(engine);
  const robin = await registerApplicant(server);
  beforeAll(async () => {
    const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
      note(given);
      return query.apply(this, given);
    } as never);
    await goThrough();
    vi.restoreAllMocks();
  });

  function note([first, second]: unknown[]): void {
    const { text, values = second } = typeof first === 'string' ? { text: first } : (first as Partial<Statement>);
    if (text) seen.set(text.trim(), { text: text.trim(), values: Array.isArray(values) ? values : [] });
  }

  /** Opens pages, saves, and runs background work, to collect the statements. */
  async function goThrough(): Promise<void> {
    const { deps } = server;
    await completeSteps(server, robin);
    await server.drain();
    for (const page of ['application/identification', 'application/applicant-details', 'application/income'])
      expectRecords(await get(server, robin, `/api/open/${page}`));
    await server.app.inject({
      method: 'PUT',
      url: `/api/drafts/${robin.trn}/payment`,
      headers: robin.headers,
      payload: { answers: {} },
    });
    expectRecords(await get(server, robin, `/api/drafts/${robin.trn}/payment`));
    expectRecords(await get(server, robin, '/api/open/application/payment'));
    expectRecords(
      await post(server, robin, '/api/payment', await paymentBody(server, robin), { 'idempotency-key': 'pay-once' }),
    );
    await server.drain();
    for (const page of ['open/success/summary', `record/${robin.trn}`, 'users/sessions'])
      expectRecords(await get(server, robin, `/api/${page}`));
    await createAuditRepository(deps.db).findDocument('digest');
    await createAuditRepository(deps.db).findDocumentByRecord('record');
    await findTrn(deps.db, '100001');
    await deps.stores.links.listBySubscriber('demo');
    await maintainFiles(deps, { info: () => {}, warn: expect.unreachable }, true);
    await sweepRows(deps);
    await removeAbandonedApplications(deps);
    const idle = await registerApplicant(server);
    await deps.db.query(`update application set active_at = now() - interval '2 years' where trn = $1`, [idle.trn]);
    await removeAbandonedApplications(deps);
    await deps.db.query(`update application set warned_at = now() - interval '1 year' where trn = $1`, [idle.trn]);
    await removeAbandonedApplications(deps);
  }

  /** Lists tables that a statement scans even though scans are made expensive, so no index fits. */
  async function scansOf(client: pg.PoolClient, { text, values }: Statement): Promise<string[]> {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>({ text: `explain ${text}`, values });
    const scanned = rows.flatMap((row) => /Seq Scan on (\w+)/.exec(row['QUERY PLAN'])?.[1] ?? []);
    return scanned.filter((table) => GROWING.includes(table)).map((table) => `${table}: ${text}`);
  }

  it('never scans a whole table that grows with the applicants', async () => {
    const client = await server.deps.db.connect();
    const found: string[] = [];
    try {
      await client.query('set enable_seqscan = off');
      for (const statement of seen.values())
        if (/^(with|select|insert|update|delete)/i.test(statement.text) && !RARE_STATEMENTS.test(statement.text))
          found.push(...(await scansOf(client, statement)));
    } finally {
      await client.query('reset enable_seqscan');
      client.release();
    }
    expect(seen.size).toBeGreaterThan(80);
    expect(found).toEqual([]);
  });

  it('reads only waiting jobs, also with many failed ones', async () => {
    const client = await server.deps.db.connect();
    const search = [...seen.values()].find(({ text }) => /from job where \(run_at <= now\(\)/.test(text));
    try {
      await client.query('begin');
      await client.query(
        `insert into job (kind, payload, attempts, error, given_up_at)
         select 'mail', '{}', ${MAX_ATTEMPTS}, 'no SMTP', now() from generate_series(1, 20000)`,
      );
      await client.query('analyze job');
      const { rows } = await client.query({ text: `explain ${search?.text}`, values: search?.values });
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('job_waiting');
      expect(plan).not.toContain('Seq Scan');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('uses an index to find members of a household by name', async () => {
    const client = await server.deps.db.connect();
    // The table is too small for an index otherwise.
    await client.query('set enable_seqscan = off');
    const query = `explain select trn from household_member m where ${nameMatches('m').replaceAll('$2', "'jo%'")}`;
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(query).finally(() => client.release(true));
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    for (const name of ['household_member_first', 'household_member_last']) expect(plan).toContain(`Scan on ${name}`);
  });

  it('has an index to find the rows that refer to a deleted row', async () => {
    const { rows } = await server.deps.db.query<{ pointer: string }>(
      `
      select c.conrelid::regclass || '.' || a.attname as pointer
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid::regclass::text = any($1)
        and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indpred is null)`,
      [GROWING],
    );
    expect(rows).toEqual([]);
  });
});
