import fastifyCompress from '@fastify/compress';
import fastifySwagger from '@fastify/swagger';
import Fastify, { type FastifyInstance } from 'fastify';
import { accountRoutes } from './auth/accountRoutes';
import { loginRoutes } from './auth/loginRoutes';
import { requireSession } from './auth/session';
import { tokenRoutes } from './auth/tokenRoutes';
import type { Deps } from './deps';
import { documentRoutes } from './documents/documentRoutes';
import { addressRoutes } from './entry/addressRoutes';
import { applicationRoutes } from './entry/applicationRoutes';
import { entryRoutes } from './entry/entryRoutes';
import { logoRoutes } from './entry/logoRoutes';
import { formChangeRoutes } from './forms/formChangeRoutes';
import { formRoutes } from './forms/formRoutes';
import { addLanguages } from './forms/languages';
import { translateRoutes } from './forms/translateRoutes';
import { addAppFiles } from './http/appFiles';
import { docsRoutes } from './http/docsRoutes';
import { addErrorHandler } from './http/errorHandler';
import { loggerOptions } from './http/logger';
import { platformRoutes } from './http/platformRoutes';
import { refuseUnusable } from './http/refuseUnusable';
import { addSecurityHeaders } from './http/securityHeaders';
import { incomeCheckRoutes } from './income/incomeCheckRoutes';
import { hidePredictionPages, mlRoutes } from './income/mlRoutes';
import { paymentRoutes } from './payment/paymentRoutes';
import { sandboxRoutes } from './payment/sandboxRoutes';
import { recordRoutes } from './record/recordRoutes';
import { scanRoutes } from './scan/scanRoutes';
import { draftRoutes } from './steps/draftRoutes';
import { sourceRoutes } from './steps/sourceRoutes';
import { stepRoutes } from './steps/stepRoutes';
import { studioRoutes } from './studio/studioRoutes';
import { successRoutes } from './success/successRoutes';

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
