import { type Static, Type } from 'typebox';
import type { Overlay, SchemaNode } from '../model/types';
import { ApplicationType, Settings } from './application';
import { described, describeResource, Members } from './call';
import { FormContext, ServedSection } from './forms';

/** What the Studio offers to choose from. */
const StudioChoices = Type.Object({
  version: Type.String(),
  /** What holds the files back as they are on disk; the last good ones are shown. */
  heldBack: Type.Array(
    Type.Object({
      code: Type.String(),
      file: Type.String(),
      line: Type.Integer(),
      path: Type.String(),
      mend: Type.String(),
    }),
  ),
  /** Whether the server says when files have changed. */
  isLive: Type.Boolean(),
  sections: Type.Array(Type.Object({ name: Type.String(), title: Type.String(), keys: Type.Array(Type.String()) })),
  configs: Type.Array(Type.Object({ name: Type.String(), title: Type.String(), overlay: described<Overlay>() })),
  languages: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
});
export type StudioChoices = Static<typeof StudioChoices>;

/** What the Studio asks to see. */
const PreviewWish = Type.Object(
  {
    section: Type.String({ maxLength: 100 }),
    applicationType: ApplicationType,
    /** A file of translations/; without it the section's own words. */
    language: Type.Optional(Type.String({ pattern: '^[a-z]{2}$' })),
    overlay: Type.Object({
      settings: Settings,
      texts: Type.Optional(Type.Unsafe<NonNullable<Overlay['texts']>>({ type: 'object' })),
    }),
  },
  { additionalProperties: false },
);
export type PreviewWish = Static<typeof PreviewWish>;

/** A section as an applicant would see it under the wished settings, and what it is made of. */
const Preview = Type.Object({
  served: ServedSection,
  context: FormContext,
  /** The files as they are written. */
  files: Type.Object({ schema: Type.Unknown(), ui: Type.Unknown() }),
  /** After settings and definitions: what is judged. */
  merged: described<SchemaNode>(),
  messages: Type.Array(Type.Object({ field: Type.String(), keyword: Type.String(), message: Type.String() })),
  /** Answers with which it could be saved; none where that is impossible. */
  example: Type.Optional(Members),
});
export type Preview = Static<typeof Preview>;

/** For those who edit schemas/: sections under any settings, with the operator's token in the header `operator`. */
export const studio = describeResource('Studio', {
  'GET /studio': { summary: 'What there is to choose from', open: true, hide: true, answer: StudioChoices },
  'POST /studio/section': {
    summary: 'One section under any settings',
    open: true,
    hide: true,
    body: PreviewWish,
    answer: Preview,
  },
});
