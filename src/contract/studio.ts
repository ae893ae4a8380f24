import { type Static, type TSchema, Type } from 'typebox';
import { type FileChanges, studioRoles, versionStates } from '../model/studio';
import type { Overlay, SchemaNode } from '../model/types';
import { ApplicationType, Settings } from './application';
import { described, describeResource, Members, nullable } from './call';
import { FormContext, ServedSection } from './forms';

/** What holds a change back: where it is, and what to write there. */
const FindingShape = Type.Object({
  code: Type.String(),
  file: Type.String(),
  line: Type.Integer(),
  path: Type.String(),
  mend: Type.String(),
  /** Of a breaking change: the line of a migration that lets it through. */
  accept: Type.Optional(
    Type.Object({
      section: Type.String(),
      line: Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } }),
    }),
  ),
});

/** A file that a version may hold: a section's, a definition, a flow, a text, a translation or a migration; or a subscriber's settings. */
const FILE_NAME =
  '^((definitions|flows|texts|translations|migrations|personas|configs)/)?[a-z0-9][a-z0-9.-]{0,80}\\.json$';

/** What the Studio offers to choose from. */
const StudioChoices = Type.Object({
  version: Type.String(),
  /** What holds the files back as they are on disk; the last good ones are shown. */
  heldBack: Type.Array(FindingShape),
  /** Whether the server says when files have changed. */
  isLive: Type.Boolean(),
  sections: Type.Array(Type.Object({ name: Type.String(), title: Type.String(), keys: Type.Array(Type.String()) })),
  /** Of whom settings may be changed. */
  subscribers: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), overlay: described<Overlay>() })),
  configs: Type.Array(Type.Object({ name: Type.String(), title: Type.String(), overlay: described<Overlay>() })),
  languages: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
});
export type StudioChoices = Static<typeof StudioChoices>;

/** Texts by file; what each may hold is the gate's to judge. */
const Changes = Type.Unsafe<FileChanges>({
  type: 'object',
  minProperties: 1,
  maxProperties: 50,
  propertyNames: { pattern: FILE_NAME, maxLength: 120 },
  additionalProperties: { type: ['string', 'null'], maxLength: 200_000 },
});

const Text = Type.String({ minLength: 1, maxLength: 1000 });
const byName = <T extends TSchema>(value: T, maxProperties: number) =>
  Type.Record(Type.String({ maxLength: 300 }), value, { maxProperties });
const Words = byName(Text, 200);

/** What one subscriber calls things: by section, by field. */
export const Wording = byName(
  byName(
    Type.Object(
      {
        label: Type.Optional(Text),
        help: Type.Optional(Text),
        options: Type.Optional(Words),
        messages: Type.Optional(Words),
      },
      { additionalProperties: false },
    ),
    300,
  ),
  100,
);
/** Those words in the other languages: by language, by text. */
export const OwnTranslations = byName(byName(Text, 2000), 50);
const OwnWords = {
  texts: Type.Optional(Type.Unsafe<NonNullable<Overlay['texts']>>({ type: 'object' })),
  wording: Type.Optional(Wording),
};

/** What the Studio asks to see. */
const PreviewWish = Type.Object(
  {
    section: Type.String({ maxLength: 100 }),
    applicationType: ApplicationType,
    /** A kept version to see in the place of what is live. */
    version: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$' })),
    /** Files other than they are live, for those who may edit. */
    changes: Type.Optional(Changes),
    /** A file of translations/; without it the section's own words. */
    language: Type.Optional(Type.String({ pattern: '^[a-z]{2}$' })),
    overlay: Type.Object({
      settings: Settings,
      ...OwnWords,
      translations: Type.Optional(OwnTranslations),
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
  /** What the personas answer here. */
  personas: Type.Array(Type.Object({ name: Type.String(), answers: Members })),
  messages: Type.Array(Type.Object({ field: Type.String(), keyword: Type.String(), message: Type.String() })),
  /** Answers with which it could be saved; none where that is impossible. */
  example: Type.Optional(Members),
});
export type Preview = Static<typeof Preview>;

/** For those who edit schemas/: sections under any settings; anybody with the Studio's session, or the operator's token in the header `operator`. */
export const studio = describeResource('Studio', {
  'GET /studio': { summary: 'What there is to choose from', open: true, hide: true, answer: StudioChoices },
  'POST /studio/section': {
    summary: 'One section under any settings, as it is live or with files changed',
    open: true,
    hide: true,
    body: PreviewWish,
    answer: Preview,
  },
});

const oneOf = <T extends string>(names: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...names] });
const Moment = Type.String({ format: 'date-time' });
const closed = { additionalProperties: false };

/** Who uses the Studio, and what they may do. */
const StudioSession = Type.Object({
  email: Type.String(),
  name: Type.String(),
  role: oneOf(studioRoles),
  ends_at: Moment,
});
export type StudioSession = Static<typeof StudioSession>;

export const studioLogin = describeResource('Studio log-in', {
  'POST /studio/login': {
    summary: 'Mails a log-in link to somebody of the Studio, and answers alike for a stranger',
    open: true,
    hide: true,
    body: Type.Object({ email: Type.String({ minLength: 3, maxLength: 254 }) }, closed),
  },
  'POST /studio/enter': {
    summary: 'Exchanges the token of a mailed link for a session',
    open: true,
    hide: true,
    body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }, closed),
    answer: StudioSession,
  },
  'GET /studio/session': { summary: 'Who is logged in', open: true, hide: true, answer: StudioSession },
  'POST /studio/logout': { summary: 'Ends the session', open: true, hide: true },
});

const EditorWish = Type.Object(
  {
    section: Type.String({ maxLength: 100 }),
    path: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 12 }),
    changes: Type.Optional(Changes),
    /** Of a subscriber whose words alone are edited: what they say already. */
    own: Type.Optional(Type.Object(OwnWords, closed)),
  },
  closed,
);
export type EditorWish = Static<typeof EditorWish>;

/** A field as the form in which it is edited, drawn as any section is. */
const FieldEditor = Type.Object({
  served: ServedSection,
  context: FormContext,
  answers: Members,
  /** Of a subscriber's words: what the files say. */
  base: Members,
  /** It is asked by a condition that only its JSON says. */
  isComplex: Type.Boolean(),
});
export type FieldEditor = Static<typeof FieldEditor>;

/** A version as the history shows it. */
const ListedVersion = Type.Object({
  id: Type.String(),
  state: oneOf(versionStates),
  subscriber: nullable(Type.String()),
  files: Type.Array(Type.String()),
  note: Type.String(),
  author: Type.String(),
  saved_at: Moment,
  due_at: nullable(Moment),
  live_at: nullable(Moment),
  live_no: nullable(Type.Integer()),
  /** The newest live version that it was made on. */
  head: Type.Integer(),
  undoes: nullable(Type.String()),
  findings: Type.Array(FindingShape),
});
export type ListedVersion = Static<typeof ListedVersion>;

const Version = Type.Object({
  version: ListedVersion,
  changes: described<FileChanges>(),
  /** What each file was before it went live; null for a version that is not live. */
  replaced: nullable(described<FileChanges>()),
});
export type Version = Static<typeof Version>;

const Subscriber = nullable(Type.String({ maxLength: 60 }));

const JudgeBody = Type.Object({ subscriber: Subscriber, changes: Changes }, closed);

/** How many applications of a subscriber have answered a section, and how many of them hold what a change breaks. */
const Affected = Type.Object({
  section: Type.String(),
  subscriber: Type.String(),
  answered: Type.Integer(),
  affected: Type.Integer(),
});
export type Affected = Static<typeof Affected>;

const Judged = Type.Object({
  findings: Type.Array(FindingShape),
  /** Null while the files cannot be read as forms, so that nothing can be compared. */
  affected: nullable(Type.Array(Affected)),
  /** The number that the next file of migrations/ begins with. */
  nextMigration: Type.Integer(),
});
export type Judged = Static<typeof Judged>;

const PublishBody = Type.Object(
  {
    subscriber: Subscriber,
    changes: Changes,
    note: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
    /** The newest live version that this was made on. */
    head: Type.Integer({ minimum: 0 }),
    /** now · draft · or the moment it goes live. */
    when: Type.Union([oneOf(['now', 'draft']), Moment]),
  },
  closed,
);
export type PublishBody = Static<typeof PublishBody>;

const Sources = Type.Object({
  files: Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } }),
  head: Type.Integer(),
});
export type Sources = Static<typeof Sources>;

const StudioAct = Type.Object({
  at: Moment,
  kind: Type.String(),
  author: Type.String(),
  version: nullable(Type.String()),
  detail: Type.String(),
});
export type StudioAct = Static<typeof StudioAct>;

const hidden = { open: true, hide: true } as const;

/** Changing what is asked: versions that pass the gate. */
export const studioVersions = describeResource('Studio versions', {
  'GET /studio/sources/:section': {
    summary: 'The live texts of a section: schema, ui, the definitions it takes in, translations, samples',
    ...hidden,
    answer: Sources,
  },
  'GET /studio/settings/:subscriber': {
    summary: 'What a subscriber has set, as the text of a version',
    ...hidden,
    answer: Sources,
  },
  'POST /studio/editor': {
    summary: 'The form in which a field is edited, made from schemas/meta',
    ...hidden,
    body: EditorWish,
    answer: FieldEditor,
  },
  'POST /studio/judge': {
    summary: 'What would hold a change back',
    ...hidden,
    body: JudgeBody,
    answer: Judged,
  },
  'GET /studio/versions': {
    summary: 'Every version, the newest first',
    ...hidden,
    answer: Type.Object({ versions: Type.Array(ListedVersion), head: Type.Integer() }),
  },
  'GET /studio/versions/:id': { summary: 'One version with its texts', ...hidden, answer: Version },
  'POST /studio/versions': {
    summary: 'Keeps a draft, or publishes now or at a time what passes the gate',
    ...hidden,
    body: PublishBody,
    answer: ListedVersion,
  },
  'POST /studio/versions/:id/undo': {
    summary: 'Publishes what was live before a version, unless a later one changed the same files',
    ...hidden,
    answer: ListedVersion,
  },
  'POST /studio/versions/:id/withdraw': {
    summary: 'Takes back a draft or a scheduled version',
    ...hidden,
    answer: ListedVersion,
  },
  'GET /studio/acts': {
    summary: 'Who did what in the Studio, the newest first',
    ...hidden,
    answer: Type.Object({ acts: Type.Array(StudioAct) }),
  },
});
