import { type Static, Type } from 'typebox';
import type { AnswerCard } from '../model/answerCards';
import {
  type DecisionBasis,
  type DeclineReason,
  decisionBases,
  declineReasons,
  type OfficeAct,
  type OfficeRole,
  type OfficeScope,
  type OfficeStatus,
  officeActs,
  officeRoles,
  officeStatuses,
  type RevealKind,
  revealKinds,
} from '../model/office';
import { described, describeResource, Members, nullable } from './call';
import { ValidationMessages } from './income';
import { RecordState } from './payment';

const oneOf = <T extends string>(names: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...names] });
const Moment = Type.String({ format: 'date-time' });
const Text = (maxLength: number, minLength = 1) => Type.String({ minLength, maxLength });

export const Role = oneOf<OfficeRole>(officeRoles);
const Status = oneOf<OfficeStatus>(officeStatuses);
const Act = oneOf<OfficeAct>(officeActs);
const Kind = oneOf<RevealKind>(revealKinds);
const Reason = oneOf<DeclineReason>(declineReasons);
const Basis = oneOf<DecisionBasis>(decisionBases);

/** Who is logged in at the office, and what of the log-in is still to do. */
const OfficeSession = Type.Object({
  person: Type.Object({ id: Type.String(), name: Type.String(), email: Type.String(), role: Role }),
  subscriber: Type.Object({ id: Type.String(), name: Type.String(), logo_url: Type.String(), accent: Type.String() }),
  scopes: Type.Array(oneOf<OfficeScope>(['read', 'status', 'reveal', 'people'])),
  /** none: this role needs none · setUp: an authenticator is to be set up · code: its code is to be typed · given. */
  factor: oneOf(['none', 'setUp', 'code', 'given']),
  /** Until when, unless it is used before. */
  ends_at: Moment,
});
export type OfficeSession = Static<typeof OfficeSession>;

const Person = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: Role,
  has_factor: Type.Boolean(),
  seen_at: nullable(Moment),
});
export type OfficePerson = Static<typeof Person>;

/** How an applicant's checks stand, in a word. */
export const checkWords = ['none', 'reading', 'passed', 'open', 'failed'] as const;
const CheckWord = oneOf(checkWords);

export const listSorts = ['submitted', 'name', 'moveIn', 'ratio'] as const;

const Named = nullable(Type.Object({ id: Type.String(), name: Type.String() }));

/** An application as the list shows it. */
const ListedApplication = Type.Object({
  /** The application's number, by which the other calls name it. */
  id: Type.String(),
  name: Type.String(),
  place: Type.String(),
  status: Status,
  revision: Type.Integer(),
  submitted_at: Moment,
  changed_at: Moment,
  move_in: nullable(Type.String()),
  household: nullable(Type.Integer()),
  /** Dollars a month. */
  income: nullable(Type.Number()),
  rent: nullable(Type.Number()),
  checks: CheckWord,
  /** Something has happened since who asks has opened it last. */
  unread: Type.Boolean(),
  assigned_to: Named,
});
export type ListedApplication = Static<typeof ListedApplication>;

const OfficeList = Type.Object({
  applications: Type.Array(ListedApplication),
  /** Asks for the page after this one; null at the end. */
  next: nullable(Type.String()),
});
export type OfficeList = Static<typeof OfficeList>;

const ListFilters = Type.Object(
  {
    search: Type.Optional(Type.String({ maxLength: 120 })),
    status: Type.Optional(Type.String({ maxLength: 200, description: 'One or several, separated by commas' })),
    property: Type.Optional(Type.String({ maxLength: 60 })),
    checks: Type.Optional(CheckWord),
    assigned: Type.Optional(Type.String({ maxLength: 40, description: 'me, none, or a person’s id' })),
    sort: Type.Optional(oneOf(listSorts)),
    order: Type.Optional(oneOf(['asc', 'desc'])),
    lang: Type.Optional(Type.String({ maxLength: 10 })),
  },
  { additionalProperties: false },
);
export type ListFilters = Static<typeof ListFilters>;

const ListQuery = Type.Object(
  { ...ListFilters.properties, cursor: Type.Optional(Type.String({ maxLength: 600 })) },
  { additionalProperties: false },
);
export type ListQuery = Static<typeof ListQuery>;

/** An answer in words; `masked` says what of it is hidden. */
const Line = Type.Object({
  key: Type.String(),
  label: Type.String(),
  text: Type.String(),
  masked: Type.Optional(Kind),
});
export type OfficeLine = Static<typeof Line>;

const SectionAnswers = Type.Object({
  step: Type.String(),
  step_title: Type.String(),
  section: Type.String(),
  title: Type.String(),
  /** Names the schema files that the answers were given to; null for answers older than their record. */
  schema_version: nullable(Type.String()),
  /** In the shape of the section's schema; what is masked is so here, too. */
  answers: Members,
  lines: Type.Array(Line),
  /** The same to be read through, as the applicant's own pages show it. */
  card: described<AnswerCard>(),
});
export type SectionAnswers = Static<typeof SectionAnswers>;

/** Something a document says, next to what the applicant typed. */
const ReadValue = Type.Object({
  label: Type.String(),
  read: Type.String(),
  typed: nullable(Type.String()),
  differs: Type.Boolean(),
});

const OfficeDocument = Type.Object({
  id: Type.Integer(),
  document_id: Type.Integer(),
  source_id: Type.Integer(),
  title: Type.String(),
  /** Whose it is, where there are several of a kind. */
  source: nullable(Type.String()),
  name: Type.String(),
  /** By which the answers name it. */
  path: Type.String(),
  type: Type.String(),
  size: Type.Integer(),
  has_thumbnail: Type.Boolean(),
  created_at: Moment,
  reading: oneOf(['none', 'waiting', 'read']),
  values: Type.Array(ReadValue),
});
export type OfficeDocument = Static<typeof OfficeDocument>;

export const TimelineEntry = Type.Object({
  at: Moment,
  kind: Type.String(),
  /** What happened, in words. */
  title: Type.String(),
  /** What was said with it: a reason, conditions, the documents asked for. */
  text: nullable(Type.String()),
  by: nullable(Type.String()),
});
export type TimelineEntry = Static<typeof TimelineEntry>;

const Note = Type.Object({ id: Type.Integer(), at: Moment, by: nullable(Type.String()), text: Type.String() });

/** A document that the office has asked for. */
export const DocumentRequest = Type.Object({
  id: Type.Integer(),
  document_id: Type.Integer(),
  source_id: Type.Integer(),
  title: Type.String(),
  source: nullable(Type.String()),
  text: Type.String(),
  asked_at: Moment,
  done: Type.Boolean(),
});
export type DocumentRequest = Static<typeof DocumentRequest>;

/** A letter of an adverse action (15 USC 1681m): who reported, and what the applicant may ask for. */
const Agency = Type.Object(
  { name: Type.Optional(Text(120, 0)), address: Type.Optional(Text(300, 0)), phone: Type.Optional(Text(40, 0)) },
  { additionalProperties: false },
);

const Decision = Type.Object({
  act: Act,
  at: Moment,
  by: nullable(Type.String()),
  /** What it rests on. */
  bases: Type.Array(Basis),
  reasons: Type.Array(Reason),
  conditions: nullable(Type.String()),
  letter: nullable(Type.String()),
});
export type Decision = Static<typeof Decision>;

const OfficeApplication = Type.Object({
  ...ListedApplication.properties,
  email: Type.String(),
  schema_version: Type.String(),
  sections: Type.Array(SectionAnswers),
  documents: Type.Array(OfficeDocument),
  /** Kinds of documents that may be asked for, each of the places the applicant has. */
  may_ask: Type.Array(
    Type.Object({
      document_id: Type.Integer(),
      source_id: Type.Integer(),
      title: Type.String(),
      source: nullable(Type.String()),
    }),
  ),
  validation_messages: ValidationMessages,
  coverage: Type.Array(
    Type.Object({
      document_id: Type.Integer(),
      source_id: Type.Integer(),
      title: Type.String(),
      source: nullable(Type.String()),
      unit: oneOf(['week', 'month']),
      needed: Type.Array(Type.Object({ from: Type.String(), to: Type.String(), covered: Type.Boolean() })),
    }),
  ),
  requests: Type.Array(DocumentRequest),
  decision: nullable(Decision),
  timeline: Type.Array(TimelineEntry),
  notes: Type.Array(Note),
  /** What who asks may do next. */
  acts: Type.Array(Act),
  /** The reasons to decline for that this office gives. */
  decline_reasons: Type.Array(Reason),
  /** Who may be put in charge. */
  people: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
});
export type OfficeApplication = Static<typeof OfficeApplication>;

/** What stands after an act. */
const Standing = Type.Object({ status: Status, revision: Type.Integer() });
export type Standing = Static<typeof Standing>;

const ActBody = Type.Object(
  {
    act: Act,
    /** The one that who acts has seen. */
    revision: Type.Integer({ minimum: 1 }),
    bases: Type.Optional(Type.Array(Basis, { maxItems: decisionBases.length })),
    reasons: Type.Optional(Type.Array(Reason, { maxItems: declineReasons.length })),
    conditions: Type.Optional(Text(2000, 0)),
    report: Type.Optional(Agency),
    documents: Type.Optional(
      Type.Array(
        Type.Object(
          { document_id: Type.Integer(), source_id: Type.Integer(), text: Type.String({ maxLength: 500 }) },
          { additionalProperties: false },
        ),
        { maxItems: 20 },
      ),
    ),
  },
  { additionalProperties: false },
);
export type ActBody = Static<typeof ActBody>;

const RevealBody = Type.Object(
  { why: Text(300, 0), kinds: Type.Array(Kind, { maxItems: revealKinds.length }) },
  { additionalProperties: false },
);

const Revealed = Type.Object({
  /** For so long the page shows them. */
  seconds: Type.Integer(),
  lines: Type.Array(Type.Object({ section: Type.String(), ...Line.properties })),
});
export type Revealed = Static<typeof Revealed>;

/** Logging in at the office: a link by mail, then the authenticator's code. The session is a cookie of its own, never an applicant's. */
export const officeLogin = describeResource('Office log-in', {
  'POST /office/login': {
    summary: 'Mails a log-in link to somebody of the office, and answers alike for a stranger',
    open: true,
    body: Type.Object({ email: Text(254, 3) }, { additionalProperties: false }),
  },
  'POST /office/enter': {
    summary: 'Exchanges the token of a mailed link for a session',
    open: true,
    body: Type.Object({ token: Text(200) }, { additionalProperties: false }),
    answer: OfficeSession,
  },
  'GET /office/session': { summary: 'Who is logged in', open: true, answer: OfficeSession },
  'POST /office/factor/begin': {
    summary: 'A new secret for the authenticator of somebody who has none',
    open: true,
    answer: Type.Object({ secret: Type.String(), uri: Type.String() }),
  },
  'POST /office/factor': {
    summary: 'Gives a code of the authenticator (RFC 6238)',
    open: true,
    body: Type.Object({ code: Type.String({ pattern: '^[0-9]{6}$' }) }, { additionalProperties: false }),
    answer: OfficeSession,
  },
  'POST /office/logout': { summary: 'Ends the session', open: true },
});

const People = Type.Object({ people: Type.Array(Person) });

/** Who works at the office; each change is in the audit log, and nothing takes its last owner away. */
export const officePeople = describeResource('Office people', {
  'GET /office/people': { summary: 'Who works at the office', open: true, answer: People },
  'POST /office/people': {
    summary: 'Invites somebody by mail; invited again, they set up their authenticator anew',
    open: true,
    body: Type.Object({ email: Text(254, 3), name: Text(120), role: Role }, { additionalProperties: false }),
    answer: People,
  },
  'POST /office/people/role': {
    summary: 'Gives somebody another role and ends their sessions',
    open: true,
    body: Type.Object({ id: Text(40), role: Role }, { additionalProperties: false }),
    answer: People,
  },
  'POST /office/people/remove': {
    summary: 'Ends somebody’s access at once',
    open: true,
    body: Type.Object({ id: Text(40) }, { additionalProperties: false }),
    answer: People,
  },
});

/** The submitted applications of a subscriber, for its office. */
export const office = describeResource('Office', {
  'GET /office/applications': {
    summary: 'Submitted applications, by pages',
    open: true,
    query: ListQuery,
    answer: OfficeList,
  },
  'GET /office/applications.csv': {
    summary: 'All that a filter finds, as a table for a spreadsheet',
    open: true,
    query: ListFilters,
    content: 'download',
  },
  'GET /office/applications/:id': {
    summary: 'One application: answers with labels and schema version, masked; documents, checks, timeline',
    open: true,
    answer: OfficeApplication,
  },
  'GET /office/applications/:id/documents/:document': {
    summary: 'A ticket for one file, good for two minutes',
    open: true,
    query: Type.Object({ kind: Type.Optional(oneOf(['file', 'thumbnail'])), lang: Type.Optional(Type.String()) }),
    answer: Type.Object({ url: Type.String() }),
  },
  'GET /office/applications/:id/record': {
    summary: 'Whether what was signed is still what is stored, and the signed PDF',
    open: true,
    answer: RecordState,
  },
  'POST /office/applications/:id/acts': {
    summary: 'Changes the status; 409 with what stands when somebody was faster',
    open: true,
    body: ActBody,
    answer: Standing,
  },
  'POST /office/applications/:id/assign': {
    summary: 'Puts somebody in charge, or nobody',
    open: true,
    body: Type.Object(
      { revision: Type.Integer({ minimum: 1 }), person: nullable(Type.String({ maxLength: 40 })) },
      { additionalProperties: false },
    ),
    answer: Standing,
  },
  'POST /office/applications/:id/notes': {
    summary: 'Adds a note that only the office reads',
    open: true,
    once: true,
    body: Type.Object({ text: Text(4000, 0) }, { additionalProperties: false }),
    answer: Type.Object({ id: Type.Integer(), at: Moment }),
  },
  'POST /office/applications/:id/reveal': {
    summary: 'Shows what is masked, to who says why; noted in the audit log and in the applicant’s timeline',
    open: true,
    body: RevealBody,
    answer: Revealed,
  },
});
