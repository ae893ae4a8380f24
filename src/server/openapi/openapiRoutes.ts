import { escapeUTF8 } from 'entities';
import type { FastifyInstance } from 'fastify';
import type { ApiPart } from '../../contract/call';
import type { Forms } from '../forms/forms';
import { type ApiDescription, apiParts, describeApi } from './describeApi';

interface Described {
  forms: Forms;
  config: { appUrl: string };
}

const open = { config: { open: true }, schema: { hide: true } };

/** `/openapi.json`, one document per part, and a page without scripts that lists the calls. */
export function openapiRoutes(api: FastifyInstance, { forms, config: { appUrl } }: Described): void {
  // `buildServer` sets the version.
  const describe = (part?: ApiPart) => describeApi(api.swagger() as unknown as ApiDescription, { forms, appUrl }, part);

  api.get('/openapi.json', open, async () => describe());
  for (const part of apiParts) api.get(`/openapi/${part}.json`, open, async () => describe(part));
  api.get('/docs', open, async (_, reply) => reply.type('text/html; charset=utf-8').send(drawPage(describe())));
}

function drawPage({ paths, info: { title } }: ApiDescription): string {
  const rows = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([method, { summary = '', tags = [] }]) =>
        `<tr><td>${escapeUTF8(tags.join(', '))}</td><td><code>${method.toUpperCase()}</code></td><td><code>${escapeUTF8(path)}</code></td><td>${escapeUTF8(summary)}</td></tr>`,
    ),
  );
  const links = ['openapi.json', ...apiParts.map((part) => `openapi/${part}.json`)].map(
    (file) => `<a href="/api/${file}">${file}</a>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeUTF8(title)}</title><h1>${escapeUTF8(title)}</h1><p>${links.join(' · ')}</p><table>${rows.join('')}</table></html>`;
}
