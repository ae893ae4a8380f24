import { beforeAll, describe, expect, it } from 'vitest';
import type { IncomeChecks } from '../../../../src/model/income/checks/documentChecks';
import { readDocument } from '../../../../src/server/applications/documents/storeDocument';
import { recentStubs } from '../../../sampleDocuments/recentDocuments';
import { expectRecords, get, post } from '../../../support/fillSteps';
import { multipartBody, postMultipart } from '../../../support/multipart';
import { openServer } from '../../../support/openServer';
import { registerApplicant } from '../../../support/serverApplicants';
import { engines } from '../../../support/serverFixture';

const PASSWORD = 'hunter-9-vault';

describe.each(engines)('a locked PDF on $name', { timeout: 60_000 }, async (engine) => {
  let content: Buffer;
  const server = await openServer(engine);
  const robin = await registerApplicant(server);
  beforeAll(async () => {
    content = await recentStubs({}, undefined, PASSWORD);
    expectRecords(await post(server, robin, '/api/income/addsource', { trn_id: robin.trn, document_id: 3 }));
  });

  const put = (password?: string) => {
    const fields = { trn_id: robin.trn, document_id: '3', source_id: '1', ...(password && { password }) };
    const body = multipartBody({ fields, name: 'stub.pdf', content });
    return postMultipart(server, robin, '/api/applicant/document', body);
  };
  const checks = async () =>
    expectRecords(await get(server, robin, `/api/income/checks/${robin.trn}`)) as unknown as IncomeChecks;

  it('needs its password, and reports a wrong one', async () => {
    expect((await put()).json()).toMatchObject({ status: 400, code: 'filePasswordNeeded' });
    expect((await put('hunter-8')).json()).toMatchObject({ status: 400, code: 'filePasswordWrong' });
  });

  it('is read during the upload, stored unchanged, and keeps its result after the password is deleted', async () => {
    const { id } = expectRecords(await put(PASSWORD));
    expect((await checks()).monthly_avr_gross).toEqual({ 1: 4333.33 });
    // The reading job finds the file locked, and keeps the known results.
    await server.drain();
    const after = await checks();
    expect(after).toMatchObject({ reading: 0, monthly_avr_gross: { 1: 4333.33 } });
    const messages = after.validation_messages['3']?.source_1?.applicant ?? [];
    expect(messages.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    const stored = await server.deps.stores.documents.find(robin.trn, Number(id));
    if (!stored) throw new Error('the locked file is not stored');
    expect((await readDocument(server.deps, stored, 'file')).equals(content)).toBe(true);
  });

  it("doesn't store its password in any table", async () => {
    const { rows: tables } = await server.deps.db.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    for (const { name } of tables) {
      const { rows } = await server.deps.db.query(`select 1 from "${name}" t where t::text like $1`, [`%${PASSWORD}%`]);
      expect(rows, name).toEqual([]);
    }
    expect(tables.length).toBeGreaterThan(10);
  });
});
