import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Deps } from '../deps';

/** Liveness, readiness and figures, for whoever runs the process. */
export function platformRoutes(app: FastifyInstance, deps: Deps): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });

  const hidden = { schema: { hide: true } };
  app.get('/healthz', hidden, async () => ({ status: 'ok' }));
  app.get('/readyz', hidden, async () => {
    await deps.db.query('select 1');
    const { heldBack, schemaVersion } = deps.forms;
    // Ready all the same: the last good forms are served.
    return { status: 'ok', ...(heldBack.length > 0 && { schemas: { version: schemaVersion, heldBack } }) };
  });
  app.get('/metrics', hidden, async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()));
}

interface Operation {
  summary?: string;
  tags?: string[];
}

const open = { config: { open: true }, schema: { hide: true } };

/** The API described by itself: OpenAPI 3.1, and a page of it without any script. */
export function docsRoutes(api: FastifyInstance): void {
  api.get('/openapi.json', open, async () => api.swagger());
  api.get('/docs', open, async (_, reply) => {
    const { paths = {}, info } = api.swagger() as {
      paths?: Record<string, Record<string, Operation>>;
      info: { title: string };
    };
    return reply.type('text/html; charset=utf-8').send(drawPage(info.title, paths));
  });
}

function drawPage(title: string, paths: Record<string, Record<string, Operation>>): string {
  const rows = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([method, { summary = '', tags = [] }]) =>
        `<tr><td>${escapeHtml(tags.join(', '))}</td><td><code>${method.toUpperCase()}</code></td><td><code>${escapeHtml(path)}</code></td><td>${escapeHtml(summary)}</td></tr>`,
    ),
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(title)}</title><h1>${escapeHtml(title)}</h1><p><a href="/api/openapi.json">openapi.json</a></p><table>${rows.join('')}</table></html>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
