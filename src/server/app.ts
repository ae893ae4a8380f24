import fastifyCompress from '@fastify/compress';
import fastifySwagger from '@fastify/swagger';
import Fastify, { type FastifyInstance } from 'fastify';
import { requireSession } from './applications/accounts/requireSession';
import type { Deps } from './deps';
import { features } from './features';
import { formRoutes } from './forms/formRoutes';
import { translateResponses } from './forms/languages';
import { openapiRoutes } from './openapi/openapiRoutes';
import { pageDataRoutes } from './pageData/pageDataRoutes';
import { type LivePages, serveAppFiles } from './pages/appFiles';
import { createEntryPageData } from './pages/entryPageData';
import { serveReleaseFiles } from './pages/releaseFiles';
import { addLazyCompilers } from './platform/http/compilers';
import { addErrorHandler } from './platform/http/errors';
import { loggerOptions } from './platform/http/logger';
import { parseHeaders } from './platform/http/parseHeaders';
import { addSecurityHeaders } from './platform/http/securityHeaders';
import { traceRequests } from './platform/tracing/traceRequests';
import { platformRoutes, rejectUnusableInput } from './platformRoutes';

export interface ServerOptions {
  deps: Deps;
}

export async function buildServer({ deps }: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: loggerOptions(deps.config, deps.forms.catalog),
    bodyLimit: 256 * 1024,
    // Long enough for uploads on slow connections.
    requestTimeout: 120_000,
    trustProxy: deps.config.trustProxy ?? false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  });
  deps.log = app.log;
  if (deps.config.tracesTo) traceRequests(app);
  addLazyCompilers(app);
  addErrorHandler(app);
  rejectUnusableInput(app);
  await parseHeaders(app);
  translateResponses(
    app,
    () => deps.forms.languages,
    async ({ applicant }) => applicant && deps.forms.getSettings(applicant),
  );
  await addSecurityHeaders(app, deps.config);
  await app.register(fastifyCompress, { threshold: 1024, encodings: ['br', 'gzip'] });
  await app.register(fastifySwagger, { openapi: { openapi: '3.1.0', info: { title: 'API', version: '1' } } });
  platformRoutes(app, deps);
  for (const feature of features) feature.rootRoutes?.(app, deps);
  await app.register((api) => addApi(api, deps), { prefix: '/api' });
  serveReleaseFiles(app, deps.files);
  await serveAppFiles(app, livePages(deps), createEntryPageData(deps));
  return app;
}

function livePages({ forms, findMessages: words }: Deps): LivePages {
  return {
    get version() {
      return forms.version;
    },
    get languages() {
      return Object.keys(forms.languages);
    },
    get flow() {
      return forms.catalog.flow('application');
    },
    findMessages: words,
  };
}

/** Routes need a session unless they're `open`. */
async function addApi(api: FastifyInstance, deps: Deps): Promise<void> {
  requireSession(api, deps);
  api.addHook('onSend', async (_request, reply) => {
    reply.header('forms-version', deps.forms.version);
  });
  formRoutes(api, deps);
  openapiRoutes(api, deps);
  pageDataRoutes(api, deps);
  for (const feature of features) await feature.routes?.(api, deps);
}
