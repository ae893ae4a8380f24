import { type Static, Type } from 'typebox';
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

/** What the success page shows of the application (docs/spec/003, section 3, Application record). */
export const ApplicationSummary = Type.Object({
  applicationID: Type.String(),
  application_status: Type.String(),
  /** Null when no supplemental application is asked for. */
  secondary_status: nullable(Type.Enum(['Completed', 'Incomplete'])),
  secondary_complete: Type.Boolean(),
  document_status: Type.Boolean(),
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
