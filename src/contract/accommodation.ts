import { type Static, Type } from 'typebox';
import { describeResource, Moment, oneOf } from './call';

export const accommodationStates = ['sent', 'read', 'answered'] as const;
export type AccommodationState = (typeof accommodationStates)[number];

const State = oneOf<AccommodationState>(accommodationStates);

const OwnRequest = Type.Object({ id: Type.Integer(), text: Type.String(), asked_at: Moment, state: State });

const OwnRequests = Type.Object({ requests: Type.Array(OwnRequest) });
export type OwnRequests = Static<typeof OwnRequests>;

/** Staff who decide on applications can't read these requests. */
export const accommodation = describeResource('Accommodation', {
  'GET /accommodation/:trn': { summary: 'The applicant’s own requests for an accommodation', answer: OwnRequests },
  'POST /accommodation': {
    summary: 'Asks for an accommodation, before or after submitting',
    once: true,
    body: Type.Object(
      { trn_id: Type.Optional(Type.String()), text: Type.String({ minLength: 1, maxLength: 4000 }) },
      { additionalProperties: false },
    ),
    answer: OwnRequests,
  },
});

const ReceivedRequest = Type.Object({
  ...OwnRequest.properties,
  application: Type.String(),
  name: Type.String(),
  email: Type.String(),
});

const ReceivedRequests = Type.Object({ requests: Type.Array(ReceivedRequest) });
export type ReceivedRequests = Static<typeof ReceivedRequests>;

const CONTACT = { tag: 'Office accommodation', part: 'office', proofs: ['officeCookie'] } as const;

/** Only for the role `accommodation`. This role can't read applications. */
export const officeAccommodation = describeResource(CONTACT, {
  'GET /office/accommodation': {
    summary: 'Accommodation requests; reading them marks them as read',
    open: true,
    answer: ReceivedRequests,
  },
  'POST /office/accommodation/answered': {
    summary: 'Marks a request as answered',
    open: true,
    body: Type.Object({ id: Type.Integer({ minimum: 1 }) }, { additionalProperties: false }),
    answer: ReceivedRequests,
  },
});
