import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createKeyring, dataKeys } from '../../../../src/server/platform/crypto/keyRepository';
import { completeSteps, expectRecords, get } from '../../../support/fillSteps';
import { upload } from '../../../support/multipart';
import { openServer } from '../../../support/openServer';
import { sampleJpeg } from '../../../support/sampleFiles';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { engines } from '../../../support/serverFixture';

describe.each(engines)('the decryption of stored values on $name', async (engine) => {
  const server = await openServer(engine);
  const robin = await registerApplicant(server);
  beforeAll(async () => {
    await completeSteps(server, robin, 'applicant-details');
  });

  it('opens no answer that was moved from another row of the same applicant', async () => {
    const read = () => get(server, robin, `/api/contextual/getdetails/${robin.trn}`);
    expectRecords(await read());
    await server.deps.db.query(
      `update step_answer set data = jsonb_set(data, '{applicant-details,co_occupants,fields,0,dob}',
         (select data #> '{personal-details,DOB}' from step_answer where trn = $1 and step = 'identification'))
       where trn = $1 and step = 'applicant-details'`,
      [robin.trn],
    );
    const warn = vi.spyOn(server.deps.log, 'warn');
    const moved = 'applicant-details/co_occupants/fields/0/dob';
    // The response starts with the applicant's own date of birth. The year is matched as a separate number, because a
    // random id may contain its digits.
    const { applicant, ...questions } = expectRecords(await read());
    expect(JSON.stringify(applicant)).toContain('1990-04-12');
    expect(JSON.stringify(questions)).not.toMatch(/\b1990\b/);
    expect(warn.mock.calls).toEqual([
      [{ trn: robin.trn, step: 'applicant-details', field: moved }, expect.any(String)],
    ]);
  });

  it('opens no file that was moved to the place of another', async () => {
    const [one, other] = [await store(), await store()];
    await server.deps.files.write(other.path, await server.deps.files.read(one.path));
    expect((await get(server, robin, `/api/applicant/getdocumentImg/${one.id}`)).statusCode).toBe(200);
    expect((await get(server, robin, `/api/applicant/getdocumentImg/${other.id}`)).statusCode).toBe(500);
  });

  it('has a separate key for each applicant, which decrypts in no other row', async () => {
    const [mine, theirs] = [await registerApplicant(server), await registerApplicant(server)];
    const { db, config } = server.deps;
    const keyOf = ({ trn }: TestApplicant) => createKeyring(db, dataKeys(config)).keyOf(trn);
    expect(await keyOf(mine)).not.toEqual(await keyOf(theirs));
    await db.query(
      'update applicant_key set wrapped = (select wrapped from applicant_key where trn = $1) where trn = $2',
      [mine.trn, theirs.trn],
    );
    await expect(keyOf(theirs)).rejects.toThrow();
  });

  async function store(): Promise<{ id: unknown; path: string }> {
    const { id, blob_path } = expectRecords(
      await upload(server, robin, 2, { name: 'a.jpg', content: await sampleJpeg() }),
    );
    return { id, path: String(blob_path) };
  }
});
