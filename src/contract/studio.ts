// Over 250 lines: one table of the Studio's calls and types.
import { type Static, type TSchema, Type } from 'typebox';
import { differences } from '../model/studio/rehearsal/differingQuestions';
import { type FileChanges, studioRoles, versionStates } from '../model/studio/roles';
import type { SchemaNode, SubscriberSettings } from '../model/types';
import { ApplicationType, Settings } from './application';
import { described, describeResource, Members, Moment, nullable, oneOf } from './call';
import { FormContext, ServedSection } from './forms';

const IssueShape = Type.Object({
  code: Type.String(),
  file: Type.String(),
  line: Type.Integer(),
  path: Type.String(),
  fix: Type.String(),
  accept: Type.Optional(
    Type.Object({
      section: Type.String(),
      line: Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } }),
    }),
  ),
});

const FILE_NAME =
  '^((definitions|flows|checks|office|texts|translations|migrations|personas|configs)/)?[a-z0-9][a-z0-9.-]{0,80}\\.json$';

const StudioChoices = Type.Object({
  version: Type.String(),
  /** Number of the active version. Undoing a change increases it, too. */
  head: Type.Integer(),
  /** Errors in changed files. The last valid version stays active. */
  heldBack: Type.Array(IssueShape),
  /** True if the server streams file changes. */
  isLive: Type.Boolean(),
  sections: Type.Array(
    Type.Object({
      name: Type.String(),
      title: Type.String(),
      /** The first flow with this section. `step` is the title of its step. */
      flow: Type.String(),
      step: Type.String(),
      keys: Type.Array(Type.String()),
      questions: Type.Array(
        Type.Object({ key: Type.String(), label: Type.String(), help: Type.Optional(Type.String()) }),
      ),
    }),
  ),
  steps: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), sections: Type.Array(Type.String()) })),
  subscribers: Type.Array(
    Type.Object({ id: Type.String(), name: Type.String(), overlay: described<SubscriberSettings>() }),
  ),
  configs: Type.Array(
    Type.Object({ name: Type.String(), title: Type.String(), overlay: described<SubscriberSettings>() }),
  ),
  languages: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  places: Type.Array(
    Type.Object({
      id: Type.String(),
      title: Type.String(),
      rules: Type.Array(Type.Object({ text: Type.String(), statute: Type.String(), link: Type.String() })),
    }),
  ),
});
export type StudioChoices = Static<typeof StudioChoices>;

/** Contents by file. Null restores the file in schemas/. */
const Changes = Type.Unsafe<FileChanges>({
  type: 'object',
  minProperties: 1,
  maxProperties: 50,
  propertyNames: { pattern: FILE_NAME, maxLength: 120 },
  additionalProperties: { type: ['string', 'null'], maxLength: 500_000 },
});

const Text = Type.String({ minLength: 1, maxLength: 1000 });
const byName = <T extends TSchema>(value: T, maxProperties: number) =>
  Type.Record(Type.String({ maxLength: 300 }), value, { maxProperties });
const TextsByName = byName(Text, 200);

export const Wording = byName(
  byName(
    Type.Object(
      {
        label: Type.Optional(Text),
        help: Type.Optional(Text),
        options: Type.Optional(TextsByName),
        messages: Type.Optional(TextsByName),
      },
      { additionalProperties: false },
    ),
    300,
  ),
  100,
);
export const OwnTranslations = byName(byName(Text, 2000), 50);
const OwnMessages = {
  texts: Type.Optional(Type.Unsafe<NonNullable<SubscriberSettings['texts']>>({ type: 'object' })),
  wording: Type.Optional(Wording),
};

const Overlay = Type.Object({
  settings: Settings,
  ...OwnMessages,
  translations: Type.Optional(OwnTranslations),
});

const Place = Type.Optional(Type.String({ pattern: '^us[a-z-]{0,60}$' }));

const StoredVersion = Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$' }));

const PreviewRequest = Type.Object(
  {
    section: Type.String({ maxLength: 100 }),
    applicationType: ApplicationType,
    version: StoredVersion,
    changes: Type.Optional(Changes),
    place: Place,
    /** Defaults to the language of the schema files. */
    language: Type.Optional(Type.String({ pattern: '^[a-z]{2}$' })),
    overlay: Overlay,
  },
  { additionalProperties: false },
);
export type PreviewRequest = Static<typeof PreviewRequest>;

const Preview = Type.Object({
  served: ServedSection,
  context: FormContext,
  files: Type.Object({ schema: Type.Unknown(), ui: Type.Unknown() }),
  /** The schema with settings applied and `$ref`s resolved. */
  merged: described<SchemaNode>(),
  personas: Type.Array(Type.Object({ name: Type.String(), answers: Members })),
  messages: Type.Array(Type.Object({ field: Type.String(), keyword: Type.String(), message: Type.String() })),
  example: Type.Optional(Members),
});
export type Preview = Static<typeof Preview>;

const RehearsalRequest = Type.Object(
  {
    version: StoredVersion,
    changes: Type.Optional(Changes),
    place: Place,
    overlay: Overlay,
    /** Settings of the active version, if the draft changes them. */
    liveOverlay: Type.Optional(Overlay),
  },
  { additionalProperties: false },
);
export type RehearsalRequest = Static<typeof RehearsalRequest>;

const Rehearsal = Type.Object({
  /** `key` is the flow and step: 'application/income'. */
  steps: Type.Array(Type.Object({ key: Type.String(), flow: Type.String(), title: Type.String() })),
  personas: Type.Array(
    Type.Object({
      name: Type.String(),
      applicationType: Type.Optional(ApplicationType),
      applicant: FormContext.properties.applicant,
      /** Answers by step, then by section. */
      asked: Type.Record(Type.String(), Type.Record(Type.String(), Members)),
    }),
  ),
  /** Only sections with differences. `language` is '' for the language of the schema files. */
  differences: Type.Array(
    Type.Object({
      step: Type.String(),
      section: Type.String(),
      language: Type.String(),
      persona: Type.String(),
      questions: Type.Array(Type.Object({ key: Type.String(), label: Type.String(), how: oneOf(differences) })),
    }),
  ),
});
export type Rehearsal = Static<typeof Rehearsal>;

const PREVIEW = { tag: 'Studio', part: 'studio', proofs: ['studioCookie'] } as const;
const LOGIN = { tag: 'Studio login', part: 'studio', proofs: [] } as const;
const VERSIONS = { tag: 'Studio versions', part: 'studio', proofs: ['studioCookie'] } as const;

/** Outside development, these calls need a Studio session or the operator's token in the header `operator`. */
export const studio = describeResource(PREVIEW, {
  'GET /studio': {
    summary: 'Sections, steps, subscribers and places to choose from in the Studio',
    open: true,
    answer: StudioChoices,
  },
  'POST /studio/section': {
    summary: 'One section with any settings, from the active or draft files',
    open: true,
    body: PreviewRequest,
    answer: Preview,
  },
  'POST /studio/rehearsal': {
    summary: 'What each persona sees differently in a draft, by step and language',
    open: true,
    body: RehearsalRequest,
    answer: Rehearsal,
  },
});

const closed = { additionalProperties: false };

const StudioSession = Type.Object({
  email: Type.String(),
  name: Type.String(),
  role: oneOf(studioRoles),
  ends_at: Moment,
});
export type StudioSession = Static<typeof StudioSession>;

export const studioLogin = describeResource(LOGIN, {
  'POST /studio/login': {
    summary: 'Emails a login link to a Studio user; the response is the same for unknown emails',
    open: true,
    body: Type.Object({ email: Type.String({ minLength: 3, maxLength: 254 }) }, closed),
  },
  'POST /studio/enter': {
    summary: 'Exchanges the token of a login link for a session',
    open: true,
    body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }, closed),
    answer: StudioSession,
  },
  'GET /studio/session': { summary: 'The logged-in user', open: true, answer: StudioSession },
  'POST /studio/logout': { summary: 'Ends the session', open: true },
});

const EditorRequest = Type.Object(
  {
    section: Type.String({ maxLength: 100 }),
    path: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 12 }),
    changes: Type.Optional(Changes),
    own: Type.Optional(Type.Object(OwnMessages, closed)),
  },
  closed,
);
export type EditorRequest = Static<typeof EditorRequest>;

const FieldEditor = Type.Object({
  served: ServedSection,
  context: FormContext,
  answers: Members,
  base: Members,
  /** True if the field's condition can be edited only as JSON. */
  isComplex: Type.Boolean(),
});
export type FieldEditor = Static<typeof FieldEditor>;

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
  /** `live_no` of the version that this version is based on. */
  head: Type.Integer(),
  undoes: nullable(Type.String()),
  findings: Type.Array(IssueShape),
});
export type ListedVersion = Static<typeof ListedVersion>;

const Version = Type.Object({
  version: ListedVersion,
  changes: described<FileChanges>(),
  /** The files as they were before this version. Null if this version was never active. */
  replaced: nullable(described<FileChanges>()),
});
export type Version = Static<typeof Version>;

const Subscriber = nullable(Type.String({ maxLength: 60 }));

const ValidateBody = Type.Object({ subscriber: Subscriber, changes: Changes }, closed);
/** `subscriber` is null for files that all subscribers share. */
export type VersionChange = Static<typeof ValidateBody>;

const Affected = Type.Object({
  section: Type.String(),
  subscriber: Type.String(),
  answered: Type.Integer(),
  affected: Type.Integer(),
});
export type Affected = Static<typeof Affected>;

const ChangeReport = Type.Object({
  findings: Type.Array(IssueShape),
  /** Null if the change can't be compared. */
  affected: nullable(Type.Array(Affected)),
  retention: Type.Optional(
    Type.Object({ removeAfterDays: Type.Integer(), all: Type.Integer(), newly: Type.Integer() }),
  ),
  nextMigration: Type.Integer(),
});
export type ChangeReport = Static<typeof ChangeReport>;

const PublishBody = Type.Object(
  {
    subscriber: Subscriber,
    changes: Changes,
    note: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
    /** `live_no` of the version that the changes are based on. */
    head: Type.Integer({ minimum: 0 }),
    when: Type.Union([oneOf(['now', 'draft']), Moment]),
  },
  closed,
);
export type PublishBody = Static<typeof PublishBody>;

const NewerBody = Type.Object(
  {
    subscriber: Subscriber,
    files: Type.Array(Type.String({ pattern: FILE_NAME, maxLength: 120 }), { minItems: 1, maxItems: 50 }),
    head: Type.Integer({ minimum: 0 }),
  },
  closed,
);
/** `head` is the `live_no` of the version that the files are based on. */
export type NewerBody = Static<typeof NewerBody>;

const Texts = Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } });

const Newer = Type.Object({
  head: Type.Integer(),
  /** Versions of these files published after the given `head`, oldest first. */
  versions: Type.Array(Type.Object({ live_no: nullable(Type.Integer()), author: Type.String(), note: Type.String() })),
  /** Files that changed, as they were at the given `head`. */
  base: Texts,
  theirs: Texts,
  /** Files that didn't exist at the given `head`. */
  added: Type.Array(Type.String()),
  nextMigration: Type.Integer(),
});
export type Newer = Static<typeof Newer>;

const Sources = Type.Object({
  files: Texts,
  head: Type.Integer(),
});
export type Sources = Static<typeof Sources>;

const SharedFiles = Type.Object({
  files: Texts,
  head: Type.Integer(),
  settings: Type.Array(Type.Object({ file: Type.String(), meta: Type.String() })),
  metaSchemas: described<Record<string, unknown>>(),
  /** Texts that other files use. Keep their translations. */
  elsewhere: Type.Array(Type.String()),
});
export type SharedFiles = Static<typeof SharedFiles>;

const StudioAct = Type.Object({
  at: Moment,
  kind: Type.String(),
  author: Type.String(),
  version: nullable(Type.String()),
  detail: Type.String(),
});
export type StudioAct = Static<typeof StudioAct>;

const RestructureRequest = Type.Object(
  {
    changes: Type.Optional(Changes),
    verb: oneOf(['move', 'rename', 'retire']),
    kind: oneOf(['section', 'step', 'field']),
    /** The section or step, then the field. A new name, or the step that a section moves to, comes last. */
    names: Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 3 }),
    beside: Type.Optional(Type.String({ maxLength: 200 })),
    isAfter: Type.Optional(Type.Boolean()),
  },
  closed,
);
export type RestructureRequest = Static<typeof RestructureRequest>;

const RestructuredDraft = Type.Object({
  changes: described<FileChanges>(),
  files: Type.Array(Type.String()),
  findings: Type.Array(IssueShape),
  affected: Type.Array(Affected),
});
export type RestructuredDraft = Static<typeof RestructuredDraft>;

const open = { open: true } as const;

export const studioVersions = describeResource(VERSIONS, {
  'GET /studio/sources/:section': {
    summary: 'Active files of a section: schema, ui, definitions, translations and samples',
    ...open,
    answer: Sources,
  },
  'GET /studio/files': {
    summary:
      'Active files that don’t belong to a section: messages, translations, and settings with their meta-schemas',
    ...open,
    answer: SharedFiles,
  },
  'GET /studio/settings/:subscriber': {
    summary: 'A subscriber’s settings as a file',
    ...open,
    answer: Sources,
  },
  'POST /studio/editor': {
    summary: 'A form that edits a field, generated from schemas/meta',
    ...open,
    body: EditorRequest,
    answer: FieldEditor,
  },
  'POST /studio/check': {
    summary: 'Lint issues and effects of a change',
    ...open,
    body: ValidateBody,
    answer: ChangeReport,
  },
  'POST /studio/restructure': {
    summary: 'Moves, renames or retires a question, a section or a step in a draft, with its migration',
    ...open,
    body: RestructureRequest,
    answer: RestructuredDraft,
  },
  'POST /studio/newer': {
    summary: 'Others’ published changes to a draft’s files, for a merge',
    ...open,
    body: NewerBody,
    answer: Newer,
  },
  'GET /studio/versions': {
    summary: 'The latest 200 versions, newest first',
    ...open,
    answer: Type.Object({ versions: Type.Array(ListedVersion), head: Type.Integer() }),
  },
  'GET /studio/versions/:id': { summary: 'One version with its files', ...open, answer: Version },
  'POST /studio/versions': {
    summary: 'Saves a draft, or validates and publishes it now or at a given time',
    ...open,
    body: PublishBody,
    answer: ListedVersion,
  },
  'POST /studio/versions/:id/undo': {
    summary:
      'Undoes a version, unless a later one changed the same files or, without `anyway`, stored answers wouldn’t fit',
    ...open,
    query: Type.Object({ anyway: Type.Optional(Type.Enum(['true'])) }),
    answer: ListedVersion,
  },
  'POST /studio/versions/:id/withdraw': {
    summary: 'Withdraws a draft or a scheduled version',
    ...open,
    answer: ListedVersion,
  },
  'GET /studio/acts': {
    summary: 'The latest 200 entries of the Studio’s audit log, newest first',
    ...open,
    answer: Type.Object({ acts: Type.Array(StudioAct) }),
  },
});
