import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import texts from '../../../schemas/texts/server-application.json';
import { documents } from '../../contract/documents';
import { documentId, usualLimits } from '../../model/documents';
import type { Deps } from '../deps';
import { refuse } from '../http/errors';
import { answer, routesOf } from '../http/routesOf';
import { type DocumentRow, type FileKind, readTicket, ticketUrl } from './documentStore';
import { sweepFiles } from './files';
import { readDocument, removeDocument } from './storeDocument';
import { readUpload, takeUpload, type Upload } from './takeUpload';

declare module 'fastify' {
  interface FastifyRequest {
    /** The file that came with it; set on every route that takes one, before its handler. */
    upload: Upload;
  }
}

/** Spec 003 §7: all supplemental proofs belong to one source. */
const SUPPLEMENTAL_SOURCE = 1;

/** Files of an application: taking them in, listing, showing and deleting them (spec 001 §7, 003 §7). */
export async function documentRoutes(api: FastifyInstance, deps: Deps): Promise<void> {
  const on = routesOf(api, deps, documents);
  const store = deps.stores.documents;
  // What is too big is refused as such, with the limit of its type.
  await api.register(multipart, { throwFileSizeLimit: false });
  api.decorateRequest('upload');
  sweepAtStart(api, deps);

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
    request.upload = await readUpload(request, usualLimits.maxBytes);
  };
  for (const { name, ...fixed } of uploads)
    on(
      name,
      async ({ applicant, upload }, _reply, act) =>
        answer(
          await takeUpload(deps, applicant.trn, upload, 'place' in fixed ? fixed.place : undefined, act),
          texts.done.uploaded,
        ),
      { preHandler, sameBy: ({ upload }) => markOf(upload) },
    );

  on('GET /applicant/getiddocumentstatus/:trn', async ({ applicant }) => answer(await store.list(applicant.trn)));

  const deletions = [
    'DELETE /applicant/deletedocument/:id',
    'DELETE /applicant/barcodedocument/:id',
    'DELETE /contextual/petimage/:id',
  ] as const;
  for (const name of deletions)
    on(name, async ({ params, applicant }) => {
      await removeDocument(deps, applicant.trn, idOf(params));
      return answer(null, texts.done.deleted);
    });

  // The file's name is looked up among the applicant's own, never as a path (security page).
  on('DELETE /secondary/proof/:file', async ({ params, applicant }) => {
    const proofs = await store.findIn(applicant.trn, documentId('supplemental'), SUPPLEMENTAL_SOURCE);
    const proof = proofs.find((one) => one.blob_path.split('/').pop() === params.file);
    if (!proof) throw refuse('notFound');
    await removeDocument(deps, applicant.trn, proof.id);
    return answer(null, texts.done.deleted);
  });

  on('POST /contextual/deletedocument', async ({ body, applicant }) => {
    const found = await store.findIn(applicant.trn, Number(body.document_id), Number(body.source_id));
    const chosen = found.filter((one) => !body.application_document_id || one.id === body.application_document_id);
    if (chosen.length === 0) throw refuse('notFound');
    for (const { id } of chosen) await removeDocument(deps, applicant.trn, id);
    return answer(null, texts.done.deleted);
  });

  on('GET /applicant/ticket/:id', async ({ params, query, applicant }) => {
    const document = await find(applicant.trn, params);
    const kind = query.kind ?? 'file';
    if (kind === 'thumbnail' && !document.has_thumbnail) throw refuse('notFound');
    return answer({ url: ticketUrl(deps.tokenKey, document, kind, deps.clock()) });
  });

  on('GET /applicant/getdocumentImg/:id', async ({ params, applicant }, reply) =>
    sendFile(reply, await find(applicant.trn, params), 'file'),
  );

  on('GET /files/*', async ({ params, query }, reply) => {
    const document = await store.findByPath(params['*']);
    const kind = document && readTicket(deps.tokenKey, document, query.token ?? '', deps.clock());
    if (!document || !kind) throw refuse('notFound');
    return sendFile(reply, document, kind);
  });

  async function find(trn: string, params: { id: string }): Promise<DocumentRow> {
    const document = await store.find(trn, idOf(params));
    if (!document) throw refuse('notFound');
    return document;
  }

  async function sendFile(reply: FastifyReply, document: DocumentRow, kind: FileKind) {
    const content = await readDocument(deps, document, kind);
    return reply
      .headers({
        'content-type': kind === 'file' ? document.type : 'image/jpeg',
        'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(document.name)}`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
      })
      .send(content);
  }
}

/** A document's number; what is no number is nobody's document. */
function idOf({ id }: { id: string }): number {
  if (!/^\d{1,15}$/.test(id)) throw refuse('notFound');
  return Number(id);
}

function sweepAtStart(api: FastifyInstance, deps: Deps): void {
  const { known } = deps.stores.documents;
  api.addHook('onReady', async () => {
    sweepFiles(deps.files, known, new Date()).catch((cause) => api.log.warn({ cause }, 'sweeping files failed'));
  });
}

/** What two uploads must have in common to be the same one. */
const markOf = ({ fields, name, content }: Upload) => [
  fields,
  name,
  createHash('sha256').update(content).digest('base64url'),
];
