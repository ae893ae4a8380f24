import { type Static, Type } from 'typebox';
import { householdRoles, type MemberState, memberStates } from '../model/household';
import { type OfficeStatus, officeStatuses } from '../model/office';
import type { HouseholdRole } from '../model/types';
import { nullable, oneOf } from './call';

const Person = Type.Object({
  name: Type.String(),
  role: oneOf<HouseholdRole>(householdRoles),
  is_lead: Type.Boolean(),
  state: oneOf<MemberState>(memberStates),
  /** Application ID. Null before submission. */
  id: nullable(Type.String()),
  status: nullable(oneOf<OfficeStatus>(officeStatuses)),
  revision: nullable(Type.Integer()),
  /** Dollars per month. */
  income: nullable(Type.Number()),
});
export type HouseholdPerson = Static<typeof Person>;

export const ListedHousehold = Type.Object({
  id: Type.String(),
  name: Type.String(),
  place: Type.String(),
  people: Type.Array(Person),
  /** Number of people who submitted or still have to submit an application. */
  expected: Type.Integer(),
  submitted: Type.Integer(),
  is_complete: Type.Boolean(),
  /** Dollars per month. */
  income: nullable(Type.Number()),
  guarantor_income: nullable(Type.Number()),
  rent: nullable(Type.Number()),
});
export type ListedHousehold = Static<typeof ListedHousehold>;
