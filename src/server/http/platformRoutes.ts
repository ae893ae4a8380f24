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
    return { status: 'ok' };
  });
  app.get('/metrics', hidden, async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()));
}
