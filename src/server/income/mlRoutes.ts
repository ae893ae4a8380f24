import type { FastifyInstance } from 'fastify';
import { documentId, usualLimits } from '../../model/documents';
import type { Deps } from '../deps';
import { readUpload } from '../documents/readUpload';
import { demandFile } from '../documents/takeUpload';
import { refuse } from '../http/errors';
import { answer } from '../http/reply';
import { readContent } from './readIncomeDocument';
import usBanks from './us-banks.json';

const tags = ['Prediction'];

/** What the specification calls prediction (spec 002 §7, 003 §7): banks to choose from, and the class of a PDF that is kept nowhere. */
export function mlRoutes(api: FastifyInstance, { config, limits }: Deps): void {
  api.get('/ml/mlbanklist', { schema: { tags, summary: 'Banks of the United States' } }, async () => answer(usBanks));

  api.get(
    '/ml/predictclass',
    { schema: { tags, summary: 'Whether classes are predicted for whoever asks' } },
    async () => answer({ enabled: config.predictionPages }),
  );

  if (!config.predictionPages) return;
  api.post(
    '/ml/predictclass',
    { schema: { tags, summary: 'The class of a PDF', consumes: ['multipart/form-data'] } },
    async (request) => {
      const { trn } = request.applicant;
      await limits.take('upload', { account: trn, address: request.ip });
      const { content, fields, tooBig } = await readUpload(request, usualLimits.maxBytes);
      const type = Number(fields.documenttype_id);
      if (![documentId('employment'), documentId('banking')].includes(type)) throw refuse('noSuchDocumentType');
      if (tooBig) throw refuse('fileTooBig');
      const file = await demandFile(content, type, trn);
      const reading = await readContent(file.content, trn);
      const { name, confidence } = reading.class ?? { name: 'other', confidence: 0 };
      return answer({ class_predicted: name, confidence });
    },
  );
}

/** The pages that try it are not among the app's addresses then. */
export function hidePredictionPages(app: FastifyInstance, { config }: Deps): void {
  if (config.predictionPages) return;
  app.get('/ml/*', { schema: { hide: true }, config: { open: true } }, async () => {
    throw refuse('notFound');
  });
}
