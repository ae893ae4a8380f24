import type { FastifyInstance } from 'fastify';
import texts from '../../../schemas/texts/server-application.json';
import { idsOf } from '../../model/documents';
import type { Deps } from '../deps';
import { removeDocument } from '../documents/storeDocument';
import { refuse } from '../http/errors';
import { idempotent } from '../http/idempotency';
import { answer } from '../http/reply';
import { isSubmitted } from './stepStore';

interface SourceBody {
  document_id: number | string;
  source_id?: number | string;
  allowOfferLetter?: boolean;
}

const tags = ['Sources'];

/** Sources of income and banks: at most three of each, whatever runs in parallel (spec 002 §4, §7); and what will do as a proof. */
export function sourceRoutes(api: FastifyInstance, deps: Deps): void {
  const sources = deps.stores.sources;
  const documents = deps.stores.documents;

  api.post(
    '/income/addsource',
    { schema: { tags, summary: 'Adds a source', body: sourceBody(['document_id']) } },
    idempotent(deps, async (request, _reply, act) => {
      const { document_id, source_id, allowOfferLetter = false } = request.body as SourceBody;
      const { trn } = request.applicant;
      if (await isSubmitted(deps.db, trn)) throw refuse('submitted');
      const wished = source_id === undefined ? undefined : Number(source_id);
      const id = await sources.add({
        trn,
        documentId: Number(document_id),
        wished,
        offerLetter: allowOfferLetter,
        now: deps.clock(),
        act,
      });
      if (!id) throw refuse('sourcesFull');
      return answer({ id, source_id: id, document_id: Number(document_id) }, texts.done.saved);
    }),
  );

  api.post<{ Body: SourceBody }>(
    '/income/deletesource',
    { schema: { tags, summary: 'Deletes a source with its files', body: sourceBody(['document_id', 'source_id']) } },
    async ({ body, applicant: { trn } }) => {
      const [documentId, sourceId] = [Number(body.document_id), Number(body.source_id)];
      if (await isSubmitted(deps.db, trn)) throw refuse('submitted');
      for (const { id } of await documents.findIn(trn, documentId, sourceId)) await removeDocument(deps, trn, id);
      if (!(await sources.remove(trn, documentId, sourceId))) throw refuse('notFound');
      return answer(null, texts.done.deleted);
    },
  );

  // Files come after the application was submitted too, and what will do as one is said beside them (spec 003 §2).
  api.post<{ Body: SourceBody }>(
    '/income/offerletter',
    {
      schema: {
        tags,
        summary: 'Whether an offer letter will do for a source',
        body: sourceBody(['document_id', 'source_id', 'allowOfferLetter']),
      },
    },
    async ({ body, applicant: { trn } }) => {
      const [documentId, sourceId] = [Number(body.document_id), Number(body.source_id)];
      const isKept = await sources.allowOfferLetter(trn, documentId, sourceId, body.allowOfferLetter === true);
      if (!isKept) throw refuse('notFound');
      return answer(null, texts.done.saved);
    },
  );
}

// Spec 002 §7 sends the type as text.
const TYPE = { enum: idsOf('source').flatMap((id) => [id, String(id)]) };
const NUMBER = {
  anyOf: [
    { type: 'integer', minimum: 0 },
    { type: 'string', pattern: '^[0-9]{1,3}$' },
  ],
};

function sourceBody(required: string[]) {
  return {
    type: 'object',
    required,
    properties: {
      trn_id: { type: 'string' },
      document_id: TYPE,
      source_id: NUMBER,
      allowOfferLetter: { type: 'boolean' },
    },
    additionalProperties: false,
  };
}
