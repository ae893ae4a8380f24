import type { FastifyInstance } from 'fastify';
import { prediction } from '../../contract/income';
import { documentType, usualLimits } from '../../model/documents';
import type { Deps } from '../deps';
import { readUpload } from '../documents/readUpload';
import { requireFile } from '../documents/takeUpload';
import { refuse } from '../http/errors';
import { answer } from '../http/reply';
import { routesOf } from '../http/routesOf';
import { readContent } from './readIncomeDocument';
import usBanks from './us-banks.json';

/** What the specification calls prediction (spec 002 §7, 003 §7): banks to choose from, and the class of a PDF that is kept nowhere. */
export function mlRoutes(api: FastifyInstance, deps: Deps): void {
  const { config, limits } = deps;
  const on = routesOf(api, deps, prediction);

  on('GET /ml/mlbanklist', async () => answer(usBanks));

  on('GET /ml/predictclass', async () => answer({ enabled: config.predictionPages }));

  if (!config.predictionPages) return;
  on('POST /ml/predictclass', async (request) => {
    const { trn } = request.applicant;
    await limits.take('upload', { account: trn, address: request.ip });
    const { content, fields, tooBig } = await readUpload(request, usualLimits.maxBytes);
    const type = Number(fields.documenttype_id);
    if (!documentType(type)?.prediction) throw refuse('noSuchDocumentType');
    if (tooBig) throw refuse('fileTooBig');
    const file = await requireFile(content, type, trn);
    const reading = await readContent(file.content, trn);
    const { name, confidence } = reading.class ?? { name: 'other', confidence: 0 };
    return answer({ class_predicted: name, confidence });
  });
}

/** The pages that try it are not among the app's addresses then. */
export function hidePredictionPages(app: FastifyInstance, { config }: Deps): void {
  if (config.predictionPages) return;
  app.get('/ml/*', { schema: { hide: true }, config: { open: true } }, async () => {
    throw refuse('notFound');
  });
}
