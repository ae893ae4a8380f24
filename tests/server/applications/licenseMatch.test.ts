// cspell:ignore pudimos código barras
import { describe, expect, it } from 'vitest';
import { inventHolder, licensePayload } from '../../../e2e/support/scan/licensePayload';
import { createRandom } from '../../../e2e/support/scan/random';
import type { StepRecords } from '../../../src/contract/steps';
import { saveBarcode } from '../../../src/server/applications/documents/barcodes';
import { eachApplicant } from '../../support/eachApplicant';
import { answersOf, bodyOf, expectRecords, get, post, postStep } from '../../support/fillSteps';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import { engines, type TestServer } from '../../support/serverFixture';

const other = { ...inventHolder(createRandom(7)), first: 'ROBERTA', last: 'HALE' };

describe.each(engines)("a license that differs from the applicant's answers on $name", (engine) => {
  let server: TestServer;
  let robin: TestApplicant;
  eachApplicant(engine, (...now) => {
    [server, robin] = now;
  });

  /** Saves step 1 and the barcode of its license, by default someone else's. Returns the back's document id. */
  async function saved(barcode: string | null = licensePayload(other)): Promise<number> {
    const answers = await answersOf(server, robin, 'identification');
    expectRecords(await postStep(server, robin, 'identification', bodyOf(server, robin, 'identification', answers)));
    const files = expectRecords(await get(server, robin, `/api/applicant/getiddocumentstatus/${robin.trn}`));
    const back = Object.values(files as Record<string, { id: number; document_id: number }>).find(
      (one) => one.document_id === 13,
    );
    await saveBarcode(server.deps, robin.trn, Number(back?.id), barcode ?? undefined);
    return Number(back?.id);
  }
  const match = async () => expectRecords(await get(server, robin, `/api/applicant/licencematch/${robin.trn}`));
  const choose = (choice: Record<string, unknown>) => post(server, robin, '/api/applicant/licencematch', choice);
  const applicant = async () =>
    expectRecords(await get(server, robin, `/api/applicant/getidentification/${robin.trn}`)).applicant as Record<
      string,
      string
    >;

  it('reports both differences, and step 2 has the check’s data', async () => {
    const document = await saved();
    expect(await match()).toMatchObject({
      document,
      name_matched: false,
      DOB_matched: false,
      differences: [
        { part: 'name', typed: 'Robin Hale', document: 'ROBERTA HALE' },
        { part: 'DOB', typed: '1990-04-12' },
      ],
    });
    const step2 = expectRecords(await get(server, robin, `/api/contextual/getdetails/${robin.trn}`));
    expect(step2).toMatchObject({
      applicant: { first_name: 'Robin', last_name: 'Hale', DOB: '1990-04-12' },
      identification_data: { availableToUpload_id: 'Yes' },
      licence_match: { document },
    });
    expect((step2.identification_data as { Barcodedata: unknown[] }).Barcodedata).toHaveLength(12);
  });

  it("replaces the typed names with those of the document, keeps the typed date, and doesn't ask again", async () => {
    const document = await saved();
    expectRecords(await choose({ document, name: 'document', DOB: 'typed' }));
    expect(await applicant()).toMatchObject({ first_name: 'ROBERTA', last_name: 'HALE', DOB: '1990-04-12' });
    expect(await match()).toMatchObject({ name_matched: true, DOB_matched: true, differences: [] });
    const detail = expectRecords(await get(server, robin, '/api/users/applicationdetail'));
    expect(detail).toMatchObject({ first_name: 'ROBERTA', last_name: 'HALE' });
  });

  it('overwrites the date of birth, which stays encrypted', async () => {
    const document = await saved();
    const [, { document: born }] = (await match()).differences as [unknown, { document: string }];
    expectRecords(await choose({ document, name: 'typed', DOB: 'document' }));
    expect(await applicant()).toMatchObject({ first_name: 'Robin', DOB: born });
    const { rows } = await server.deps.db.query('select data from step_answer where trn = $1', [robin.trn]);
    expect(JSON.stringify(rows)).not.toContain(born);
  });

  it('also changes the names in a draft that was typed later', async () => {
    const document = await saved();
    const url = `/api/drafts/${robin.trn}/personal-details`;
    const answers = { ...(await applicant()), middle_name: 'Typed later' };
    await server.app.inject({ method: 'PUT', url, headers: robin.headers, payload: { answers } });
    expectRecords(await choose({ document, name: 'document' }));
    expect(expectRecords(await get(server, robin, url)).answers).toMatchObject({
      first_name: 'ROBERTA',
      middle_name: 'Typed later',
    });
  });

  describe('on the card of the back side', () => {
    const card = async () => {
      const { validation_messages, checks } = expectRecords(
        await get(server, robin, `/api/applicant/getidentification/${robin.trn}`),
      ) as Pick<StepRecords, 'validation_messages' | 'checks'>;
      for (const route of ['checks', 'getdetails'])
        expect(
          expectRecords(await get(server, robin, `/api/income/${route}/${robin.trn}`)).validation_messages,
        ).toEqual(validation_messages);
      expect(checks).toEqual({ reading: 0 });
      const found = validation_messages?.[13]?.source_0?.applicant ?? [];
      return found.map(({ rule, outcome, message, answer }) => [rule, outcome, message, answer]);
    };

    it('shows the differences, and those that the applicant has settled', async () => {
      const document = await saved();
      const [name, DOB] = await card();
      expect(name).toEqual([
        'name',
        'inconclusive',
        'The barcode says ROBERTA HALE, but you entered Robin Hale. If your answer is wrong, change it.',
        null,
      ]);
      expect(DOB).toEqual(['DOB', 'inconclusive', expect.stringContaining('but you entered Apr 12, 1990.'), null]);
      expectRecords(await choose({ document, name: 'typed', DOB: 'document' }));
      const [settled, corrected] = await card();
      expect(settled).toEqual([
        'name',
        'inconclusive',
        'The barcode says ROBERTA HALE. You told us that Robin Hale is correct.',
        'Robin Hale',
      ]);
      expect(corrected?.[1]).toBe('passed');
    });

    it('compares the barcode with the name in the draft', async () => {
      await saved();
      const url = `/api/drafts/${robin.trn}/personal-details`;
      const answers = { ...(await applicant()), first_name: 'Roberta' };
      await server.app.inject({ method: 'PUT', url, headers: robin.headers, payload: { answers } });
      expect((await card())[0]).toEqual([
        'name',
        'passed',
        'The barcode says ROBERTA HALE. That matches your answer.',
        null,
      ]);
    });

    it('says that the barcode is unreadable', async () => {
      await saved(null);
      expect(await card()).toEqual([
        ['barcode', 'inconclusive', 'If the photo is blurry, replace it. Otherwise, a reviewer will check it.', null],
      ]);
    });
  });

  it('deletes the choice with the document', async () => {
    const document = await saved();
    expectRecords(await choose({ document, name: 'typed', DOB: 'typed' }));
    await server.app.inject({
      method: 'DELETE',
      url: `/api/applicant/deletedocument/${document}`,
      headers: robin.headers,
    });
    expect(expectRecords(await get(server, robin, `/api/contextual/getdetails/${robin.trn}`)).licence_match).toBeNull();
    const { rows } = await server.deps.db.query('select 1 from barcode where document = $1', [document]);
    expect(rows).toEqual([]);
  });

  it.each([
    [{ first_name: 'Robyn' }, { name_matched: false, DOB_matched: true, differences: [{ part: 'name' }] }],
    [{ DOB: '1991-05-13' }, { name_matched: true, DOB_matched: false, differences: [{ part: 'DOB' }] }],
    [{ middle_name: 'Lou' }, { name_matched: true, DOB_matched: true, differences: [] }],
  ])('compares again what changed since the choice: %j', async (change, expected) => {
    const document = await saved();
    expectRecords(await choose({ document, name: 'typed', DOB: 'typed' }));
    expect(await match()).toMatchObject({ name_matched: true, DOB_matched: true });
    const { version, ...stored } = expectRecords(
      await get(server, robin, `/api/applicant/getidentification/${robin.trn}`),
    );
    const { applicant: person, identification_data, address, ssn_data } = stored as Record<string, object>;
    const body = { trn_id: robin.trn, version, identification_data, address, ssn_data };
    expectRecords(await postStep(server, robin, 'identification', { ...body, applicant: { ...person, ...change } }));
    expect(await match()).toMatchObject(expected);
  });

  it('rejects an unknown choice, and a choice for another document, for none or by another applicant', async () => {
    const document = await saved();
    expect((await choose({ document: document + 999, name: 'document' })).statusCode).toBe(404);
    expect((await choose({ document, name: 'mine' })).statusCode).toBe(422);
    expect((await choose({ name: 'document' })).statusCode).toBe(422);
    const stranger = await registerApplicant(server);
    expect((await post(server, stranger, '/api/applicant/licencematch', { document, name: 'typed' })).statusCode).toBe(
      404,
    );
  });

  it('warns of an expired license or an unreadable barcode until the document is deleted', async () => {
    const warnings = async () =>
      expectRecords(await get(server, robin, `/api/applicant/getidentification/${robin.trn}`)).validation_message;
    const document = await saved(licensePayload({ ...other, expiry: [2020, 1, 31] }));
    expect(await warnings()).toEqual([{ message: expect.stringMatching(/has expired/), isDeleted: false }]);
    await saveBarcode(server.deps, robin.trn, document, licensePayload({ ...other, expiry: [2099, 1, 31] }));
    expect(await warnings()).toEqual([]);
    await saveBarcode(server.deps, robin.trn, document, undefined);
    expect(await warnings(), 'nothing read does not take the place of something').toEqual([]);
    robin = await registerApplicant(server);
    const unread = await saved(null);
    expect(await warnings()).toEqual([
      { message: expect.stringMatching(/couldn't read the barcode/), isDeleted: false },
    ]);
    const spanish = { ...robin.headers, 'accept-language': 'es' };
    const page = await get(server, { ...robin, headers: spanish }, `/api/applicant/getidentification/${robin.trn}`);
    expect(expectRecords(page).validation_message).toEqual([
      { message: expect.stringMatching(/^No pudimos leer el código de barras/), isDeleted: false },
    ]);
    const url = `/api/applicant/deletedocument/${unread}`;
    await server.app.inject({ method: 'DELETE', url, headers: robin.headers });
    expect(await warnings()).toEqual([]);
  });

  it("asks nothing if the license matches or can't be read", async () => {
    await saved(licensePayload({ ...other, first: 'Robín', birth: [1990, 4, 12] }));
    expect(await match()).toMatchObject({ name_matched: true, DOB_matched: true, differences: [] });
    robin = await registerApplicant(server);
    await saved('nothing of a license');
    expect((await match())?.differences ?? []).toEqual([]);
    robin = await registerApplicant(server);
    expect(await match()).toBeNull();
  });
});
