import type { FastifyServerOptions } from 'fastify';
import type { Catalogue } from '../../model/catalogue';
import { drawPlain } from '../../model/formats';
import { piiPaths } from '../../model/pii';
import type { Config } from '../config';

/** Never in a log, wherever in an object they stand. */
const secrets = ['authorization', 'password', 'reEnterPassword', 'token', 'refreshToken', 'refreshtoken', 'uid'];

/** Where an error of the database quotes what was to be written. */
const quoted = ['detail', 'where'];

/** Pino with secrets cut out of each line as it is written, however deep: those of the platform, and every field that the schemas call sensitive. */
export function loggerOptions(config: Config, catalogue: Catalogue): FastifyServerOptions['logger'] {
  if (config.logLevel === 'silent') return false;
  const hidden = new Set([...secrets, ...quoted, ...sensitiveNames(catalogue)]);
  const cut = (name: string, value: unknown) => (hidden.has(name) ? '[secret]' : value);
  return {
    level: config.logLevel,
    // Pino's own redaction is a fifth of what a save takes: it also goes through every request's id.
    hooks: { streamWrite: (line) => `${drawPlain(JSON.stringify(JSON.parse(line), cut))}\n` },
    serializers: {
      req: (request) => ({ method: request.method, url: hideTokens(request.url), id: request.id }),
    },
  };
}

function sensitiveNames(catalogue: Catalogue): string[] {
  const paths = catalogue.sectionNames.flatMap((name) => piiPaths(catalogue.section(name).schema));
  const names = paths.map(({ pattern }) => pattern.split('/').findLast((part) => part !== '[]') ?? '');
  return names.filter(Boolean);
}

/** Addresses without their query, which may hold a ticket, and without a token in their path. */
function hideTokens(url: string): string {
  return (url.split('?')[0] ?? '').replace(/\/(reset-password|scan)\/[^/]+/, '/$1/[secret]');
}
