import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DecisionRequest } from '../../../contract/office';
import { type HouseholdPerson, type ListedHousehold, officeHouseholds } from '../../../contract/officeHousehold';
import { toDollars } from '../../../model/format/money';
import { roleRule } from '../../../model/household';
import { toOfficeStatus } from '../../../model/office';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { createZip, exportApplication, OFFICE_MASKED } from '../../applications/exportApplication';
import { findHousehold, type Household } from '../../applications/household/householdRepository';
import { householdProgress, memberState } from '../../applications/household/memberState';
import { answer, routesOf } from '../../platform/http/routesOf';
import { decideForAll } from './decide';
import { findHouseholdSummary, type HouseholdSummary, listHouseholds } from './householdListRepository';
import { requireOffice } from './officeAccess';
import { refuse } from './officeErrors';
import { findOfficeApplication } from './officeRepository';

/** People who apply together, as one to read, decide and export. */
export function householdRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const on = routesOf(api, deps, officeHouseholds);
  const { db } = deps;
  const readAccess = { onRequest: requireOffice(deps, 'read') };

  const findRequested = async ({ office }: FastifyRequest, id: string): Promise<HouseholdSummary> => {
    const found = await findHouseholdSummary(db, office.subscriberId, id);
    if (!found) throw refuse('notFound');
    return found;
  };

  const describe = async (summary: HouseholdSummary): Promise<ListedHousehold> => {
    const household = await findHousehold(db, summary.id);
    if (!household) throw refuse('notFound');
    return describeListed(household, summary);
  };

  on(
    'GET /office/households',
    async ({ office, query }) => {
      const { rows, next } = await listHouseholds(db, office.subscriberId, query);
      return answer({ households: await Promise.all(rows.map(describe)), next });
    },
    readAccess,
  );

  on(
    'GET /office/households/:id',
    async (request) => answer(await describe(await findRequested(request, request.params.id))),
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

function describeListed(household: Household, summary: HouseholdSummary): ListedHousehold {
  const { people: expected, submitted, isComplete } = householdProgress(household);
  const people = household.members.map((member): HouseholdPerson => {
    const {
      name = '',
      number = null,
      status = null,
      revision = null,
      income_cents = null,
    } = summary.members.find(({ id }) => id === member.id) ?? {};
    return {
      name: name.trim(),
      role: member.role,
      is_lead: member.is_lead,
      state: memberState(member),
      id: number,
      status: status === null ? null : toOfficeStatus(status),
      revision,
      income: dollars(income_cents),
    };
  });
  const rents = summary.members.flatMap(({ rent_cents }) => dollars(rent_cents) ?? []);
  return {
    id: summary.id,
    name: people[0]?.name ?? '',
    place: [summary.property_name, summary.unit_name ?? summary.city].filter(Boolean).join(', '),
    people,
    expected,
    submitted,
    is_complete: isComplete,
    income: sumIncome(people, 'household'),
    guarantor_income: sumIncome(people, 'guarantor'),
    rent: rents[0] ?? null,
  };
}

/** Of the people whose income counts this way; null if none is known. */
function sumIncome(people: readonly HouseholdPerson[], kind: 'household' | 'guarantor'): number | null {
  const counted = people.filter(({ role, state }) => roleRule(role).income === kind && state !== 'withdrawn');
  const known = counted.flatMap(({ income }) => income ?? []);
  return known.length > 0 ? known.reduce((sum, income) => sum + income, 0) : null;
}

const dollars = (cents: string | number | null | undefined): number | null =>
  cents === null || cents === undefined ? null : toDollars(Number(cents));
