import type pg from 'pg';
import type { HouseholdPerson, ListedHousehold } from '../../../contract/listedHousehold';
import type { ListQuery, OfficeList } from '../../../contract/office';
import { toDollars } from '../../../model/format/money';
import { roleRule } from '../../../model/household';
import { toOfficeStatus } from '../../../model/office';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { findHouseholds, type Household } from '../../applications/household/householdRepository';
import { householdProgress, memberState } from '../../applications/household/memberState';
import { findHouseholdsWith, type HouseholdSummary } from './householdListRepository';
import { listApplications } from './listRepository';
import type { OfficeAccess } from './officeAccess';

/** Throws `badRequest` for an invalid cursor. */
export async function listWithHouseholds(
  deps: Pick<ApplicationDeps, 'db' | 'keyring'>,
  access: OfficeAccess,
  query: ListQuery,
): Promise<OfficeList> {
  const { db } = deps;
  const page = await listApplications(deps, access, query);
  const numbers = page.applications.map(({ id }) => id);
  const found = numbers.length > 0 ? await findHouseholdsWith(db, access.subscriberId, numbers) : [];
  return { ...page, households: await describeHouseholds(db, found) };
}

export async function describeHouseholds(
  db: pg.Pool,
  summaries: readonly HouseholdSummary[],
): Promise<ListedHousehold[]> {
  const households = await findHouseholds(
    db,
    summaries.map(({ id }) => id),
  );
  return summaries.flatMap((summary) => {
    const household = households.find(({ id }) => id === summary.id);
    return household ? [describeListed(household, summary)] : [];
  });
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

function sumIncome(people: readonly HouseholdPerson[], kind: 'household' | 'guarantor'): number | null {
  const counted = people.filter(({ role, state }) => roleRule(role).income === kind && state !== 'withdrawn');
  const known = counted.flatMap(({ income }) => income ?? []);
  return known.length > 0 ? known.reduce((sum, income) => sum + income, 0) : null;
}

const dollars = (cents: string | number | null | undefined): number | null =>
  cents === null || cents === undefined ? null : toDollars(Number(cents));
