import { expect, it } from 'vitest';
import { buildServer } from '../../../../src/server/app';
import { readConfig } from '../../../../src/server/platform/config';
import { recentStatements, recentStubs } from '../../../sampleDocuments/recentDocuments';
import { expectRecords, get } from '../../../support/fillSteps';
import { multipartBody, postMultipart } from '../../../support/multipart';
import { openServer } from '../../../support/openServer';
import { registerApplicant } from '../../../support/serverApplicants';
import type { TestServer } from '../../../support/serverFixture';

const server = await openServer();
const robin = await registerApplicant(server);

const predict = (content: Buffer, type: string, on = server) => {
  const fields = { documenttype_id: type };
  return postMultipart(on, robin, '/api/ml/predictclass', multipartBody({ fields, name: 'document.pdf', content }));
};

it('returns the class of a pay stub and of a bank statement, and stores neither', async () => {
  const expected = [
    expectRecords(await predict(await recentStubs(), '3')),
    expectRecords(await predict(await recentStatements(1), '6')),
  ];
  expect(expected.map((one) => one.class_predicted)).toEqual(['paystub', 'bank_statement']);
  for (const { confidence } of expected) expect(confidence).toBeGreaterThan(0.8);
  expect((await server.deps.db.query('select from document')).rowCount).toBe(0);
});

it("rejects files that aren't PDFs, and types it doesn't predict", async () => {
  expect((await predict(Buffer.from('MZ nothing'), '3')).json()).toMatchObject({ status: 415 });
  expect((await predict(await recentStubs(), '7')).json()).toMatchObject({ status: 400 });
});

it('lists at least 200 banks, each once', async () => {
  const banks = expectRecords(await get(server, robin, '/api/ml/mlbanklist')).banks as string[];
  expect(banks.length).toBeGreaterThanOrEqual(200);
  expect(new Set(banks).size).toBe(banks.length);
  expect(banks).toEqual(expect.arrayContaining(['Wells Fargo Bank', 'Navy Federal Credit Union']));
});

it('prediction is off in production unless switched on, but the list of banks stays', async () => {
  const needed = ['DATABASE_URL', 'DATA_KEY', 'TOKEN_KEY', 'STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'SMTP_URL'];
  const environment = { NODE_ENV: 'production', ...Object.fromEntries(needed.map((name) => [name, 'given'])) };
  expect(readConfig(environment, '/').predictionPages).toBe(false);
  expect(readConfig({ ...environment, PREDICTION_PAGES: 'on' }, '/').predictionPages).toBe(true);
  const deps = { ...server.deps, config: { ...server.deps.config, predictionPages: false } };
  const app = await buildServer({ deps });
  const shut = { ...server, app, deps };
  expect((await predict(await recentStubs(), '3', shut)).statusCode).toBe(404);
  const isOn = async (on: TestServer) => expectRecords(await get(on, robin, '/api/ml/predictclass')).enabled;
  expect([await isOn(server), await isOn(shut)]).toEqual([true, false]);
  expect((await app.inject({ url: '/ml/predectPaystub' })).statusCode).toBe(404);
  expect((await get(shut, robin, '/api/ml/mlbanklist')).statusCode).toBe(200);
  await app.close();
});
