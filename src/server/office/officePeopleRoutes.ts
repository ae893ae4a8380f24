import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import texts from '../../../schemas/texts/server-office.json';
import { type OfficePerson, officePeople } from '../../contract/office';
import type { OfficeRole } from '../../model/office';
import { transaction } from '../db/transaction';
import type { Deps } from '../deps';
import { languageOf } from '../forms/languages';
import { assertForm } from '../http/checkBody';
import { refuse } from '../http/errors';
import { answer, routesOf } from '../http/routesOf';
import { enqueue } from '../jobs/jobs';
import { appendEntry } from '../record/auditStore';
import { type OfficeAccess, requireOffice } from './officeAccess';
import { changeRole, findPerson, listPeople, lockOwners, putPerson, removePerson } from './peopleStore';

/** Who works at the office: read, invited, given another role and removed by an owner. */
export function officePeopleRoutes(api: FastifyInstance, deps: Deps): void {
  const on = routesOf(api, deps, officePeople);
  const { db, clock } = deps;
  const owner = { onRequest: requireOffice(deps, 'people') };
  const people = async ({ office }: Pick<FastifyRequest, 'office'>) => ({
    people: (await listPeople(db, office.subscriberId)).map(describePerson),
  });

  on('GET /office/people', async (request) => answer(await people(request)), owner);

  on(
    'POST /office/people',
    async (request) => {
      const { role } = request.body;
      const given = assertForm(deps, 'office', 'invite', request.body);
      const [email, name] = [String(given.email ?? ''), String(given.name ?? '')];
      const { subscriberId, by } = request.office;
      const own = await findPerson(db, by.id, subscriberId);
      // Invited anew, an owner would exchange their authenticator with nothing but their mailbox.
      if (own?.email.toLowerCase() === email.trim().toLowerCase()) throw refuse('notAllowed');
      await changePeople(deps, request.office, async (client) => {
        const person = await putPerson(client, { subscriberId, email, name, role, now: clock() });
        await enqueue(client, 'office-invitation', { person, language: languageOf(request) });
        return { act: 'invited', person, role };
      });
      return answer(await people(request), texts.done.invited);
    },
    owner,
  );

  on(
    'POST /office/people/role',
    async (request) => {
      const { id, role } = request.body;
      const { subscriberId } = request.office;
      await changePeople(deps, request.office, async (client) => {
        if (!(await changeRole(client, { id, subscriberId, role }, clock()))) throw refuse('notFound');
        return { act: 'role', person: id, role };
      });
      return answer(await people(request), texts.done.role);
    },
    owner,
  );

  on(
    'POST /office/people/remove',
    async (request) => {
      const { id } = request.body;
      await changePeople(deps, request.office, async (client) => {
        if (!(await removePerson(client, id, request.office.subscriberId, clock()))) throw refuse('notFound');
        return { act: 'removed', person: id };
      });
      return answer(await people(request), texts.done.removed);
    },
    owner,
  );
}

interface PeopleChange {
  act: 'invited' | 'role' | 'removed';
  person: string;
  role?: OfficeRole;
}

/**
 * Makes a change and its entry in the audit log, one at a time for each office. Throws `notAllowed` for who was an owner until just now, and
 * `lastOwner` for a change that would leave none: the office could be opened by the operator only.
 */
async function changePeople(
  { db, clock }: Deps,
  { subscriberId, by }: OfficeAccess,
  change: (client: pg.PoolClient) => Promise<PeopleChange>,
): Promise<void> {
  await transaction(db, async (client) => {
    if (!(await lockOwners(client, subscriberId)).includes(by.id)) throw refuse('notAllowed');
    const done = await change(client);
    if ((await lockOwners(client, subscriberId)).length === 0) throw refuse('lastOwner');
    const body = { subscriber: subscriberId, by: by.id, ...done };
    await appendEntry(client, { at: clock(), kind: 'people', trn: '', body });
  });
}

function describePerson(row: Awaited<ReturnType<typeof listPeople>>[number]): OfficePerson {
  const { id, name, email, role, factor_since, seen_at } = row;
  return { id, name, email, role, has_factor: factor_since !== null, seen_at: seen_at?.toISOString() ?? null };
}
