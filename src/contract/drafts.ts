import { type Static, Type } from 'typebox';
import { describeResource, Members, nullable } from './call';

/** Where and when a draft was typed, so that an older draft doesn't replace a newer one. */
const DraftBase = Type.Object(
  {
    page: Type.String({ minLength: 1, maxLength: 64 }),
    at: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    /** Revision of the draft or saved step that this draft is based on. */
    was: Type.String({ minLength: 1, maxLength: 128 }),
  },
  { additionalProperties: false },
);
export type DraftBase = Static<typeof DraftBase>;

/** A draft without `mark` replaces any other draft. */
const TypedDraft = Type.Object({ answers: Members, mark: Type.Optional(DraftBase) }, { additionalProperties: false });
export type TypedDraft = Static<typeof TypedDraft>;

export const Draft = Type.Object({
  answers: Members,
  revision: Type.String(),
});
export type Draft = Static<typeof Draft>;

/** Drafts can be incomplete or invalid, but can't answer questions that settings hide. */
export const drafts = describeResource('Drafts', {
  'GET /drafts/:trn/:section': { summary: 'The draft of a section', answer: nullable(Draft) },
  'PUT /drafts/:trn/:section': {
    summary: 'Saves a draft of a section; a conflict returns the stored draft or saved answers',
    body: TypedDraft,
    answer: Type.Object({ revision: Type.String() }),
  },
});
