import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Call } from '../../contract/call';
import { bodySchema } from '../../model/body';
import { bounds, extentOf } from '../../model/bounds';
import { SEALED } from '../crypto/sealedAnswers';
import type { Deps } from '../deps';
import { type Forms, noOverlay } from '../forms/forms';
import { mapValues } from '../forms/languages';
import { refuse } from './errors';

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
  requestBody?: object;
  'x-form'?: NonNullable<Call['form']>;
}

interface ApiDescription {
  info: { title: string };
  paths: Record<string, Record<string, Operation>>;
}

const open = { config: { open: true }, schema: { hide: true } };

/** The API described by itself: OpenAPI 3.1, and a page of it without any script. */
export function docsRoutes(api: FastifyInstance, { forms }: Deps): void {
  // The package gives a document of any version; which one, `buildServer` says.
  const described = () => api.swagger() as unknown as ApiDescription;

  api.get('/openapi.json', open, async () => withForms(described(), forms));
  api.get('/docs', open, async (_, reply) => {
    const { paths, info } = described();
    return reply.type('text/html; charset=utf-8').send(drawPage(info.title, paths));
  });
}

/** The bodies that are answers, as the forms in force ask for them; a subscriber may hide some and require others. */
function withForms({ paths, ...rest }: ApiDescription, forms: Forms): ApiDescription {
  const schemaOf = (section: string) => forms.plainOf(section, noOverlay).schema;
  return { ...rest, paths: mapValues(paths, (operations) => mapValues(operations, describeBody)) };

  function describeBody({ 'x-form': form, ...operation }: Operation): Operation {
    if (!form) return operation;
    const schema = bodySchema(forms.stepOf(form.flow, form.step), schemaOf, form.also);
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
 * Refuses what no form holds and no column can keep: the NUL character, half a character, members nested without end, more of them
 * than any form has, and the member by which this server knows what it sealed. How deep and how wide JSON is, is judged by its text,
 * before it is parsed.
 */
export function refuseUnusable(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const extent = extentOf(body);
    if (extent !== 'within') return done(refuse(extent === 'deep' ? 'badRequest' : 'tooLarge'));
    return parse(request, body, done);
  });
  app.addHook('preValidation', async ({ params, query, body, headers }) => {
    const entry = decoded(headers.entry);
    for (const part of [params, query, body, entry]) if (!isUsable(part)) throw refuse('badRequest');
  });
}

/**
 * Whether every text in a parsed body can be stored and none of its members lies too deep:
 * `{ a: ['x'] }` → true, `{ a: '\u0000' }` → false. Calls itself nowhere, since the body may be as deep as it is long.
 */
export function isUsable(whole: unknown): boolean {
  let level: unknown[] = [whole];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > bounds.depth || !level.every(isStorable)) return false;
    level = level.flatMap(membersOf);
  }
  return true;
}

function isStorable(one: unknown): boolean {
  if (typeof one === 'string') return one.isWellFormed() && !one.includes('\0');
  return typeof one !== 'object' || one === null || !Object.hasOwn(one, SEALED);
}

/** The members of an object, their names among them. */
function membersOf(one: unknown): unknown[] {
  if (typeof one !== 'object' || one === null || Buffer.isBuffer(one)) return [];
  return Array.isArray(one) ? one : [...Object.keys(one), ...Object.values(one)];
}

/** The path of an entry page comes with its escapes; one that is broken stands for itself and is looked up as it is. */
function decoded(header: unknown): string {
  try {
    return decodeURIComponent(String(header ?? ''));
  } catch {
    return String(header);
  }
}
