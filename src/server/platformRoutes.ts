import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Call } from '../contract/call';
import { bodySchema } from '../model/answers/stepBody';
import { bounds, extentOf } from '../model/validation/bounds';
import { SEALED } from './applications/sealedAnswers';
import type { Deps } from './deps';
import { jobKinds } from './features';
import { type Forms, noSettings } from './forms/forms';
import { mapValues } from './forms/languages';
import { isSameSecret } from './platform/crypto/isSameSecret';
import { ping } from './platform/db/transaction';
import { refuse } from './platform/http/errors';
import { addJobMetrics } from './platform/jobs/jobMetrics';

/** Liveness, readiness and metrics. */
export function platformRoutes(app: FastifyInstance, deps: Deps): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const readJobMetrics = addJobMetrics(registry, deps.db, jobKinds);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });

  const hidden = { schema: { hide: true } };
  app.get('/healthz', hidden, async () => ({ status: 'ok' }));
  app.get('/readyz', hidden, async () => {
    await ping(deps.db);
    const { blockers: heldBack, schemaVersion } = deps.forms;
    // Ready: the last valid forms are served.
    return { status: 'ok', ...(heldBack.length > 0 && { schemas: { version: schemaVersion, heldBack } }) };
  });
  app.get('/metrics', hidden, async (request, reply) => {
    if (!maySeeMetrics(request, deps.config)) throw refuse('notFound');
    await readJobMetrics();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Needs METRICS_TOKEN in production. */
function maySeeMetrics({ headers }: FastifyRequest, { production, metricsToken }: Deps['config']): boolean {
  if (!metricsToken) return !production;
  return isSameSecret(headers.authorization ?? '', `Bearer ${metricsToken}`);
}

interface Operation {
  summary?: string;
  tags?: string[];
  requestBody?: object;
  'x-form'?: NonNullable<Call['form']>;
}

interface ApiDescription {
  info: { title: string };
  paths: Record<string, Record<string, Operation>>;
}

const open = { config: { open: true }, schema: { hide: true } };

/** OpenAPI 3.1, and a page of it without scripts. */
export function docsRoutes(api: FastifyInstance, { forms }: Deps): void {
  // `buildServer` sets the version.
  const described = () => api.swagger() as unknown as ApiDescription;

  api.get('/openapi.json', open, async () => addForms(described(), forms));
  api.get('/docs', open, async (_, reply) => {
    const { paths, info } = described();
    return reply.type('text/html; charset=utf-8').send(drawPage(info.title, paths));
  });
}

/** Bodies that are answers, by the active forms. */
function addForms({ paths, ...rest }: ApiDescription, forms: Forms): ApiDescription {
  const schemaOf = (section: string) => forms.getPlainSection(section, noSettings).schema;
  return { ...rest, paths: mapValues(paths, (operations) => mapValues(operations, describeBody)) };

  function describeBody({ 'x-form': form, ...operation }: Operation): Operation {
    const step = form && forms.catalog.flow(form.flow).steps.find(({ id }) => id === form.step);
    if (!step) return operation;
    const schema = bodySchema(step, schemaOf, form.also);
    return { ...operation, requestBody: { required: true, content: { 'application/json': { schema } } } };
  }
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

/**
 * Refuses NUL characters, broken surrogates, the sealed member, and JSON that is too deep or wide. Depth and width
 * are checked before parsing.
 */
export function rejectUnusableInput(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const extent = extentOf(body);
    if (extent !== 'within') return done(refuse(extent === 'deep' ? 'badRequest' : 'tooLarge'));
    return parse(request, body, done);
  });
  app.addHook('preValidation', async ({ params, query, body, headers }) => {
    const entry = decodePath(headers.entry);
    for (const part of [params, query, body, entry]) if (!isUsable(part)) throw refuse('badRequest');
  });
}

/** `{ a: ['x'] }` → true, `{ a: '\u0000' }` → false. Not recursive: the body may be very deep. */
export function isUsable(whole: unknown): boolean {
  let level: unknown[] = [whole];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > bounds.depth || !level.every(isStorable)) return false;
    level = level.flatMap(listMembers);
  }
  return true;
}

function isStorable(one: unknown): boolean {
  if (typeof one === 'string') return one.isWellFormed() && !one.includes('\0');
  return typeof one !== 'object' || one === null || !Object.hasOwn(one, SEALED);
}

function listMembers(one: unknown): unknown[] {
  if (typeof one !== 'object' || one === null || Buffer.isBuffer(one)) return [];
  return Array.isArray(one) ? one : [...Object.keys(one), ...Object.values(one)];
}

/** Entry page paths are escaped. */
function decodePath(header: unknown): string {
  try {
    return decodeURIComponent(String(header ?? ''));
  } catch {
    return String(header);
  }
}
