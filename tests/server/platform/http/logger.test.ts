import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../../../src/model/section/catalog';
import { readSchemaFiles } from '../../../../src/server/forms/readSchemas';
import { readConfig } from '../../../../src/server/platform/config';
import { loggerOptions } from '../../../../src/server/platform/http/logger';

const secrets = ['hunter2', '123-45-6789', 'access-token', 'reset-token', 'ticket-token'];

const files = await readSchemaFiles();
const catalog = createCatalog(files);

function openLoggedApp() {
  let text = '';
  const stream = new Writable({
    write(chunk, _, done) {
      text += chunk;
      done();
    },
  });
  const options = loggerOptions(readConfig({ LOG_LEVEL: 'info' }, '/'), catalog);
  return { app: Fastify({ logger: Object.assign({}, options, { stream }) }), written: () => text };
}

describe('the log', () => {
  it('has no secrets from any field', async () => {
    const { app, written } = openLoggedApp();
    app.get('/*', async (request) => {
      const { authorization } = request.headers;
      request.log.info(
        {
          password: 'hunter2',
          body: { ssn_data: { SSNNumber: '123-45-6789' } },
          headers: { authorization },
          a: [{ b: { c: { uid: 'access-token' } } }],
        },
        'seen',
      );
      return null;
    });
    await app.inject({ url: '/reset-password/reset-token', headers: { authorization: 'access-token' } });
    await app.inject({ url: '/api/files/a?token=ticket-token' });
    await app.close();
    expect(written()).toContain('/reset-password/[secret]');
    expect(written()).toContain('/api/files/a');
    for (const secret of secrets) expect(written()).not.toContain(secret);
  });

  it('escapes terminal control characters', async () => {
    const { app, written } = openLoggedApp();
    app.log.info({ landlord: 'Robin\u009b2J\u202eelaH\u001b[2J' });
    await app.close();
    expect(written()).toContain(String.raw`Robin\u009b2J\u202eelaH\u001b[2J`);
    expect(JSON.parse(written().split('\n')[0] ?? '').landlord).toBe('Robin\u009b2J\u202eelaH\u001b[2J');
  });

  it('is silent at level silent', () => {
    expect(loggerOptions(readConfig({ LOG_LEVEL: 'silent' }, '/'), catalog)).toBe(false);
  });
});
