import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import rules from '../../../schemas/takeover.json';
import type { LoginRecords } from '../../contract/account';
import { anotherHome, type OwnApplications } from '../../contract/success';
import type { Applicant } from '../auth/sessions';
import { transaction } from '../db/transaction';
import type { Deps } from '../deps';
import { type ApplicationRow, claimApplication, findRegistered, insertApplication } from '../entry/applicationStore';
import type { LinkRow } from '../entry/linkStore';
import { refuse } from '../http/errors';
import { answer, routesOf } from '../http/routesOf';
import { applicantOf } from '../office/readApplication';
import { takeOver } from './takeOver';

/** An applicant's other applications at the same landlord: beginning one, and going from one to the other. */
export function anotherHomeRoutes(api: FastifyInstance, deps: Deps): void {
  const on = routesOf(api, deps, anotherHome);

  on('GET /application/another', async ({ applicant }) => answer(await listOwn(deps, applicant)));

  on('POST /application/another', async (request, _reply, act) => {
    const trn = await begin(deps, request.applicant, request.body.link, act);
    return answer(await enter(deps, request, trn));
  });

  on('POST /application/switch', async (request) => {
    const { applicant, body } = request;
    const { rows } = await deps.db.query<{ trn: string }>(
      'select trn from application where account_id = $1 and subscriber_id = $2 and application_number::text = $3',
      [applicant.accountId, applicant.subscriberId, body.number],
    );
    if (!rows[0]) throw refuse('notFound');
    return answer(await enter(deps, request, rows[0].trn));
  });

  on('POST /application/confirm', async ({ applicant, body }) => {
    const { rowCount } = await deps.db.query(
      'update taken_over set confirmed_at = coalesce(confirmed_at, $3) where trn = $1 and section = $2',
      [applicant.trn, body.section, deps.clock()],
    );
    if (rowCount === 0) throw refuse('notFound');
    return answer(null);
  });
}

/**
 * Begins another application of this applicant at the same landlord with what is still fresh of this one; the same `act`, its answer lost,
 * gives the one that it made. Throws `notSubmitted`, `unfinished` while another one is open, and `notFound` for a link that is not the landlord's.
 */
async function begin(deps: Deps, applicant: Applicant, linkId: number, act?: string): Promise<string> {
  const from = await deps.stores.applications.find(applicant.trn);
  if (!from?.submitted_at) throw refuse('notSubmitted');
  const earlier = { trn: from.trn, number: from.application_number, submittedAt: from.submitted_at };
  const before = act === undefined ? undefined : await findRegistered(deps.db, act);
  const trn =
    before?.trn ?? (await insertAnother(deps, applicant, from, await findOpenLink(deps, applicant, linkId), act));
  await takeOver(deps, earlier, await applicantOf(deps.db, trn));
  return trn;
}

function insertAnother(
  deps: Deps,
  { accountId, subscriberId }: Applicant,
  from: ApplicationRow,
  link: LinkRow,
  act?: string,
): Promise<string> {
  return transaction(deps.db, async (client) => {
    await client.query('select from account where id = $1 for update', [accountId]);
    const { rowCount } = await client.query(
      'select from application where account_id = $1 and subscriber_id = $2 and submitted_at is null',
      [accountId, subscriberId],
    );
    if (rowCount) throw refuse('unfinished');
    const trn = await insertApplication(client, link);
    const { first_name: firstName, last_name: lastName, email } = from;
    await claimApplication(client, { trn, accountId, firstName, lastName, email, act, answers: registrationOf(from) });
    return trn;
  });
}

function registrationOf({ registration }: ApplicationRow): Record<string, unknown> {
  return Object.fromEntries(Object.entries(registration).filter(([name]) => rules.registration.includes(name)));
}

/** A session of its own for another application of the same account. */
async function enter(deps: Deps, { applicant, headers }: FastifyRequest, trn: string): Promise<LoginRecords> {
  const tokens = await deps.sessions.begin(applicant.accountId, trn, headers['user-agent']);
  const { link, applicationType, email } = await applicantOf(deps.db, trn);
  return { ...tokens, url: link, trn_id: trn, email, application_type: applicationType };
}

// A unit is let once: its link is good for the one whom it was sent to.
const isOpen = ({ type, revoked_at, expires_at }: LinkRow, now: Date): boolean =>
  type !== 'Unit' && !revoked_at && !(expires_at && expires_at <= now);

async function findOpenLink({ stores, clock }: Deps, { subscriberId }: Applicant, id: number): Promise<LinkRow> {
  const link = (await stores.links.listOf(subscriberId)).find((one) => one.id === id);
  if (!link || !isOpen(link, clock())) throw refuse('notFound');
  return link;
}

async function listOwn(deps: Deps, applicant: Applicant): Promise<OwnApplications> {
  const { db, stores, clock } = deps;
  const links = (await stores.links.listOf(applicant.subscriberId)).filter((link) => isOpen(link, clock()));
  const names = await nameLinks(db, applicant.subscriberId);
  const { rows } = await db.query<{ trn: string; number: string; link: number; submitted_at: Date | null }>(
    `select trn, application_number::text as number, entry_link_id as link, submitted_at from application
     where account_id = $1 and subscriber_id = $2 order by application_number desc limit 50`,
    [applicant.accountId, applicant.subscriberId],
  );
  return {
    applications: rows.map(({ trn, number, link, submitted_at }) => ({
      number,
      place: names.get(link) ?? '',
      submitted_at: submitted_at?.toISOString() ?? null,
      current: trn === applicant.trn,
    })),
    places: links.map(({ id }) => ({ link: id, name: names.get(id) ?? '' })),
  };
}

/** What each link of a landlord leads to, in words. */
async function nameLinks(db: pg.Pool, subscriberId: string): Promise<Map<number, string>> {
  const { rows } = await db.query<{ id: number; name: string }>(
    `select l.id, concat_ws(', ', p.name, f.name, u.name, a.full_name, o.name) as name from entry_link l
     left join property p on p.id = l.property_id left join floor f on f.id = l.floor_id left join unit u on u.id = l.unit_id
     left join agent a on a.id = l.agent_id left join office o on o.id = l.office_id where l.subscriber_id = $1`,
    [subscriberId],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
