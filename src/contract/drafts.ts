import { type Static, Type } from 'typebox';
import { describeResource, Members, nullable } from './call';

/** Where a text stands among others of its section: on which opened page it was typed, when by its clock, and what was known there before. */
const DraftMark = Type.Object(
  {
    page: Type.String({ minLength: 1, maxLength: 64 }),
    at: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    /** The revision that the page knew: a draft's, or that of the version saved with its step. */
    was: Type.String({ minLength: 1, maxLength: 128 }),
  },
  { additionalProperties: false },
);
export type DraftMark = Static<typeof DraftMark>;

/** A text on its way to the server; without a mark it takes the place of any other. */
const TypedDraft = Type.Object({ answers: Members, mark: Type.Optional(DraftMark) }, { additionalProperties: false });
export type TypedDraft = Static<typeof TypedDraft>;

/** What was typed into a section and not yet saved with its step, masked. */
export const Draft = Type.Object({
  answers: Members,
  /** Its revision, which the next text is compared by. */
  revision: Type.String(),
});
export type Draft = Static<typeof Draft>;

/** What was typed and not yet saved, per section; judged by nothing but its size (api.md, drafts). */
export const drafts = describeResource('Drafts', {
  'GET /drafts/:trn/:section': { summary: 'What was typed into a section', answer: nullable(Draft) },
  'PUT /drafts/:trn/:section': {
    summary:
      'Keeps what is typed into a section; a text that does not follow from what stands there is refused with that',
    body: TypedDraft,
    answer: Type.Object({ revision: Type.String() }),
  },
});
