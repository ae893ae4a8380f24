import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { office } from '../../contract/office';
import { idsOf } from '../../model/documents';
import { sealText } from '../crypto/seal';
import { transaction } from '../db/transaction';
import type { Deps } from '../deps';
import { ticketUrl } from '../documents/documentStore';
import { languageOf, type Words } from '../forms/languages';
import { assertForm } from '../http/checkBody';
import { refuse } from '../http/errors';
import { answer, routesOf } from '../http/routesOf';
import { appendEntry } from '../record/auditStore';
import { readRecord } from '../record/checkRecord';
import { describeApplication, noteBound, readMasked } from './describeApplication';
import { listApplications } from './listApplications';
import { listCsv } from './listCsv';
import { requireOffice } from './officeAccess';
import { act as actOn, refuseStale } from './officeActs';
import { addNote, changeStatus, findOffice, keepSeen, type OfficeRow } from './officeStore';
import { findPerson } from './peopleStore';
import { summarise } from './summarise';
import { addEvent } from './timeline';

/** For so long a page shows what was revealed. */
const REVEAL_SECONDS = 60;

/** What the landlord's office reads and does: the applications of its subscriber, and of nobody else. */
export function officeRoutes(api: FastifyInstance, deps: Deps): void {
  const on = routesOf(api, deps, office);
  const { db, clock } = deps;
  const reads = { onRequest: requireOffice(deps, 'read') };
  const acts = { onRequest: requireOffice(deps, 'status') };
  const wordsFor = (request: FastifyRequest): Words => deps.forms.languages[languageOf(request)] ?? {};

  const find = async ({ office: access }: FastifyRequest, { id }: { id: string }): Promise<OfficeRow> => {
    const row = await findOffice(db, access.subscriberId, id);
    if (!row) throw refuse('notFound');
    return row;
  };

  on(
    'GET /office/applications',
    async (request, reply) => tagged(request, reply, answer(await listApplications(db, request.office, request.query))),
    reads,
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
        .send(Readable.from(listCsv(db, access, query)));
    },
    reads,
  );

  on(
    'GET /office/applications/:id',
    async (request, reply) => {
      const { trn } = await find(request, request.params);
      // What came with later answers or documents is in the list from now on, too.
      await summarise(deps, trn);
      const row = await find(request, request.params);
      const { by } = request.office;
      if (by.kind === 'person') await keepSeen(db, by.id, trn, clock());
      return tagged(request, reply, answer(await describeApplication(deps, request.office, row, wordsFor(request))));
    },
    reads,
  );

  on(
    'GET /office/applications/:id/documents/:document',
    async (request) => {
      const { trn } = await find(request, request.params);
      const { document } = request.params;
      const found = /^\d{1,15}$/.test(document) ? await deps.stores.documents.find(trn, Number(document)) : undefined;
      const kind = request.query.kind ?? 'file';
      if (!found || idsOf('program').includes(found.document_id)) throw refuse('notFound');
      if (kind === 'thumbnail' && !found.has_thumbnail) throw refuse('notFound');
      return answer({ url: ticketUrl(deps.tokenKey, found, kind, clock()) });
    },
    reads,
  );

  on(
    'GET /office/applications/:id/record',
    async (request) => answer(await readRecord(deps, (await find(request, request.params)).trn)),
    reads,
  );

  on(
    'POST /office/applications/:id/acts',
    async (request) => answer(await actOn(deps, request.office, await find(request, request.params), request.body)),
    acts,
  );

  on(
    'POST /office/applications/:id/assign',
    async (request) => {
      const row = await find(request, request.params);
      const { person, revision } = request.body;
      refuseStale(row, revision);
      const next = person === null ? null : await findPerson(db, person, request.office.subscriberId);
      if (next === undefined) throw refuse('notFound');
      const key = await deps.keyring.keyOf(row.trn);
      return answer(await assign(request, row, key, next && { id: next.id, name: next.name || next.email }));
    },
    acts,
  );

  const assign = (request: FastifyRequest, row: OfficeRow, key: Buffer, next: { id: string; name: string } | null) =>
    transaction(db, async (client) => {
      const { trn, status, revision: before } = row;
      const now = clock();
      const revision = await changeStatus(client, { trn, revision: before, assignedTo: next?.id ?? null, now });
      if (revision === undefined) throw refuse('staleAct');
      const body = { kind: 'assigned', name: next?.name ?? null } as const;
      await addEvent(client, { trn, key, actor: request.office.by, body, now });
      return { status, revision };
    });

  on(
    'POST /office/applications/:id/notes',
    async (request, _reply, act) => {
      const { trn } = await find(request, request.params);
      const key = await deps.keyring.keyOf(trn);
      const { by } = request.office;
      const { text } = assertForm(deps, 'office', 'note', request.body);
      const sealed = sealText(String(text), key, noteBound(trn));
      const note = { personId: by.kind === 'person' ? by.id : null, sealed, act, now: clock() };
      const { id, at } = await addNote(db, trn, note);
      return answer({ id, at: at.toISOString() });
    },
    { ...acts, sameBy: ({ params, body }) => [params, body] },
  );

  on(
    'POST /office/applications/:id/reveal',
    async (request) => {
      const { trn } = await find(request, request.params);
      const { kinds } = request.body;
      const why = String(assertForm(deps, 'office', 'reveal', request.body, ['kinds']).why);
      const key = await deps.keyring.keyOf(trn);
      const lines = await readMasked(deps, trn, kinds, wordsFor(request));
      const now = clock();
      const { by } = request.office;
      // Nothing is shown that was not entered before.
      await transaction(db, async (client) => {
        const body = { kind: 'revealed', kinds, why } as const;
        await addEvent(client, { trn, key, actor: by, body, now });
        const said = sealText(JSON.stringify({ by: `${by.kind}/${by.id}`, kinds, why }), key);
        await appendEntry(client, { at: now, kind: 'reveal', trn, body: { sealed: said } });
      });
      return answer({ seconds: REVEAL_SECONDS, lines });
    },
    { onRequest: requireOffice(deps, 'reveal') },
  );
}

/** Answers 304 to who has this already. */
function tagged<T extends object>(request: FastifyRequest, reply: FastifyReply, body: T): T {
  const tag = `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`;
  reply.header('etag', tag);
  if (request.headers['if-none-match'] === tag) reply.code(304);
  return body;
}
