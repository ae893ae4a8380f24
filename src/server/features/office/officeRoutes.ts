import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { office } from '../../../contract/office';
import { messages } from '../../../messages/serverMessages';
import { mayBeAssigned, type RevealKind } from '../../../model/office';
import { documentId } from '../../../model/section/documentTypes';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { assertForm } from '../../applications/checkBody';
import { ticketUrl } from '../../applications/documents/documentRepository';
import { readRecord, recordDocument } from '../../applications/record/checkRecord';
import { addEvent } from '../../applications/review/timelineRepository';
import { changeStatus, type OfficeRow } from '../../applications/statusRepository';
import { languageOf, type Translations } from '../../forms/languages';
import { sealText } from '../../platform/crypto/seal';
import { transaction } from '../../platform/db/transaction';
import { isFresh } from '../../platform/http/isFresh';
import { answer, routesOf } from '../../platform/http/routesOf';
import { sendPdf } from '../../platform/http/sendPdf';
import { finishDuty, listDuties } from './deadlineRepository';
import { assertRevision, decide } from './decide';
import { describeApplication, noteAdditionalData, readMaskedLines } from './describeApplication';
import { listWithHouseholds } from './describeHouseholds';
import { listCsv } from './listCsv';
import { requireOffice } from './officeAccess';
import { refuse } from './officeErrors';
import { addNote, findOfficeApplication, markSeen } from './officeRepository';
import { findPerson } from './peopleRepository';
import { previewDecision } from './previewDecision';
import { addReveal, assertRevealed, describeReveal, findReveal, hiddenIn, logOpened } from './reveals';
import { describeReview } from './reviewPdf';
import { summarize } from './summarize';

const REVEAL_SECONDS = 60;

export function officeRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const on = routesOf(api, deps, office);
  const { db, clock } = deps;
  const readAccess = { onRequest: requireOffice(deps, 'read') };
  const decideAccess = { onRequest: requireOffice(deps, 'status') };
  const textsFor = (request: FastifyRequest): Translations => deps.forms.languages[languageOf(request)] ?? {};

  const findRequested = async ({ office: access }: FastifyRequest, { id }: { id: string }): Promise<OfficeRow> => {
    const row = await findOfficeApplication(db, access.subscriberId, id);
    if (!row) throw refuse('notFound');
    return row;
  };

  on(
    'GET /office/applications',
    async (request, reply) =>
      withEtag(request, reply, answer(await listWithHouseholds(deps, request.office, request.query))),
    readAccess,
  );

  on(
    'GET /office/applications.csv',
    async (request, reply) => {
      const { office: access, query, ip } = request;
      await deps.limits.take('export', { account: access.by.id, address: ip });
      return reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="applications.csv"',
          'cache-control': 'private, no-store',
        })
        .send(Readable.from(listCsv(deps, access, query, textsFor(request))));
    },
    readAccess,
  );

  on(
    'GET /office/applications/:id',
    async (request, reply) => {
      const { trn } = await findRequested(request, request.params);
      // Updates the summary, because new answers or documents may have arrived.
      await summarize(deps, trn);
      const row = await findRequested(request, request.params);
      const { by } = request.office;
      if (by.kind === 'person') await markSeen(db, by.id, trn, clock());
      return withEtag(request, reply, answer(await describeApplication(deps, request.office, row, textsFor(request))));
    },
    readAccess,
  );

  on(
    'GET /office/applications/:id/review.pdf',
    async (request, reply) => {
      const row = await findRequested(request, request.params);
      await deps.limits.take('export', { account: request.office.by.id, address: request.ip });
      const texts = textsFor(request);
      const shown = await describeApplication(deps, request.office, row, texts);
      const letter = await describeReview(deps, row, shown, texts);
      const { drawLetter } = await import('../../applications/letters/drawLetter');
      return sendPdf(reply, `review-${row.application_number}.pdf`, await drawLetter(letter));
    },
    readAccess,
  );

  on(
    'GET /office/applications/:id/documents/:document',
    async (request) => {
      const { office: access, params, query } = request;
      const { trn } = await findRequested(request, params);
      const { document } = params;
      const found = /^\d{1,15}$/.test(document)
        ? await deps.stores.documents.findAny(trn, Number(document))
        : undefined;
      const kind = query.kind ?? 'file';
      if (!found || (kind === 'thumbnail' && !found.has_thumbnail)) throw refuse('notFound');
      assertRevealed(access, hiddenIn(found.document_id, await findReveal(deps, access, trn)));
      if (kind === 'file') await logOpened(deps, access, found);
      return answer({ url: ticketUrl(deps.tokenKey, found, kind, clock()) });
    },
    readAccess,
  );

  on(
    'GET /office/applications/:id/record',
    async (request) => {
      const { trn } = await findRequested(request, request.params);
      const hidden = hiddenIn(documentId('record'), await findReveal(deps, request.office, trn));
      const pdf = hidden.length === 0 ? await recordDocument(deps, trn) : undefined;
      if (pdf) await logOpened(deps, request.office, pdf);
      return answer({ ...(await readRecord(deps, trn, pdf ? 'file' : 'redacted')), hidden });
    },
    readAccess,
  );

  on(
    'POST /office/applications/:id/acts',
    async (request) =>
      answer(await decide(deps, request.office, await findRequested(request, request.params), request.body)),
    { ...decideAccess, sameBy: ({ params, body }) => [params, body] },
  );

  on(
    'POST /office/applications/:id/letter',
    async (request) => {
      const row = await findRequested(request, request.params);
      return answer(await previewDecision(deps, request.office, row, request.body));
    },
    decideAccess,
  );

  on(
    'POST /office/applications/:id/assign',
    async (request) => {
      const row = await findRequested(request, request.params);
      const { person, revision } = request.body;
      assertRevision(row, revision);
      const next = person === null ? null : await findPerson(db, person, request.office.subscriberId);
      if (next === undefined) throw refuse('notFound');
      if (next && !mayBeAssigned(next.role))
        throw refuse('invalid', { errors: [{ path: '/person', message: messages('server-office').needs.assignable }] });
      const key = await deps.keyring.keyOf(row.trn);
      return answer(await assign(request, row, key, next && { id: next.id, name: next.name || next.email }));
    },
    { ...decideAccess, sameBy: ({ params, body }) => [params, body] },
  );

  const assign = (request: FastifyRequest, row: OfficeRow, key: Buffer, next: { id: string; name: string } | null) =>
    transaction(db, async (client) => {
      const { trn, status, revision: before } = row;
      const now = clock();
      const revision = await changeStatus(client, { trn, revision: before, assignedTo: next?.id ?? null, now });
      if (revision === undefined) throw refuse('staleAct');
      const body = { kind: 'assigned', name: next?.name ?? null } as const;
      await addEvent(client, { trn, key, actor: request.office.by, body, now });
      const data = { person: next?.id ?? null, by: request.office.by.id };
      await deps.recordEvent(client, { type: 'application.assigned', applicationId: trn, now, data });
      return { status, revision };
    });

  on(
    'POST /office/applications/:id/duties',
    async (request) => {
      const { trn } = await findRequested(request, request.params);
      const { by } = request.office;
      const done = { duty: request.body.duty, personId: by.kind === 'person' ? by.id : null, now: clock() };
      const duties = await listDuties(db, trn);
      if (!duties.some(({ duty }) => duty === done.duty)) throw refuse('notFound');
      await finishDuty(db, trn, done);
      return answer(null);
    },
    decideAccess,
  );

  on(
    'POST /office/applications/:id/notes',
    async (request, _reply, idempotencyKey) => {
      const { trn } = await findRequested(request, request.params);
      const key = await deps.keyring.keyOf(trn);
      const { by } = request.office;
      const { text } = assertForm(deps, 'office', 'note', request.body);
      const sealed = sealText(String(text), key, noteAdditionalData(trn));
      const note = { by, sealed, idempotencyKey, now: clock() };
      const { id, at } = await addNote(db, trn, note);
      return answer({ id, at: at.toISOString() });
    },
    { ...decideAccess, sameBy: ({ params, body }) => [params, body] },
  );

  const replyRevealed = async (request: FastifyRequest, trn: string, kinds?: readonly RevealKind[]) => {
    const reveal = await findReveal(deps, request.office, trn);
    if (!reveal) throw refuse('revealNeeded');
    const shown = { ...reveal, kinds: reveal.kinds.filter((kind) => kinds?.includes(kind) ?? true) };
    const lines = await readMaskedLines(deps, trn, shown.kinds, textsFor(request));
    return answer({ seconds: REVEAL_SECONDS, ...describeReveal(shown), lines });
  };

  on(
    'GET /office/applications/:id/reveal',
    async (request) => replyRevealed(request, (await findRequested(request, request.params)).trn),
    { onRequest: requireOffice(deps, 'reveal') },
  );

  on(
    'POST /office/applications/:id/reveal',
    async (request) => {
      const { trn } = await findRequested(request, request.params);
      const { kinds } = request.body;
      const why = String(assertForm(deps, 'office', 'reveal', request.body, ['kinds']).why);
      await addReveal(deps, { access: request.office, trn, ip: request.ip }, { kinds, why });
      return replyRevealed(request, trn, kinds);
    },
    { onRequest: requireOffice(deps, 'reveal') },
  );
}

/** Replies 304 if the client has the current version. */
function withEtag<T extends object>(request: FastifyRequest, reply: FastifyReply, body: T): T {
  const tag = `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`;
  reply.header('etag', tag);
  if (isFresh(request, tag)) reply.code(304);
  return body;
}
