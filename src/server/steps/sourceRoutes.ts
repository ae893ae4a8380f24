import type { FastifyInstance } from 'fastify';
import texts from '../../../schemas/texts/server-application.json';
import { sources } from '../../contract/income';
import type { Deps } from '../deps';
import { removeDocument } from '../documents/storeDocument';
import { refuse } from '../http/errors';
import { answer } from '../http/reply';
import { routesOf } from '../http/routesOf';
import { isSubmitted } from './stepStore';

/** Sources of income and banks: at most three of each, whatever runs in parallel (spec 002 §4, §7); and what will do as a proof. */
export function sourceRoutes(api: FastifyInstance, deps: Deps): void {
  const on = routesOf(api, deps, sources);
  const store = deps.stores.sources;
  const documents = deps.stores.documents;

  on('POST /income/addsource', async ({ applicant: { trn }, body }, _reply, act) => {
    const { document_id, source_id, allowOfferLetter = false } = body;
    if (await isSubmitted(deps.db, trn)) throw refuse('submitted');
    const wished = source_id === undefined ? undefined : Number(source_id);
    const id = await store.add({
      trn,
      documentId: Number(document_id),
      wished,
      offerLetter: allowOfferLetter,
      now: deps.clock(),
      act,
    });
    if (!id) throw refuse('sourcesFull');
    return answer({ id, source_id: id, document_id: Number(document_id) }, texts.done.saved);
  });

  on('POST /income/deletesource', async ({ body, applicant: { trn } }) => {
    const [documentId, sourceId] = [Number(body.document_id), Number(body.source_id)];
    if (await isSubmitted(deps.db, trn)) throw refuse('submitted');
    for (const { id } of await documents.findIn(trn, documentId, sourceId)) await removeDocument(deps, trn, id);
    if (!(await store.remove(trn, documentId, sourceId))) throw refuse('notFound');
    return answer(null, texts.done.deleted);
  });

  // Files come after the application was submitted too, and what will do as one is said next to them (spec 003 §2).
  on('POST /income/offerletter', async ({ body, applicant: { trn } }) => {
    const [documentId, sourceId] = [Number(body.document_id), Number(body.source_id)];
    const isKept = await store.allowOfferLetter(trn, documentId, sourceId, body.allowOfferLetter);
    if (!isKept) throw refuse('notFound');
    return answer(null, texts.done.saved);
  });
}
