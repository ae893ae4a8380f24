import { type Static, Type } from 'typebox';
import { LoginRecords } from './account';
import { describeResource, nullable } from './call';
import { DocumentRequest, TimelineEntry } from './office';

/** What the office has made of the application, in words for its applicant. */
const ReviewState = Type.Object({
  status: Type.String(),
  title: Type.String(),
  text: Type.String(),
  conditions: nullable(Type.String()),
  letter: nullable(Type.String()),
  requests: Type.Array(DocumentRequest),
  timeline: Type.Array(TimelineEntry),
});
export type ReviewState = Static<typeof ReviewState>;

/** A proof that is required and not there: its type, what it is called, and whose it is where several are. */
const MissingDocument = Type.Object({
  document: Type.Integer(),
  title: Type.String(),
  source: nullable(Type.String()),
});
export type MissingDocument = Static<typeof MissingDocument>;

/** What the success page shows of the application (docs/spec/003, section 3, Application record). */
export const ApplicationSummary = Type.Object({
  applicationID: Type.String(),
  application_status: Type.String(),
  /** Null when no supplemental application is asked for. */
  secondary_status: nullable(Type.Enum(['Completed', 'Incomplete'])),
  secondary_complete: Type.Boolean(),
  document_status: Type.Boolean(),
  /** What `document_status` misses, by name; empty while the sources of income are not known. */
  missing: Type.Array(MissingDocument),
  /** Null before it is paid: dollars, the provider's reference, the card's last digits. */
  paid: nullable(
    Type.Object({
      amount: Type.Number(),
      at: nullable(Type.String()),
      card_number: nullable(Type.String()),
      reference: nullable(Type.String()),
    }),
  ),
  /** Null before the application is handed in. */
  review: nullable(ReviewState),
});
export type ApplicationSummary = Static<typeof ApplicationSummary>;

/** What an applicant sees and does after submitting, next to the steps of the flow `success` (docs/spec/003). */
export const success = describeResource('After submitting', {
  'GET /application/summary/:trn': { summary: 'What the success page shows', answer: ApplicationSummary },
  'GET /application/export/:trn': { summary: 'All of one’s own data as a zip archive', content: 'download' },
  'POST /application/withdraw': {
    summary: 'Withdraws a submitted application that is not decided yet',
    body: Type.Object({ trn_id: Type.Optional(Type.String()) }, { additionalProperties: false }),
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

/** The applications of one account at one landlord, and the homes that it can apply for. */
const OwnApplications = Type.Object({
  applications: Type.Array(
    Type.Object({
      number: Type.String(),
      place: Type.String(),
      /** Null while it is not handed in. */
      submitted_at: nullable(Type.String({ format: 'date-time' })),
      /** The one whose session asks. */
      current: Type.Boolean(),
    }),
  ),
  places: Type.Array(Type.Object({ link: Type.Integer(), name: Type.String() })),
});
export type OwnApplications = Static<typeof OwnApplications>;

/** May be said; another one than the session's is refused. */
const OwnTrn = { trn_id: Type.Optional(Type.String()) };

/** Another home of the same landlord: what is still fresh of a submitted application begins the next one. */
export const anotherHome = describeResource('Another home', {
  'GET /application/another': {
    summary: 'The own applications at this landlord, and the homes to apply for',
    answer: OwnApplications,
  },
  'POST /application/another': {
    summary: 'Begins another application with what is still fresh of this one, and gives a session for it',
    once: true,
    body: Type.Object({ ...OwnTrn, link: Type.Integer() }, { additionalProperties: false }),
    answer: LoginRecords,
  },
  'POST /application/switch': {
    summary: 'A session for another of the own applications at this landlord',
    body: Type.Object({ ...OwnTrn, number: Type.String({ maxLength: 20 }) }, { additionalProperties: false }),
    answer: LoginRecords,
  },
  'POST /application/confirm': {
    summary: 'Confirms a section that was taken over from an earlier application',
    body: Type.Object({ ...OwnTrn, section: Type.String({ maxLength: 80 }) }, { additionalProperties: false }),
  },
});
