import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { bounds, measureJson } from '../model/validation/bounds';
import { SEALED } from './applications/sealedAnswers';
import type { Deps } from './deps';
import { jobKinds } from './features';
import { isSameSecret } from './platform/crypto/isSameSecret';
import { ping } from './platform/db/transaction';
import { refuse } from './platform/http/errors';
import { addJobMetrics } from './platform/jobs/jobMetrics';
import { addMailMetrics } from './platform/mail/mailMetrics';

export function platformRoutes(app: FastifyInstance, deps: Deps): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to response',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const readers = [addJobMetrics(registry, deps.db, jobKinds), addMailMetrics(registry, deps.db)];
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });

  const hidden = { schema: { hide: true } };
  app.get('/healthz', hidden, async () => ({ status: 'ok' }));
  app.get('/readyz', hidden, async () => {
    await ping(deps.db);
    const { blockers: heldBack, schemaVersion } = deps.forms;
    // Even with blockers, the server is ready, because it serves the last valid forms.
    return { status: 'ok', ...(heldBack.length > 0 && { schemas: { version: schemaVersion, heldBack } }) };
  });
  app.get('/metrics', hidden, async (request, reply) => {
    if (!maySeeMetrics(request, deps.config)) throw refuse('notFound');
    await Promise.all(readers.map((read) => read()));
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function maySeeMetrics({ headers }: FastifyRequest, { production, metricsToken }: Deps['config']): boolean {
  if (!metricsToken) return !production;
  return isSameSecret(headers.authorization ?? '', `Bearer ${metricsToken}`);
}

/**
 * Rejects NUL characters, lone surrogates, members named `$sealed`, and JSON that is too deep or has too many members.
 */
export function rejectUnusableInput(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const extent = measureJson(body);
    if (extent !== 'within') return done(refuse(extent === 'deep' ? 'badRequest' : 'tooLarge'));
    return parse(request, body, done);
  });
  app.addHook('preValidation', async ({ params, query, body, headers }) => {
    const entry = decodePath(headers.entry);
    for (const part of [params, query, body, entry]) if (!isUsable(part)) throw refuse('badRequest');
  });
}

/** True if a value can be stored: `{ a: ['x'] }` → true, `{ a: '\u0000' }` → false. */
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

function decodePath(header: unknown): string {
  try {
    return decodeURIComponent(String(header ?? ''));
  } catch {
    return String(header);
  }
}
