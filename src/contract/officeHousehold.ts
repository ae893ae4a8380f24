import { type Static, Type } from 'typebox';
import { describeResource, nullable, OFFICE_ACCESS, oneOf } from './call';
import { ListedHousehold } from './listedHousehold';
import { ApplicationStatus, DecisionRequest } from './office';

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

/** One decision for several people. Values set for one person replace the shared values. */
const HouseholdDecision = Type.Object(
  {
    ...shared,
    people: Type.Array(
      Type.Object(
        {
          id: Type.String({ maxLength: 20 }),
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

export const officeHouseholds = describeResource(
  { tag: 'Office households', ...OFFICE_ACCESS },
  {
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
      summary:
        'Applies one decision to several people, all or none; 409 with the current status if someone else changed it first',
      open: true,
      body: HouseholdDecision,
      answer: Type.Object({ people: Type.Array(Type.Object({ id: Type.String(), ...ApplicationStatus.properties })) }),
    },
  },
);
