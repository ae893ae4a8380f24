// cspell:ignore decisión válida Subir
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import office from '../../../../schemas/office/status.json';
import texts from '../../../../schemas/texts/server-office.json';
import type { Message } from '../../../../src/server/platform/mail/mail';
import { completeSteps, expectRecords, get, paymentBody, post } from '../../../support/fillSteps';
import { askOffice, joinOffice, type OfficeTester } from '../../../support/officePeople';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { createTestServer, noLimits, type TestServer } from '../../../support/serverFixture';

const spanish = { 'accept-language': 'es' };
const report = {
  name: 'Informes Ejemplo',
  address: '1 Main St, Austin, TX 78701',
  phone: '(800) 555-0100',
  score_used: 'No',
};

describe('the emails of an office to applicants who read Spanish', () => {
  let server: TestServer;
  let owner: OfficeTester;
  let ana: TestApplicant;
  let number: string;
  const sent: Message[] = [];

  beforeAll(async () => {
    const mail = { send: async (message: Message) => void sent.push(message) };
    server = await createTestServer(undefined, { mail, limits: noLimits });
    ana = await registerApplicant(server, {}, spanish);
    await completeSteps(server, ana, 'income', { files: false });
    expectRecords(await post(server, ana, '/api/payment', await paymentBody(server, ana)));
    number = String(expectRecords(await get(server, ana, '/api/users/applicationdetail')).application_number);
    owner = await joinOffice(server, 'owner');
  });
  afterAll(() => server.close());

  async function mailed(): Promise<Message[]> {
    await server.drain();
    return sent.splice(0);
  }

  async function mailAfter(body: object): Promise<Message> {
    await mailed();
    const { revision } = (await askOffice(server, owner, `/applications/${number}`)).json().records;
    expectRecords(await askOffice(server, owner, `/applications/${number}/acts`, { revision, ...body }));
    const [mail, ...others] = await mailed();
    expect(others).toEqual([]);
    return mail ?? { to: '', subject: '', text: '' };
  }

  it.each([
    [{ act: 'review' }, 'En revisión', /está revisando su solicitud/],
    [
      { act: 'askDocuments', documents: [{ document_id: 5, source_id: 0, text: 'Su declaración de impuestos.' }] },
      'Faltan documentos',
      /- Otros documentos: Su declaración de impuestos\./,
    ],
    [
      { act: 'approveWithConditions', bases: ['income'], conditions: 'Un segundo mes de depósito.' },
      'Aprobada con condiciones',
      /Condiciones:\nUn segundo mes de depósito\./,
    ],
    [{ act: 'approve', bases: ['income'] }, 'Aprobada', /aprobó su solicitud/],
    [{ act: 'reopen' }, 'En revisión de nuevo', /La decisión anterior ya no es válida/],
    [
      { act: 'decline', bases: ['consumerReport'], reasons: ['credit'], reports: [report] },
      'Rechazada',
      /Informes Ejemplo.+60 días.+impugnar|Informes Ejemplo.+60 días.+disputar/s,
    ],
  ])('are in Spanish only after %j', async (body, status, text) => {
    const mail = await mailAfter(body);
    expect(mail).toMatchObject({ to: ana.email, subject: `Su solicitud de alquiler ${number}: ${status}` });
    expect(mail.text).toMatch(text);
    expect(mail.action?.label).toBe('documents' in body ? 'Subir documentos' : 'Ver mi solicitud');
    expect(englishIn(`${mail.subject}\n${mail.text}`)).toEqual([]);
  });

  it('an invitation to the office and a login link are in Spanish only', async () => {
    const headers = { ...owner.headers, ...spanish };
    const guest = { email: 'luz@office.example', name: 'Luz Vega', role: 'reviewer' };
    expectRecords(await askOffice(server, { headers }, '/people', guest));
    const [invitation] = await mailed();
    expectRecords(await askOffice(server, { headers: spanish }, '/login', { email: guest.email }));
    const [login] = await mailed();
    for (const mail of [invitation, login]) {
      expect(mail).toMatchObject({ to: guest.email, text: expect.stringContaining('/office/enter#') });
      expect(englishIn(`${mail?.subject}\n${mail?.text}`)).toEqual([]);
    }
    expect(invitation?.text).toContain('Revisor');
  });
});

/** Finds the office's English texts in an email. Short pieces between placeholders don't count. */
function englishIn(mail: string): string[] {
  const all = [...stringsIn(texts), ...stringsIn(office)].flatMap((text) => text.split(/\{\w+\}|\n+/));
  return all.map((piece) => piece.trim()).filter((piece) => piece.length >= 12 && mail.includes(piece));
}

function stringsIn(node: unknown): string[] {
  if (typeof node === 'string') return [node];
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(stringsIn) : [];
}
