import { type Static, Type } from 'typebox';
import { describeResource, nullable } from './call';

/** What the success page shows of the application (docs/spec/003, section 3, Application record). */
export const ApplicationSummary = Type.Object({
  applicationID: Type.String(),
  application_status: Type.String(),
  /** Null when no supplemental application is asked for. */
  secondary_status: nullable(Type.Enum(['Completed', 'Incomplete'])),
  secondary_complete: Type.Boolean(),
  document_status: Type.Boolean(),
});
export type ApplicationSummary = Static<typeof ApplicationSummary>;

/** What an applicant sees and does after submitting, next to the steps of the flow `success` (docs/spec/003). */
export const success = describeResource('After submitting', {
  'GET /application/summary/:trn': { summary: 'What the success page shows', answer: ApplicationSummary },
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
