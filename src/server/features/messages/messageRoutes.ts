import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import own from '../../../../schemas/language.json' with { type: 'json' };
import { type OfficeThread, officeThread, thread } from '../../../contract/messages';
import { messages } from '../../../messages/serverMessages';
import { fillText } from '../../../model/messages/fillText';
import { isThreadOpen } from '../../../model/officeThread';
import { defaultLimits, documentId } from '../../../model/section/documentTypes';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { readUpload, type Upload } from '../../applications/documents/readUpload';
import { requireFile } from '../../applications/documents/requireFile';
import { storeDocument } from '../../applications/documents/storeDocument';
import { readThread } from '../../applications/messages/describeThread';
import { markMessagesRead } from '../../applications/messages/messageRepository';
import type { OfficeActor } from '../../applications/review/timelineRepository';
import type { OfficeRow } from '../../applications/statusRepository';
import { languageOf, type Translations } from '../../forms/languages';
import { answer, routesOf } from '../../platform/http/routesOf';
import { type Author, addMessage } from './addMessage';
import { refuse } from './messagesErrors';

export interface OfficeGuard {
  require(deps: ApplicationDeps, scope: 'read' | 'status'): NonNullable<RouteOptions['onRequest']>;
  findApplication(deps: ApplicationDeps, request: FastifyRequest, number: string): Promise<OfficeRow>;
  access(request: FastifyRequest): { subscriberId: string; by: OfficeActor };
}

export function messageRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const on = routesOf(api, deps, thread);
  const read = async (trn: string) => answer(await readThread(deps, trn, 'applicant'));

  on('GET /messages/:trn', ({ applicant }) => read(applicant.trn));

  on('POST /messages', async ({ applicant: { trn }, body, ip }, _reply, idempotencyKey) => {
    await deps.limits.take('message', { account: trn, address: ip });
    await addMessage(deps, trn, { kind: 'applicant' }, { ...body, idempotencyKey });
    return read(trn);
  });

  on('POST /messages/read', async ({ applicant: { trn }, body }) => {
    await markMessagesRead(deps.db, { trn, from: 'office', last: body.last, now: deps.clock() });
    return read(trn);
  });
}

export function officeMessageRoutes(api: FastifyInstance, deps: ApplicationDeps, office: OfficeGuard): void {
  const on = routesOf(api, deps, officeThread);
  const writing = { onRequest: office.require(deps, 'status') };
  const find = (request: FastifyRequest<{ Params: { id: string } }>) =>
    office.findApplication(deps, request, request.params.id);
  const read = async (request: FastifyRequest, row: OfficeRow) =>
    answer(await readOfficeThread(deps, row, deps.forms.languages[languageOf(request)]));

  on('GET /office/applications/:id/messages', async (request) => read(request, await find(request)), {
    onRequest: office.require(deps, 'read'),
  });

  on(
    'POST /office/applications/:id/messages',
    async (request, _reply, idempotencyKey) => {
      const row = await find(request);
      const author = toAuthor(office.access(request).by);
      await deps.limits.take('officeMessage', { account: author.id });
      await addMessage(deps, row.trn, author, { ...request.body, idempotencyKey });
      return read(request, row);
    },
    { ...writing, sameBy: ({ params, body }) => [params, body] },
  );

  on(
    'POST /office/applications/:id/messages/read',
    async (request) => {
      const row = await find(request);
      const { last } = request.body;
      await markMessagesRead(deps.db, { trn: row.trn, from: 'applicant', last, now: deps.clock() });
      return read(request, row);
    },
    writing,
  );

  on(
    'POST /office/applications/:id/messages/files',
    async (request, _reply, idempotencyKey) => {
      const { trn, status } = await find(request);
      if (!isThreadOpen(status)) throw refuse('threadClosed');
      return answer(await storeFile(deps, trn, request.upload, idempotencyKey));
    },
    {
      ...writing,
      preHandler: async (request: FastifyRequest) => {
        await office.findApplication(deps, request, Object(request.params).id);
        await deps.limits.take('upload', { account: office.access(request).by.id, address: request.ip });
        request.upload = await readUpload(request, defaultLimits().maxBytes);
      },
      sameBy: ({ params, upload: { name, content } }) => [
        params,
        name,
        createHash('sha256').update(content).digest('base64url'),
      ],
    },
  );
}

/** Stores a file after the same checks as for an applicant's upload. */
async function storeFile(deps: ApplicationDeps, trn: string, upload: Upload, idempotencyKey?: string) {
  if (upload.tooBig) throw refuse('fileTooBig');
  const file = await requireFile(deps, upload.content, documentId('message'), trn);
  const place = { trn, documentId: documentId('officeMessage'), sourceId: 0, name: upload.name, idempotencyKey };
  const { id, name, type, size } = await storeDocument(deps, place, file);
  return { id, name, type, size };
}

function toAuthor(by: OfficeActor): Exclude<Author, { kind: 'applicant' }> {
  if (by.kind === 'operator') throw refuse('notYours');
  return by;
}

async function readOfficeThread(
  deps: ApplicationDeps,
  { trn, first_name: name }: OfficeRow,
  texts: Translations = {},
): Promise<OfficeThread> {
  const account = await deps.stores.accounts.findByTrn(trn);
  const language = account?.language || own.id;
  const words = deps.forms.languages[language] ?? {};
  const values = { name, subscriber: account?.subscriber_name };
  const templates = Object.entries(messages('server-messages').templates).map(([id, { title, text }]) => ({
    id,
    title: texts[title] ?? title,
    text: fillText(words[text] ?? text, values),
  }));
  return { ...(await readThread(deps, trn, 'office')), language, templates };
}
