import { describe, expect, it } from 'vitest';
import { inventHolder, licensePayload } from '../../../e2e/support/scan/licensePayload';
import { createRandom } from '../../../e2e/support/scan/random';
import persona from '../../../schemas/personas/robin-hale.json';
import { eachApplicant } from '../../support/eachApplicant';
import {
  answersOf,
  bodyOf,
  completeSteps,
  expectRecords,
  get,
  paymentBody,
  post,
  postStep,
  type SavedStep,
} from '../../support/fillSteps';
import { multipartBody, postMultipart, upload } from '../../support/multipart';
import { sampleJpeg, samplePdf } from '../../support/sampleFiles';
import type { TestApplicant } from '../../support/serverApplicants';
import { engines, type TestServer } from '../../support/serverFixture';

type Records = Record<string, unknown>;

describe.each(engines)('the payload of the step calls on $name', (engine) => {
  let server: TestServer;
  let robin: TestApplicant;
  eachApplicant(engine, (...now) => {
    [server, robin] = now;
  });

  const read = async (path: string, query = '') =>
    expectRecords(await get(server, robin, `/api/${path}/${robin.trn}${query}`));
  const bodyFor = async (step: SavedStep) => bodyOf(server, robin, step, await answersOf(server, robin, step));
  const petPicture = async () => {
    const fields = { trn_id: robin.trn, document_id: '14', source_id: '0' };
    const body = multipartBody({ fields, name: 'rex.jpg', content: await sampleJpeg() });
    return expectRecords(await postMultipart(server, robin, '/api/contextual/petimage', body)) as {
      id: number;
      blob_path: string;
    };
  };
  const groupsOf = async () => (await read('contextual/getdetails')).groups as Records[];
  const groupOf = async (name: string) => (await groupsOf()).find((group) => group.name === name);
  const withPet = async (pet: Records) => {
    const body = await bodyFor('applicant-details');
    const fields = [{ pet_type: 'Dog', pet_breed: 'Beagle', ...pet }];
    const questions = (body.questions as Records[]).map((question) =>
      question.name === 'have_pet' ? { name: 'have_pet', response: 'Yes', fields } : question,
    );
    return { ...body, questions };
  };

  it('returns and accepts the state of an address as value and label', async () => {
    const body = await bodyFor('identification');
    expectRecords(await postStep(server, robin, 'identification', body));
    const { address } = await read('applicant/getidentification');
    const [first] = address as Records[];
    expect(first).toMatchObject({ state: { value: 'TX', label: 'TX - Texas' } });
    expectRecords(await postStep(server, robin, 'identification', { ...body, address, version: 1 }));
    expect((await read('applicant/getidentification')).address).toEqual(address);
  });

  it('refuses an unknown state, with its place', async () => {
    const body = await bodyFor('identification');
    const [first, ...rest] = body.address as Records[];
    const address = [{ ...first, state: { value: 'XX', label: 'XX - Nowhere' } }, ...rest];
    const refused = await postStep(server, robin, 'identification', { ...body, address });
    expect(refused.json().errors).toMatchObject([{ path: '/address/0/state' }]);
  });

  it('returns each contextual question with its response and entries', async () => {
    await completeSteps(server, robin, 'identification');
    expect(await groupOf('have_pet')).toMatchObject({ response: null, fields: [] });
    expectRecords(await postStep(server, robin, 'applicant-details', await withPet({})));
    expect(await groupOf('have_pet')).toMatchObject({
      display: true,
      response: 'Yes',
      fields: [{ pet_type: 'Dog', pet_breed: 'Beagle' }],
    });
    expect(await groupOf('filed_for_bankruptcy')).toMatchObject({ response: 'No', explanation: null });
    const again = await postStep(server, robin, 'applicant-details', {
      trn_id: robin.trn,
      version: 1,
      questions: await groupsOf(),
    });
    expect(expectRecords(again)).toMatchObject({ version: 2 });
  });

  it('returns each have_pet entry with the pet_id and file_id of its picture', async () => {
    await completeSteps(server, robin, 'identification');
    const { id, blob_path } = await petPicture();
    expectRecords(await postStep(server, robin, 'applicant-details', await withPet({ file: blob_path })));
    const pet = { file: blob_path, file_image: `/api/files/${blob_path}`, pet_id: id, file_id: id };
    expect(await groupOf('have_pet')).toMatchObject({ fields: [pet] });
    expectRecords(
      await postStep(server, robin, 'applicant-details', { ...(await withPet({ pet_id: id })), version: 1 }),
    );
    expect(await groupOf('have_pet')).toMatchObject({ fields: [pet] });
  });

  it('returns each single file with image and application_document_id, and accepts both', async () => {
    const body = await bodyFor('identification');
    expectRecords(await postStep(server, robin, 'identification', body));
    const records = await read('applicant/getidentification');
    const { identification_data, ssn_data, documents } = records as Record<string, Records> & { documents: Records[] };
    const idOf = (path: unknown) => documents.find(({ blob_path }) => blob_path === path)?.id;
    const { file, backfile } = identification_data ?? {};
    expect(identification_data).toMatchObject({
      file_image: `/api/files/${file}`,
      backfile_image: `/api/files/${backfile}`,
      application_document_id: idOf(file),
    });
    expect(ssn_data).toMatchObject({
      file_image: `/api/files/${ssn_data?.file}`,
      application_document_id: idOf(ssn_data?.file),
    });
    const read_back = { ...body, identification_data, ssn_data, version: 1 };
    expect(expectRecords(await postStep(server, robin, 'identification', read_back))).toEqual({ version: 2 });
    expect(await read('applicant/getidentification')).toEqual({ ...records, version: 2 });
  });

  it("accepts the barcode's data, and stores its text without the Social Security number", async () => {
    const holder = { ...inventHolder(createRandom(7)), first: 'ROBIN', last: 'HALE' };
    const text = licensePayload(holder, 1).replace('DBB', 'DBK212456789\nDBB');
    const { id, path } = expectRecords(await post(server, robin, '/api/scan/link', {}));
    const token = new URL(String(path), 'http://x').searchParams.get('token');
    const phone = expectRecords(await post(server, robin, `/api/scan/${id}/open`, { token }));
    const scan = async (document_id: number, data = {}) => {
      const file = `data:image/jpeg;base64,${(await sampleJpeg()).toString('base64')}`;
      const payload = { file, document_id, trn_id: robin.trn, data };
      const headers = { authorization: String(phone.token), trn_id: robin.trn };
      const url = '/api/applicant/mobile_scan_saveonly';
      return expectRecords(await server.app.inject({ method: 'POST', url, headers, payload }));
    };
    const front = await scan(2);
    const back = await scan(13, { OCRData: [], raw_data: text });
    const { identification_data } = (await read('applicant/getidentification')) as Record<string, Records>;
    expect(identification_data).toMatchObject({ BarcodeDocumentID: back.id });
    expect(identification_data?.Barcodedata).toHaveLength(12);
    expect(identification_data?.raw_data).toBe(text.replace('212456789', '***-**-6789'));
    const body = bodyOf(server, robin, 'identification', {
      ...structuredClone(persona.flows.application.identification),
      ssn: { isUS_citizen: 'Yes', SSNNumber: '212-45-6789', availableToUpload_ssn: 'No', no_doc_reason: 'later' },
    });
    const typed = { availableToUpload_id: 'Yes', documenttype_id: 2, file: front.blob_path, backfile: back.blob_path };
    const sent = { ...body, identification_data: { ...identification_data, ...typed } };
    expect(expectRecords(await postStep(server, robin, 'identification', sent))).toEqual({ version: 1 });
  });

  it('returns empty lists before anything is saved', async () => {
    expect(await read('applicant/getidentification')).toMatchObject({ version: 0, address: [] });
    expect(await read('income/getdetails')).toMatchObject({ version: 0, other_documents: [] });
  });

  it("rejects a pet_id that isn't a picture of this application", async () => {
    await completeSteps(server, robin, 'identification');
    const refused = await postStep(server, robin, 'applicant-details', await withPet({ pet_id: 987654 }));
    expect(refused.statusCode).toBe(422);
    const { id } = expectRecords(await upload(server, robin, 5, { name: 'tax.pdf', content: await samplePdf() }));
    const other = await postStep(server, robin, 'applicant-details', await withPet({ pet_id: id }));
    expect(other.statusCode).toBe(422);
  });

  it('returns rental_assistance_type as value and label, and other documents by application_document_id', async () => {
    await completeSteps(server, robin, 'applicant-details');
    const { id } = expectRecords(await upload(server, robin, 5, { name: 'tax.pdf', content: await samplePdf() }));
    const source = expectRecords(
      await post(server, robin, '/api/income/addsource', { trn_id: robin.trn, document_id: '7' }),
    ).id;
    const assistance = {
      id: source,
      other_income_type: 'Rental Assistance',
      rental_assistance_type: { label: 'Employer or school', value: 'Employer or school' },
      monthly_income: 300,
      availableToUpload: 'No',
      no_doc_reason: 'later',
    };
    const body = {
      ...(await bodyFor('income')),
      other_income_details: { response: 'Yes', otherincome: [assistance] },
      other_documents: [{ application_document_id: id }],
    };
    expectRecords(await postStep(server, robin, 'income', body));
    const records = await read('income/getdetails');
    expect(records.other_income_details).toMatchObject({ otherincome: [assistance] });
    expect(records.other_documents).toMatchObject([{ application_document_id: id }]);
    const place = { document_id: 7, source_id: source };
    expect(records.sources).toContainEqual(expect.objectContaining({ ...place, name: 'Rental Assistance' }));
    const spanish = await read('income/getdetails', '?lang=es');
    expect(spanish.sources).toContainEqual(expect.objectContaining({ ...place, name: 'Ayuda para el alquiler' }));
  });

  it('returns the state of the desired address as value and label', async () => {
    await server.deps.db.query("update application set type = 'Office' where trn = $1", [robin.trn]);
    await completeSteps(server, robin, 'income', { pdfs: false });
    expectRecords(await post(server, robin, '/api/payment', await paymentBody(server, robin)));
    const state = { value: 'NM', label: 'NM - New Mexico' };
    const wanted = { street_address: '12 Mesa Road', city: 'Taos', state, move_in_date: '2099-01-01' };
    expectRecords(await post(server, robin, '/api/desired/address', { trn_id: robin.trn, version: 0, ...wanted }));
    expect(await read('desired/address')).toMatchObject({ ...wanted, State: { StateShortCode: 'NM' } });
  });
});
