import fastifyCompress from '@fastify/compress';
import fastifySwagger from '@fastify/swagger';
import Fastify, { type FastifyInstance } from 'fastify';
import { addAppFiles } from './appFiles';
import type { Deps } from './deps';
import { addErrorHandler } from './errorHandler';
import { addLanguages } from './languages';
import { loggerOptions } from './logger';
import { refuseUnusable } from './refuseUnusable';
import { accountRoutes } from './routes/accountRoutes';
import { addressRoutes } from './routes/addressRoutes';
import { applicationRoutes } from './routes/applicationRoutes';
import { docsRoutes } from './routes/docsRoutes';
import { documentRoutes } from './routes/documentRoutes';
import { draftRoutes } from './routes/draftRoutes';
import { entryRoutes } from './routes/entryRoutes';
import { formChangeRoutes } from './routes/formChangeRoutes';
import { formRoutes } from './routes/formRoutes';
import { incomeCheckRoutes } from './routes/incomeCheckRoutes';
import { loginRoutes } from './routes/loginRoutes';
import { logoRoutes } from './routes/logoRoutes';
import { hidePredictionPages, mlRoutes } from './routes/mlRoutes';
import { paymentRoutes } from './routes/paymentRoutes';
import { platformRoutes } from './routes/platformRoutes';
import { recordRoutes } from './routes/recordRoutes';
import { sandboxRoutes } from './routes/sandboxRoutes';
import { scanRoutes } from './routes/scanRoutes';
import { sourceRoutes } from './routes/sourceRoutes';
import { stepRoutes } from './routes/stepRoutes';
import { studioRoutes } from './routes/studioRoutes';
import { successRoutes } from './routes/successRoutes';
import { tokenRoutes } from './routes/tokenRoutes';
import { translateRoutes } from './routes/translateRoutes';
import { addSecurityHeaders } from './securityHeaders';
import { requireSession } from './session';

export interface ServerOptions {
  deps: Deps;
}

/** The whole server, every plugin by name; not yet listening. */
export async function buildServer({ deps }: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: loggerOptions(deps.config, deps.forms.catalogue),
    bodyLimit: 256 * 1024,
    // A slow line may take two minutes for a file; a body that never ends is cut off.
    requestTimeout: 120_000,
    trustProxy: deps.config.trustProxy ?? false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    ajv: {
      customOptions: {
        coerceTypes: false,
        useDefaults: false,
        removeAdditional: false,
        allErrors: false,
        allowUnionTypes: true,
      },
    },
  });
  deps.log = app.log;
  addErrorHandler(app);
  refuseUnusable(app);
  addLanguages(app, () => deps.forms.languages);
  await addSecurityHeaders(app, deps.config);
  await app.register(fastifyCompress, { threshold: 1024, encodings: ['br', 'gzip'] });
  await app.register(fastifySwagger, { openapi: { openapi: '3.1.0', info: { title: 'Applicant API', version: '1' } } });
  platformRoutes(app, deps);
  sandboxRoutes(app, deps);
  await app.register((api) => addApi(api, deps), { prefix: '/api' });
  hidePredictionPages(app, deps);
  await addAppFiles(app);
  return app;
}

/** Everything below /api; a route needs a session unless it says `config: { open: true }`. */
async function addApi(api: FastifyInstance, deps: Deps): Promise<void> {
  requireSession(api, deps);
  formRoutes(api, deps);
  formChangeRoutes(api, deps);
  entryRoutes(api, deps);
  loginRoutes(api, deps);
  accountRoutes(api, deps);
  tokenRoutes(api, deps);
  applicationRoutes(api, deps);
  logoRoutes(api, deps);
  translateRoutes(api, deps);
  docsRoutes(api);
  stepRoutes(api, deps);
  draftRoutes(api, deps);
  sourceRoutes(api, deps);
  incomeCheckRoutes(api, deps);
  addressRoutes(api, deps);
  successRoutes(api, deps);
  studioRoutes(api, deps);
  scanRoutes(api, deps);
  await documentRoutes(api, deps);
  mlRoutes(api, deps);
  await paymentRoutes(api, deps);
  recordRoutes(api, deps);
}
