import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import texts from '../../../schemas/texts/server-application.json';
import { documentId, usualLimits } from '../../model/documents';
import type { Deps } from '../deps';
import { refuse } from '../http/errors';
import { idempotent } from '../http/idempotency';
import { answer } from '../http/reply';
import type { DocumentRow } from './documentStore';
import { sweepFiles } from './files';
import { type FileKind, readTicket, ticketUrl } from './fileTicket';
import { readUpload, type Upload } from './readUpload';
import { readDocument, removeDocument } from './storeDocument';
import { type FixedPlace, takeUpload } from './takeUpload';

type Id = { Params: { id: string } };

const tags = ['Documents'];

/** Spec 003 §7: all supplemental proofs belong to one source. */
const SUPPLEMENTAL_SOURCE = 1;

/** Files of an application: taking them in, telling of them, showing and deleting them (spec 001 §7, 003 §7). */
export async function documentRoutes(api: FastifyInstance, deps: Deps): Promise<void> {
  const documents = deps.stores.documents;
  // What is too big is told as such, with the limit of its type.
  await api.register(multipart, { throwFileSizeLimit: false });
  sweepAtStart(api, deps);

  api.post('/applicant/document', upload('Uploads a file'), acceptUpload(deps));

  api.post(
    '/contextual/petimage',
    upload('Uploads a picture of a pet'),
    acceptUpload(deps, { documentId: documentId('pet'), sourceId: 0 }),
  );

  api.post(
    '/secondary/proof',
    upload('Uploads a supplemental proof'),
    acceptUpload(deps, { documentId: documentId('supplemental'), sourceId: SUPPLEMENTAL_SOURCE }),
  );

  api.get<{ Params: { trn: string } }>(
    '/applicant/getiddocumentstatus/:trn',
    { schema: { tags, summary: "The application's files" } },
    async ({ applicant }) => answer(await documents.list(applicant.trn)),
  );

  for (const path of ['/applicant/deletedocument/:id', '/applicant/barcodedocument/:id', '/contextual/petimage/:id'])
    api.delete<Id>(path, { schema: { tags, summary: 'Deletes a file' } }, async ({ params, applicant }) => {
      await removeDocument(deps, applicant.trn, idOf(params));
      return answer(null, texts.done.deleted);
    });

  // The file's name is looked up among the applicant's own, never as a path (security page).
  api.delete<{ Params: { file: string } }>(
    '/secondary/proof/:file',
    { schema: { tags, summary: 'Deletes a supplemental proof by its name' } },
    async ({ params, applicant }) => {
      const proofs = await documents.findIn(applicant.trn, documentId('supplemental'), SUPPLEMENTAL_SOURCE);
      const proof = proofs.find((one) => one.blob_path.split('/').pop() === params.file);
      if (!proof) throw refuse('notFound');
      await removeDocument(deps, applicant.trn, proof.id);
      return answer(null, texts.done.deleted);
    },
  );

  api.post<{ Body: { source_id: number; document_id: number; application_document_id?: number } }>(
    '/contextual/deletedocument',
    { schema: { tags, summary: 'Deletes the files of one type and source', body: DELETE_BODY } },
    async ({ body, applicant }) => {
      const found = await documents.findIn(applicant.trn, Number(body.document_id), Number(body.source_id));
      const chosen = found.filter((one) => !body.application_document_id || one.id === body.application_document_id);
      if (chosen.length === 0) throw refuse('notFound');
      for (const { id } of chosen) await removeDocument(deps, applicant.trn, id);
      return answer(null, texts.done.deleted);
    },
  );

  api.get<Id & { Querystring: { kind?: FileKind } }>(
    '/applicant/ticket/:id',
    { schema: { tags, summary: 'A short-lived address of a file' } },
    async ({ params, query, applicant }) => {
      const document = await find(applicant.trn, params);
      const kind = query.kind === 'thumbnail' ? 'thumbnail' : 'file';
      if (kind === 'thumbnail' && !document.has_thumbnail) throw refuse('notFound');
      return answer({ url: ticketUrl(deps.tokenKey, document, kind, deps.clock()) });
    },
  );

  api.get<Id>(
    '/applicant/getdocumentImg/:id',
    { schema: { tags, summary: 'A file itself' } },
    async ({ params, applicant }, reply) => sendFile(reply, await find(applicant.trn, params), 'file'),
  );

  api.get<{ Params: { '*': string }; Querystring: { token?: string } }>(
    '/files/*',
    { config: { open: true }, schema: { tags, summary: 'A file by its ticket' } },
    async ({ params, query }, reply) => {
      const document = await documents.findByPath(params['*']);
      const kind = document && readTicket(deps.tokenKey, document, String(query.token ?? ''), deps.clock());
      if (!document || !kind) throw refuse('notFound');
      return sendFile(reply, document, kind);
    },
  );

  async function find(trn: string, params: { id: string }): Promise<DocumentRow> {
    const document = await documents.find(trn, idOf(params));
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

const upload = (summary: string) => ({ schema: { tags, summary, consumes: ['multipart/form-data'] } });

const NUMBER = { anyOf: [{ type: 'integer' }, { type: 'string', pattern: '^[0-9]{1,9}$' }] };

const DELETE_BODY = {
  type: 'object',
  required: ['source_id', 'document_id'],
  properties: {
    trn_id: { type: 'string' },
    source_id: NUMBER,
    document_id: NUMBER,
    application_document_id: { type: 'integer' },
  },
  additionalProperties: false,
};

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

/** A route's handler that takes one file: sent again because its answer was lost, the same file is stored once. */
function acceptUpload(deps: Deps, fixed?: FixedPlace) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await deps.limits.take('upload', { account: request.applicant.trn, address: request.ip });
    const upload = await readUpload(request, usualLimits.maxBytes);
    const take = async (_request: FastifyRequest, _reply: FastifyReply, act?: string) =>
      answer(await takeUpload(deps, request.applicant.trn, upload, fixed, act), texts.done.uploaded);
    return idempotent(deps, take, () => markOf(upload))(request, reply);
  };
}

/** Tells one upload from another. */
const markOf = ({ fields, name, content }: Upload) => [
  fields,
  name,
  createHash('sha256').update(content).digest('base64url'),
];
