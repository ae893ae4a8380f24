import type { FastifyServerOptions } from 'fastify';
import { piiPaths } from '../../../model/answers/pii';
import type { Catalog } from '../../../model/section/catalog';
import { drawPlain } from '../../../model/validation/formats';
import type { Config } from '../config';
import { traceIds } from '../tracing/spans';

const secrets = ['authorization', 'password', 'reEnterPassword', 'token', 'refreshToken', 'refreshtoken', 'uid'];

const quoted = ['detail', 'where'];

/** Hides secrets and sensitive fields at any depth. */
export function loggerOptions(config: Config, catalog: Catalog): FastifyServerOptions['logger'] {
  if (config.logLevel === 'silent') return false;
  const hidden = new Set([...secrets, ...quoted, ...sensitiveNames(catalog)]);
  const cut = (name: string, value: unknown) => (hidden.has(name) ? '[secret]' : value);
  return {
    level: config.logLevel,
    ...(config.tracesTo && { mixin: traceIds }),
    // Redacts here, because Pino's own redaction is slower.
    hooks: { streamWrite: (line) => `${drawPlain(JSON.stringify(JSON.parse(line), cut))}\n` },
    serializers: {
      req: (request) => ({ method: request.method, url: hideTokens(request.url), id: request.id }),
    },
  };
}

function sensitiveNames(catalog: Catalog): string[] {
  const paths = catalog.sectionNames.flatMap((name) => piiPaths(catalog.section(name).schema));
  const names = paths.map(({ pattern }) => pattern.split('/').findLast((part) => part !== '[]') ?? '');
  return names.filter(Boolean);
}

function hideTokens(url: string): string {
  return (url.split('?')[0] ?? '').replace(/\/(reset-password|scan)\/[^/]+/, '/$1/[secret]');
}
