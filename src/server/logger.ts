import type { FastifyServerOptions } from 'fastify';
import type { Catalogue } from '../model/catalogue';
import { piiPaths } from '../model/pii';
import type { Config } from './config';

/** Never in a log, wherever in an object they stand. */
const secrets = ['authorization', 'password', 'reEnterPassword', 'token', 'refreshToken', 'refreshtoken', 'uid'];

/** Where an error of the database quotes what was to be written. */
const quoted = ['detail', 'where'];

/** Pino with secrets cut out: those of the platform, and every field that the schemas call sensitive. */
export function loggerOptions(config: Config, catalogue: Catalogue): FastifyServerOptions['logger'] {
  if (config.logLevel === 'silent') return false;
  return {
    level: config.logLevel,
    redact: {
      paths: [...secrets, ...quoted, ...sensitiveNames(catalogue)].flatMap((name) => [
        name,
        `*.${name}`,
        `*.*.${name}`,
      ]),
      censor: '[secret]',
    },
    serializers: {
      req: (request) => ({ method: request.method, url: hideTokens(request.url), id: request.id }),
    },
  };
}

function sensitiveNames(catalogue: Catalogue): string[] {
  const paths = catalogue.sectionNames.flatMap((name) => piiPaths(catalogue.section(name).schema));
  const names = paths.map(({ pattern }) => pattern.split('/').findLast((part) => part !== '[]') ?? '');
  return [...new Set(names)].filter((name) => /^\w+$/.test(name) && !secrets.includes(name));
}

/** Addresses without their query, which may hold a ticket, and without a token in their path. */
function hideTokens(url: string): string {
  return (url.split('?')[0] ?? '').replace(/\/(reset-password|scan)\/[^/]+/, '/$1/[secret]');
}
