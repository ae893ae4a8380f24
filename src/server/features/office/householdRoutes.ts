import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DecisionRequest } from '../../../contract/office';
import { officeHouseholds } from '../../../contract/officeHousehold';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { createZip, exportApplication, OFFICE_MASKED } from '../../applications/exportApplication';
import { answer, routesOf } from '../../platform/http/routesOf';
import { decideForAll } from './decide';
import { describeHouseholds } from './describeHouseholds';
import { findHouseholdSummary, type HouseholdSummary, listHouseholds } from './householdListRepository';
import { requireOffice } from './officeAccess';
import { refuse } from './officeErrors';
import { findOfficeApplication } from './officeRepository';

export function householdRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const on = routesOf(api, deps, officeHouseholds);
  const { db } = deps;
  const readAccess = { onRequest: requireOffice(deps, 'read') };

  const findRequested = async ({ office }: FastifyRequest, id: string): Promise<HouseholdSummary> => {
    const found = await findHouseholdSummary(db, office.subscriberId, id);
    if (!found) throw refuse('notFound');
    return found;
  };

  on(
    'GET /office/households',
    async ({ office, query }) => {
      const { rows, next } = await listHouseholds(db, office.subscriberId, query);
      return answer({ households: await describeHouseholds(db, rows), next });
    },
    readAccess,
  );

  on(
    'GET /office/households/:id',
    async (request) => {
      const [household] = await describeHouseholds(db, [await findRequested(request, request.params.id)]);
      if (!household) throw refuse('notFound');
      return answer(household);
    },
    readAccess,
  );

  on(
    'GET /office/households/:id/export',
    async (request, reply) => {
      const { members } = await findRequested(request, request.params.id);
      await deps.limits.take('export', { account: request.office.by.id, address: request.ip });
      const submitted = members.filter(({ number }) => number !== null);
      const files = await Promise.all(
        submitted.map(async ({ trn, number }) => {
          const own = await exportApplication(deps, trn ?? '', { masked: OFFICE_MASKED });
          return own.map((file) => ({ ...file, name: `${number}/${file.name}` }));
        }),
      );
      return reply
        .headers({
          'content-type': 'application/zip',
          'content-disposition': 'attachment; filename="household.zip"',
          'cache-control': 'private, no-store',
        })
        .send(createZip(files.flat(), (cause) => request.log.error(cause)));
    },
    readAccess,
  );

  on(
    'POST /office/households/:id/acts',
    async (request) => {
      const { office, params, body } = request;
      const { members } = await findRequested(request, params.id);
      const { people, ...shared } = body;
      const all: { row: NonNullable<Awaited<ReturnType<typeof findOfficeApplication>>>; request: DecisionRequest }[] =
        [];
      for (const { id, ...own } of people) {
        const isMember = members.some(({ number }) => number === id);
        const row = isMember ? await findOfficeApplication(db, office.subscriberId, id) : undefined;
        if (!row) throw refuse('notFound');
        all.push({ row, request: { ...shared, ...own } });
      }
      const written = await decideForAll(deps, office, all);
      return answer({ people: written.map((status, index) => ({ id: people[index]?.id ?? '', ...status })) });
    },
    { onRequest: requireOffice(deps, 'status') },
  );
}
