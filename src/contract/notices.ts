import { type Static, Type } from 'typebox';
import { type NoticeProof, noticeProofs } from '../model/law/notices';
import { describeResource, Moment, nullable, oneOf } from './call';

/** A notice compared with the one on the instruction page, when the applicant agreed to the terms there. */
const sinceStart = ['same', 'changed', 'new'] as const;
export type SinceStart = (typeof sinceStart)[number];

/** A notice that applicants must read before they apply, pay or sign. */
const ShownNotice = Type.Object({
  id: Type.String(),
  proof: oneOf<NoticeProof>(noticeProofs),
  title: Type.String(),
  paragraphs: Type.Array(Type.String()),
  points: Type.Array(Type.String()),
  /** The landlord's written criteria, if local law requires them. */
  criteria: Type.Array(Type.String()),
  statute: Type.String(),
  /** The minimum font size required by law, in points. */
  point_size: nullable(Type.Number()),
  /** Hash of the content. Send it to confirm. */
  digest: Type.String(),
  confirmed_at: nullable(Moment),
  since_start: oneOf<SinceStart>(sinceStart),
});
export type ShownNotice = Static<typeof ShownNotice>;

export const Notices = Type.Object({ notices: Type.Array(ShownNotice) });
export type Notices = Static<typeof Notices>;

export const notices = describeResource('Notices', {
  'GET /notices/:trn': {
    summary: 'Notices required by law for the home, and when each was confirmed',
    answer: Notices,
  },
  'GET /notices/pdf/:trn': {
    summary: 'A test PDF; applicants enter its code to show that they can open PDFs (15 U.S.C. 7001(c))',
    content: 'download',
  },
  'GET /notices/preview/:trn': {
    summary: 'A PDF of the answers, terms and notices that the signature will cover',
    content: 'download',
  },
  'POST /notices/confirm': {
    summary: 'Confirms a notice as it was shown; `code` is the code in the test PDF, for the notice that requires it',
    body: Type.Object(
      {
        trn_id: Type.Optional(Type.String()),
        notice: Type.String({ minLength: 1, maxLength: 60 }),
        digest: Type.String({ minLength: 1, maxLength: 64 }),
        code: Type.Optional(Type.String({ maxLength: 20 })),
      },
      { additionalProperties: false },
    ),
    answer: Notices,
  },
});
