import { type Static, Type } from 'typebox';
import { LoginRecords } from './account';
import { describeResource, nullable } from './call';
import { DocumentRequest, TimelineEntry } from './office';

const ReviewState = Type.Object({
  status: Type.String(),
  title: Type.String(),
  text: Type.String(),
  conditions: nullable(Type.String()),
  letter: nullable(Type.String()),
  /** `until` is the last day to appeal. */
  appeal: Type.Object({ is_open: Type.Boolean(), until: nullable(Type.String()) }),
  requests: Type.Array(DocumentRequest),
  timeline: Type.Array(TimelineEntry),
});
export type ReviewState = Static<typeof ReviewState>;

const MissingDocument = Type.Object({
  document: Type.Integer(),
  title: Type.String(),
  source_id: nullable(Type.Integer()),
  source: nullable(Type.String()),
});
export type MissingDocument = Static<typeof MissingDocument>;

/** docs/spec/003.md, application record. */
export const ApplicationSummary = Type.Object({
  applicationID: Type.String(),
  application_status: Type.String(),
  /** Null if there are no supplemental questions. */
  secondary_status: nullable(Type.Enum(['Completed', 'Incomplete'])),
  secondary_complete: Type.Boolean(),
  document_status: Type.Boolean(),
  /** Empty until the income step is complete. */
  missing: Type.Array(MissingDocument),
  /** Null if nothing was paid. */
  paid: nullable(
    Type.Object({
      amount: Type.Number(),
      at: nullable(Type.String()),
      card_number: nullable(Type.String()),
      reference: nullable(Type.String()),
      /** True if the law requires refunds in some cases. */
      is_returned: Type.Boolean(),
    }),
  ),
  review: nullable(ReviewState),
});
export type ApplicationSummary = Static<typeof ApplicationSummary>;

/** Calls that the flow `success` doesn't define (docs/spec/003.md). */
export const success = describeResource('After submitting', {
  'GET /application/summary/:trn': { summary: 'Data of the success page', answer: ApplicationSummary },
  'GET /application/export/:trn': { summary: 'The applicant’s data as a zip file', content: 'download' },
  'POST /application/withdraw': {
    summary: 'Withdraws a submitted application that has no final decision yet',
    body: Type.Object({ trn_id: Type.Optional(Type.String()) }, { additionalProperties: false }),
  },
  'POST /application/appeal': {
    summary: 'Appeals the withdrawal of an offer, or responds before the offer is withdrawn',
    body: Type.Object(
      { trn_id: Type.Optional(Type.String()), text: Type.String({ minLength: 1, maxLength: 4000 }) },
      { additionalProperties: false },
    ),
  },
  'POST /application/inreview': {
    summary: 'Puts the application in review',
    body: Type.Object(
      {
        trn_id: Type.Optional(Type.String()),
        applicationnumber: Type.Unsafe<string | number>({ type: ['string', 'integer'] }),
        isInReview: Type.Unsafe<1 | '1' | true>({ enum: [1, '1', true] }),
      },
      { additionalProperties: false },
    ),
  },
});

const OwnApplications = Type.Object({
  applications: Type.Array(
    Type.Object({
      number: Type.String(),
      place: Type.String(),
      submitted_at: nullable(Type.String({ format: 'date-time' })),
      current: Type.Boolean(),
    }),
  ),
  places: Type.Array(Type.Object({ link: Type.Integer(), name: Type.String() })),
});
export type OwnApplications = Static<typeof OwnApplications>;

/** Must be the session's application. */
const OwnTrn = { trn_id: Type.Optional(Type.String()) };

export const anotherHome = describeResource('Another home', {
  'GET /application/another': {
    summary: 'The applicant’s applications with this landlord, and homes to apply for',
    answer: OwnApplications,
  },
  'POST /application/another': {
    summary: 'Starts another application with recent answers, and returns its session',
    once: true,
    body: Type.Object({ ...OwnTrn, link: Type.Integer() }, { additionalProperties: false }),
    answer: LoginRecords,
  },
  'POST /application/switch': {
    summary: 'Starts a session for another of the applicant’s applications with this landlord',
    body: Type.Object({ ...OwnTrn, number: Type.String({ maxLength: 20 }) }, { additionalProperties: false }),
    answer: LoginRecords,
  },
  'POST /application/confirm': {
    summary: 'Confirms a section copied from an earlier application',
    body: Type.Object({ ...OwnTrn, section: Type.String({ maxLength: 80 }) }, { additionalProperties: false }),
  },
});
