import { type Static, Type } from 'typebox';
import { householdRoles, type MemberState, memberStates } from '../model/household';
import type { HouseholdRole } from '../model/types';
import { describeResource, nullable, oneOf } from './call';
import { ApplicationStatus, DecisionRequest, Status } from './office';

const Person = Type.Object({
  name: Type.String(),
  role: oneOf<HouseholdRole>(householdRoles),
  is_lead: Type.Boolean(),
  state: oneOf<MemberState>(memberStates),
  /** Of the application, once it's submitted. */
  id: nullable(Type.String()),
  status: nullable(Status),
  revision: nullable(Type.Integer()),
  /** Dollars per month. */
  income: nullable(Type.Number()),
});
export type HouseholdPerson = Static<typeof Person>;

const ListedHousehold = Type.Object({
  id: Type.String(),
  /** The lead's name. */
  name: Type.String(),
  place: Type.String(),
  people: Type.Array(Person),
  /** People who hand in an application, and those who have. */
  expected: Type.Integer(),
  submitted: Type.Integer(),
  is_complete: Type.Boolean(),
  /** Of everybody on the lease, in dollars per month. */
  income: nullable(Type.Number()),
  guarantor_income: nullable(Type.Number()),
  rent: nullable(Type.Number()),
});
export type ListedHousehold = Static<typeof ListedHousehold>;

const HouseholdQuery = Type.Object(
  {
    search: Type.Optional(Type.String({ maxLength: 120 })),
    complete: Type.Optional(oneOf(['yes', 'no'])),
    cursor: Type.Optional(Type.String({ maxLength: 600 })),
    lang: Type.Optional(Type.String({ maxLength: 10 })),
  },
  { additionalProperties: false },
);
export type HouseholdQuery = Static<typeof HouseholdQuery>;

const { revision: _one, documents: _places, ...shared } = DecisionRequest.properties;
const { reasons, bases, reports } = shared;

/** One decision for several people. What a person has of their own replaces what is shared. */
const HouseholdDecision = Type.Object(
  {
    ...shared,
    people: Type.Array(
      Type.Object(
        {
          id: Type.String({ maxLength: 20 }),
          /** The revision the user saw. */
          revision: Type.Integer({ minimum: 1 }),
          reasons,
          bases,
          reports,
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 60 },
    ),
  },
  { additionalProperties: false },
);
export type HouseholdDecision = Static<typeof HouseholdDecision>;

export const officeHouseholds = describeResource('Office households', {
  'GET /office/households': {
    summary: 'Households with a submitted application, newest first, paginated',
    open: true,
    query: HouseholdQuery,
    answer: Type.Object({ households: Type.Array(ListedHousehold), next: nullable(Type.String()) }),
  },
  'GET /office/households/:id': { summary: 'One household', open: true, answer: ListedHousehold },
  'GET /office/households/:id/export': {
    summary: 'The submitted applications of a household as one zip, without masked facts',
    open: true,
    content: 'download',
  },
  'POST /office/households/:id/acts': {
    summary: 'Applies one decision to several people, all or none; 409 with the current status if someone was faster',
    open: true,
    body: HouseholdDecision,
    answer: Type.Object({ people: Type.Array(Type.Object({ id: Type.String(), ...ApplicationStatus.properties })) }),
  },
});
