import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { type OfficePerson, officePeople } from '../../../contract/office';
import { messages } from '../../../messages/serverMessages';
import type { OfficeRole } from '../../../model/office';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { assertForm } from '../../applications/checkBody';
import { appendEntry } from '../../applications/record/auditRepository';
import { languageOf } from '../../forms/languages';
import { transaction } from '../../platform/db/transaction';
import { answer, routesOf } from '../../platform/http/routesOf';
import { enqueue } from '../../platform/jobs/jobRepository';
import { type OfficeAccess, requireOffice } from './officeAccess';
import { refuse } from './officeErrors';
import { changeRole, findPerson, listPeople, lockOwners, removePerson, savePerson } from './peopleRepository';

export function officePeopleRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const texts = messages('server-office');
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
      const input = assertForm(deps, 'office', 'invite', request.body);
      const [email, name] = [String(input.email ?? ''), String(input.name ?? '')];
      const { subscriberId, by } = request.office;
      const own = await findPerson(db, by.id, subscriberId);
      // Owners can't invite themselves. Otherwise, someone with access to their mailbox could replace the
      // authenticator.
      if (own?.email.toLowerCase() === email.trim().toLowerCase()) throw refuse('notAllowed');
      await changePeople(deps, request.office, async (client) => {
        const person = await savePerson(client, { subscriberId, email, name, role, now: clock() });
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

/** Makes one change at a time per office. Throws `notAllowed` or `lastOwner`. */
async function changePeople(
  { db, clock }: Pick<ApplicationDeps, 'db' | 'clock'>,
  { subscriberId, by }: OfficeAccess,
  change: (client: pg.PoolClient) => Promise<PeopleChange>,
): Promise<void> {
  await transaction(db, async (client) => {
    if (!(await lockOwners(client, subscriberId)).includes(by.id)) throw refuse('notAllowed');
    const done = await change(client);
    if ((await lockOwners(client, subscriberId)).length === 0) throw refuse('lastOwner');
    const body = { subscriber: subscriberId, by: by.id, ...done };
    await appendEntry(client, { at: clock(), kind: 'people', trn: '', subscriberId, body });
  });
}

function describePerson(row: Awaited<ReturnType<typeof listPeople>>[number]): OfficePerson {
  const { id, name, email, role, factor_since, seen_at } = row;
  return { id, name, email, role, has_factor: factor_since !== null, seen_at: seen_at?.toISOString() ?? null };
}
