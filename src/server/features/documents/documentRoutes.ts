import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { documents } from '../../../contract/documents';
import { messages } from '../../../messages/serverMessages';
import { defaultLimits, documentId } from '../../../model/section/documentTypes';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import {
  type DocumentRow,
  type FileKind,
  readTicket,
  TICKET_SECONDS,
  ticketUrl,
} from '../../applications/documents/documentRepository';
import { readUpload, type Upload } from '../../applications/documents/readUpload';
import { cancelUpload, readDocument, removeDocument } from '../../applications/documents/storeDocument';
import { drawRedacted } from '../../applications/record/createRecordDocument';
import { createTimedCache } from '../../platform/db/memory';
import { answer, routesOf } from '../../platform/http/routesOf';
import { refuse } from './documentsErrors';
import { saveUpload, type UploadDeps } from './saveUpload';

/** All supplemental proofs belong to one source (docs/spec/003.md). */
const SUPPLEMENTAL_SOURCE = 1;

export async function documentRoutes(
  api: FastifyInstance,
  deps: ApplicationDeps,
  readOnArrival: UploadDeps['readOnArrival'],
): Promise<void> {
  const texts = messages('server-application');
  const on = routesOf(api, deps, documents);
  const documentStore = deps.stores.documents;
  // Off, because the error for large files depends on the document type.
  await api.register(multipart, { throwFileSizeLimit: false });
  api.decorateRequest('upload');

  const uploads = [
    { name: 'POST /applicant/document' },
    { name: 'POST /contextual/petimage', place: { documentId: documentId('pet'), sourceId: 0 } },
    {
      name: 'POST /secondary/proof',
      place: { documentId: documentId('supplemental'), sourceId: SUPPLEMENTAL_SOURCE },
    },
  ] as const;
  const preHandler = async (request: FastifyRequest) => {
    await deps.limits.take('upload', { account: request.applicant.trn, address: request.ip });
    request.upload = await readUpload(request, defaultLimits().maxBytes);
  };
  for (const { name, ...fixed } of uploads)
    on(
      name,
      async ({ applicant, upload }, _reply, idempotencyKey) =>
        answer(
          await saveUpload(
            { ...deps, readOnArrival },
            applicant,
            upload,
            'place' in fixed ? fixed.place : undefined,
            idempotencyKey,
          ),
          texts.done.uploaded,
        ),
      { preHandler, sameBy: ({ upload }) => uploadKey(upload) },
    );

  on('GET /applicant/getiddocumentstatus/:trn', async ({ applicant }) =>
    answer(await documentStore.list(applicant.trn)),
  );

  const deletions = [
    'DELETE /applicant/deletedocument/:id',
    'DELETE /applicant/barcodedocument/:id',
    'DELETE /contextual/petimage/:id',
  ] as const;
  for (const name of deletions)
    on(name, async ({ params, applicant }) => {
      await removeDocument(deps, applicant.trn, parseId(params));
      return answer(null, texts.done.deleted);
    });

  // The name is only compared with the applicant's files. It isn't used as a path.
  on('DELETE /secondary/proof/:file', async ({ params, applicant }) => {
    const proofs = await documentStore.findIn(applicant.trn, documentId('supplemental'), SUPPLEMENTAL_SOURCE);
    const proof = proofs.find((one) => one.blob_path.split('/').pop() === params.file);
    if (!proof) throw refuse('notFound');
    await removeDocument(deps, applicant.trn, proof.id);
    return answer(null, texts.done.deleted);
  });

  on('POST /applicant/upload/cancel', async ({ body, applicant }) => {
    await cancelUpload(deps, applicant.trn, body.key);
    return answer(null, texts.done.deleted);
  });

  on('POST /contextual/deletedocument', async ({ body, applicant }) => {
    const found = await documentStore.findIn(applicant.trn, Number(body.document_id), Number(body.source_id));
    const chosen = found.filter((one) => !body.application_document_id || one.id === body.application_document_id);
    if (chosen.length === 0) throw refuse('notFound');
    for (const { id } of chosen) await removeDocument(deps, applicant.trn, id);
    return answer(null, texts.done.deleted);
  });

  on('GET /applicant/ticket/:id', async ({ params, query, applicant }) => {
    const document = await requireDocument(applicant.trn, params);
    const kind = query.kind ?? 'file';
    if (kind === 'thumbnail' && !document.has_thumbnail) throw refuse('notFound');
    return answer({ url: ticketUrl(deps.tokenKey, document, kind, deps.clock()) });
  });

  on('GET /applicant/getdocumentImg/:id', async ({ params, applicant }, reply) =>
    sendFile(reply, await requireDocument(applicant.trn, params), 'file'),
  );

  on('GET /files/*', async ({ params, query }, reply) => {
    const document = await documentStore.findByPath(params['*']);
    const kind = document && readTicket(deps.tokenKey, document, query.token ?? '', deps.clock());
    if (!document || !kind) throw refuse('notFound');
    return sendFile(reply, document, kind);
  });

  // Cached, because drawing blocks the main thread.
  const redacted = createTimedCache<Promise<Buffer>>(deps.clock, TICKET_SECONDS, 20);
  function drawCached(trn: string): Promise<Buffer> {
    const cached = redacted.get(trn);
    if (cached) return cached;
    const drawn = drawRedacted(deps, trn);
    redacted.set(trn, drawn);
    drawn.catch(() => redacted.deleteWhere((one) => one === drawn));
    return drawn;
  }

  async function requireDocument(trn: string, params: { id: string }): Promise<DocumentRow> {
    const document = await documentStore.find(trn, parseId(params));
    if (!document) throw refuse('notFound');
    return document;
  }

  async function sendFile(reply: FastifyReply, document: DocumentRow, kind: FileKind) {
    const content = kind === 'redacted' ? await drawCached(document.trn) : await readDocument(deps, document, kind);
    return reply
      .headers({
        'content-type': kind === 'thumbnail' ? 'image/jpeg' : document.type,
        'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(document.name)}`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
      })
      .send(content);
  }
}

function parseId({ id }: { id: string }): number {
  if (!/^\d{1,15}$/.test(id)) throw refuse('notFound');
  return Number(id);
}

const uploadKey = ({ fields, name, content }: Upload) => [
  fields,
  name,
  createHash('sha256').update(content).digest('base64url'),
];
