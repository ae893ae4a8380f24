import { type Static, Type } from 'typebox';
import { MAX_COMMENT } from '../model/studio/comments';
import { describeResource, Moment, nullable } from './call';

const Section = Type.String({ minLength: 1, maxLength: 100 });
const Subscriber = Type.String({ minLength: 1, maxLength: 60 });
/** Path of a field: 'address/[]/city'. Empty for the whole section. */
const Field = Type.String({ maxLength: 300 });
const closed = { additionalProperties: false };

const StudioComment = Type.Object({
  id: Type.String(),
  section: Type.String(),
  subscriber: nullable(Type.String()),
  field: Type.String(),
  version: nullable(Type.String()),
  text: Type.String(),
  author: Type.String(),
  isOwn: Type.Boolean(),
  written_at: Moment,
  resolved_at: nullable(Moment),
  resolved_by: nullable(Type.String()),
});
export type StudioComment = Static<typeof StudioComment>;

const NewComment = Type.Object(
  {
    section: Section,
    subscriber: nullable(Subscriber),
    field: Field,
    version: nullable(Type.String({ pattern: '^[0-9]{1,18}$' })),
    text: Type.String({ minLength: 1, maxLength: MAX_COMMENT, pattern: '\\S' }),
  },
  closed,
);
export type NewComment = Static<typeof NewComment>;

const open = { open: true } as const;

export const studioComments = describeResource(
  { tag: 'Studio comments', part: 'studio', proofs: ['studioCookie'] },
  {
    'GET /studio/comments/:section': {
      summary: 'Comments on a section, oldest first: all open ones and those resolved in the last 30 days',
      ...open,
      query: Type.Object({ subscriber: Type.Optional(Subscriber) }),
      answer: Type.Object({ comments: Type.Array(StudioComment) }),
    },
    'POST /studio/comments': {
      summary: 'Adds a comment on a field or on the whole section',
      ...open,
      body: NewComment,
      answer: StudioComment,
    },
    'POST /studio/comments/:id/resolve': {
      summary: 'Marks a comment as done; only its author or someone who can edit may do this',
      ...open,
      answer: StudioComment,
    },
  },
);
