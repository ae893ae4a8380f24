import fastifyCompress from '@fastify/compress';
import fastifySwagger from '@fastify/swagger';
import Fastify, { type FastifyInstance } from 'fastify';
import { accountRoutes, loginRoutes } from './auth/accountRoutes';
import { requireSession } from './auth/session';
import type { Deps } from './deps';
import { documentRoutes } from './documents/documentRoutes';
import { applicationRoutes } from './entry/applicationRoutes';
import { addressRoutes, entryRoutes, logoRoutes } from './entry/entryRoutes';
import { createPageData } from './entry/registrationPage';
import { formRoutes } from './forms/formRoutes';
import { addLanguages } from './forms/languages';
import { addAppFiles, type LivePages } from './http/appFiles';
import { addLazyCompilers } from './http/compilers';
import { addErrorHandler } from './http/errors';
import { loggerOptions } from './http/logger';
import { docsRoutes, platformRoutes, refuseUnusable } from './http/platformRoutes';
import { addSecurityHeaders } from './http/securityHeaders';
import { hidePredictionPages, incomeCheckRoutes, mlRoutes, sourceRoutes } from './income/incomeRoutes';
import { officeLoginRoutes } from './office/officeLoginRoutes';
import { officePeopleRoutes } from './office/officePeopleRoutes';
import { officeRoutes } from './office/officeRoutes';
import { openingRoutes } from './opening/openingRoutes';
import { paymentRoutes, sandboxRoutes } from './payment/paymentRoutes';
import { recordRoutes } from './record/checkRecord';
import { scanRoutes } from './scan/scanRoutes';
import { draftRoutes } from './steps/draftRoutes';
import { stepRoutes } from './steps/stepRoutes';
import { studioLoginRoutes } from './studio/studioAccess';
import { editorRoutes, studioRoutes } from './studio/studioRoutes';
import { followVersions, versionRoutes } from './studio/versionRoutes';
import { anotherHomeRoutes } from './success/anotherHome';
import { successParts, successRoutes } from './success/successRoutes';

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
  });
  deps.log = app.log;
  addLazyCompilers(app);
  addErrorHandler(app);
  refuseUnusable(app);
  addLanguages(
    app,
    () => deps.forms.languages,
    async ({ applicant }) => applicant && deps.forms.overlayOf(applicant.subscriberId),
  );
  await addSecurityHeaders(app, deps.config);
  await app.register(fastifyCompress, { threshold: 1024, encodings: ['br', 'gzip'] });
  await app.register(fastifySwagger, { openapi: { openapi: '3.1.0', info: { title: 'Applicant API', version: '1' } } });
  platformRoutes(app, deps);
  sandboxRoutes(app, deps);
  followVersions(app, deps);
  await app.register((api) => addApi(api, deps), { prefix: '/api' });
  hidePredictionPages(app, deps);
  await addAppFiles(app, livePages(deps), createPageData(deps));
  return app;
}

function livePages({ forms, words }: Deps): LivePages {
  return {
    get version() {
      return forms.version;
    },
    get languages() {
      return Object.keys(forms.languages);
    },
    get steps() {
      return forms.catalogue.flow('application').steps;
    },
    words,
  };
}

/** Everything below /api; a route needs a session unless it says `config: { open: true }`. */
async function addApi(api: FastifyInstance, deps: Deps): Promise<void> {
  requireSession(api, deps);
  // A page that was opened with other files hears of it with whatever it asks next.
  api.addHook('onSend', async (_request, reply) => {
    reply.header('forms-version', deps.forms.version);
  });
  formRoutes(api, deps);
  entryRoutes(api, deps);
  addressRoutes(api, deps);
  logoRoutes(api, deps);
  loginRoutes(api, deps);
  accountRoutes(api, deps);
  applicationRoutes(api, deps);
  docsRoutes(api, deps);
  openingRoutes(api, deps);
  stepRoutes(api, deps, successParts);
  draftRoutes(api, deps);
  sourceRoutes(api, deps);
  incomeCheckRoutes(api, deps);
  successRoutes(api, deps);
  api.decorateRequest('studio');
  anotherHomeRoutes(api, deps);
  studioRoutes(api, deps);
  studioLoginRoutes(api, deps);
  versionRoutes(api, deps);
  editorRoutes(api, deps);
  scanRoutes(api, deps);
  await documentRoutes(api, deps);
  mlRoutes(api, deps);
  await paymentRoutes(api, deps);
  recordRoutes(api, deps);
  officeLoginRoutes(api, deps);
  officePeopleRoutes(api, deps);
  officeRoutes(api, deps);
}
