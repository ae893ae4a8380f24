import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { escapeUTF8 } from 'entities';
import type { FastifyInstance } from 'fastify';
import type { ApiPart } from '../../contract/call';
import type { Forms } from '../forms/forms';
import { findRoot } from '../platform/config';
import { type ApiDescription, apiParts, apiTitle, describeApi } from './describeApi';

interface Described {
  forms: Forms;
  config: { appUrl: string };
}

const open = { config: { open: true }, schema: { hide: true } };

export function openapiRoutes(api: FastifyInstance, { forms, config: { appUrl } }: Described): void {
  // The cast is safe: `buildServer` sets the OpenAPI version.
  const describe = (part?: ApiPart) => describeApi(api.swagger() as unknown as ApiDescription, { forms, appUrl }, part);

  api.get('/openapi.json', open, async () => describe());
  for (const part of apiParts) api.get(`/openapi/${part}.json`, open, async () => describe(part));
  api.get('/docs', open, async (_, reply) =>
    reply.type('text/html; charset=utf-8').send(drawPage(describe().info.title)),
  );
  for (const [name, [folder, type]] of Object.entries(FILES))
    api.get(`/docs/${name}`, open, async (_, reply) =>
      reply
        .type(type)
        .header('cache-control', 'no-cache')
        .send(await readFile(path.join(findRoot(), folder, name))),
    );
}

const PACKAGE = 'node_modules/swagger-ui-dist';
const SCRIPT = 'text/javascript; charset=utf-8';
const FILES = {
  'swagger-ui.css': [PACKAGE, 'text/css; charset=utf-8'],
  'swagger-ui-bundle.js': [PACKAGE, SCRIPT],
  'swagger-ui-standalone-preset.js': [PACKAGE, SCRIPT],
  'docs.js': ['src/server/openapi', SCRIPT],
} as const;

function drawPage(title: string): string {
  const apis = apiParts.map((part) => ({ url: `/api/openapi/${part}.json`, name: apiTitle(part) }));
  const links = apis.map(({ url, name }) => `<a href="${url}">${escapeUTF8(name)}</a>`);
  const scripts = Object.entries(FILES).filter(([, [, type]]) => type === SCRIPT);
  return [
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<title>${escapeUTF8(title)}</title><link rel="stylesheet" href="/api/docs/swagger-ui.css">`,
    `<div id="swagger-ui"></div><noscript>${links.join(' ')}</noscript>`,
    `<script type="application/json" id="apis">${JSON.stringify({ apis })}</script>`,
    ...scripts.map(([name]) => `<script src="/api/docs/${name}"></script>`),
    '</html>',
  ].join('\n');
}
