// cspell:ignore electrónico electrónicos
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServer } from '../../support/openServer';
import {
  PROPERTY,
  postRegistration,
  registerApplicant,
  registrationBody,
  type TestApplicant,
} from '../../support/serverApplicants';
import { createTestServer, type TestServer } from '../../support/serverFixture';

describe('the server', async () => {
  const server = await openServer();
  const robin = await registerApplicant(server);

  const registration = (headers: Record<string, string>, query = '') =>
    server.app.inject({
      url: `/api/forms/entry/registration${query}`,
      headers: { url: 'open', entry: PROPERTY, ...headers },
    });
  const firstTitle = (response: Awaited<ReturnType<typeof registration>>) =>
    response.json().records.sections[0].schema.properties.fname.title;

  it.each([
    ['es', '', 'Nombre'],
    ['es-MX,en;q=0.8', '', 'Nombre'],
    ['en-US,es;q=0.8', '', 'First name'],
    ['fr', '', 'First name'],
    ['../es', '', 'First name'],
    ['en', '?lang=es', 'Nombre'],
  ])('serves a form requested with %s%s with the title %s', async (language, query, title) => {
    expect(firstTitle(await registration({ 'accept-language': language }, query))).toBe(title);
  });

  it('serves rules whose messages are in the requested language', async () => {
    const { sections } = (await registration({ 'accept-language': 'es' })).json().records;
    const module = await server.app.inject(sections[0].validator);
    expect(module.body).toContain('se necesitan al menos 2 caracteres');
    expect((await registration({})).json().records.sections[0].validator).not.toBe(sections[0].validator);
  });

  it('names the options of a question in the requested language', async () => {
    const { sections } = (await registration({ 'accept-language': 'es' })).json().records;
    const served = JSON.stringify(sections);
    expect(served).toContain('NH - Nuevo Hampshire');
    expect(served).not.toContain('NH - New Hampshire');
  });

  it('translates the questions of a step, including those that a subscriber worded', async () => {
    const { sections } = (
      await server.app.inject({
        url: '/api/forms/application/applicant-details',
        headers: { ...robin.headers, 'accept-language': 'es' },
      })
    ).json().records;
    expect(JSON.stringify(sections)).toContain('¿Tiene una mascota o un animal de servicio?');
  });

  it("reports a registration's errors in the requested language", async () => {
    const body = registrationBody({ reEmail: 'another@example.com' });
    const refused = (await postRegistration(server, body, { 'accept-language': 'es' })).json();
    expect(refused).toMatchObject({
      status: 422,
      message: 'Corrija los campos marcados',
      errors: [{ path: '/reEmail', message: 'los correos electrónicos deben coincidir' }],
    });
  });

  it('rejects a login in the requested language', async () => {
    const login = (language: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/users/login',
        headers: { 'accept-language': language },
        payload: { email: 'nobody@example.com', password: 'wrong' },
      });
    expect((await login('es')).json().message).toMatch(/^Los datos para/);
    expect((await login('en')).json().message).toBe('Invalid Credentials.');
  });
});

describe('the machine-translation widget', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rental-test-'));
  const widget = path.join(folder, 'widget.js');
  let server: TestServer;
  let robin: TestApplicant;
  beforeAll(async () => {
    writeFileSync(widget, 'document.title;');
    server = await createTestServer();
    robin = await registerApplicant(server);
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const isOn = async () =>
    (await server.app.inject({ url: '/api/users/applicationdetail', headers: robin.headers })).json().records
      .translate_widget;

  it('is off and unavailable unless the operator turns it on', async () => {
    expect(await isOn()).toBe(false);
    expect((await server.app.inject('/api/translate-widget.js')).statusCode).toBe(404);
    server.deps.config.translateWidget = widget;
    expect(await isOn()).toBe(true);
    const script = await server.app.inject('/api/translate-widget.js');
    expect(script.headers['content-type']).toContain('text/javascript');
    expect(script.body).toBe('document.title;');
  });
});
