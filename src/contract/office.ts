// Over 250 lines: one table of the office's calls and types.
import { type Static, Type } from 'typebox';
import type { AnswerCard } from '../model/answers/answerCards';
import {
  type ApprovalTerm,
  approvalTerms,
  type DecisionBasis,
  type DeclineReason,
  decisionBases,
  declineReasons,
  type OfficeAction,
  type OfficeRole,
  type OfficeScope,
  type OfficeStatus,
  officeActions,
  officeRoles,
  officeStatuses,
  type RevealKind,
  revealKinds,
} from '../model/office';
import { described, describeResource, Members, Moment, nullable, OFFICE_ACCESS, oneOf } from './call';
import { ValidationMessages } from './income';
import { ListedHousehold } from './listedHousehold';
import { RecordState } from './payment';

const Text = (maxLength: number, minLength = 1) => Type.String({ minLength, maxLength });

export const Role = oneOf<OfficeRole>(officeRoles);
export const Status = oneOf<OfficeStatus>(officeStatuses);
const Act = oneOf<OfficeAction>(officeActions);
const Kind = oneOf<RevealKind>(revealKinds);
const Reason = oneOf<DeclineReason>(declineReasons);
const Term = oneOf<ApprovalTerm>(approvalTerms);
const Basis = oneOf<DecisionBasis>(decisionBases);

const OfficeSession = Type.Object({
  person: Type.Object({ id: Type.String(), name: Type.String(), email: Type.String(), role: Role }),
  subscriber: Type.Object({ id: Type.String(), name: Type.String(), logo_url: Type.String(), accent: Type.String() }),
  scopes: Type.Array(oneOf<OfficeScope>(['read', 'status', 'reveal', 'people', 'accommodation'])),
  /** `none`: not required. `setUp`: no authenticator yet. `code`: code required. `given`: verified. */
  factor: oneOf(['none', 'setUp', 'code', 'given']),
  /** When the session expires if unused. */
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

export const checkStates = ['none', 'reading', 'passed', 'open', 'failed'] as const;
const CheckState = oneOf(checkStates);

/** What needs attention, most important first. */
export const attentionKinds = [
  'identity',
  'income',
  'figures',
  'missing',
  'questionnaire',
  'unclear',
  'unread',
] as const;
const AttentionKind = oneOf(attentionKinds);
export type AttentionKind = (typeof attentionKinds)[number];

export const listSorts = ['submitted', 'name', 'moveIn', 'ratio'] as const;

const Named = nullable(Type.Object({ id: Type.String(), name: Type.String() }));

const ListedApplication = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  place: Type.String(),
  status: Status,
  revision: Type.Integer(),
  submitted_at: Moment,
  changed_at: Moment,
  move_in: nullable(Type.String()),
  household: nullable(Type.Integer()),
  /** Dollars per month. */
  income: nullable(Type.Number()),
  rent: nullable(Type.Number()),
  checks: CheckState,
  attention: Type.Array(Type.Object({ kind: AttentionKind, count: Type.Integer() })),
  due_at: nullable(Moment),
  unread: Type.Boolean(),
  unread_messages: Type.Integer(),
  assigned_to: Named,
});
export type ListedApplication = Static<typeof ListedApplication>;

const OfficeList = Type.Object({
  applications: Type.Array(ListedApplication),
  households: Type.Array(ListedHousehold),
  /** Counted up to 10,000, or 1,000 with a search. Null on later pages. */
  total: nullable(Type.Integer()),
  next: nullable(Type.String()),
});
export type OfficeList = Static<typeof OfficeList>;

export const ListFilters = Type.Object(
  {
    search: Type.Optional(Type.String({ maxLength: 120 })),
    status: Type.Optional(Type.String({ maxLength: 200, description: 'One or more, separated by commas' })),
    property: Type.Optional(Type.String({ maxLength: 60 })),
    checks: Type.Optional(CheckState),
    complete: Type.Optional(oneOf(['yes', 'no'])),
    assigned: Type.Optional(Type.String({ maxLength: 40, description: 'me, none or a user’s ID' })),
    messages: Type.Optional(oneOf(['unread'])),
    sort: Type.Optional(oneOf(listSorts)),
    order: Type.Optional(oneOf(['asc', 'desc'])),
    updated_since: Type.Optional(
      Type.String({
        maxLength: 40,
        pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,6})?)?(Z|[+-]\\d{2}:\\d{2}))?$',
        description: 'Only applications that changed at this time (ISO 8601) or later',
      }),
    ),
    lang: Type.Optional(Type.String({ maxLength: 10 })),
  },
  { additionalProperties: false },
);
export type ListFilters = Static<typeof ListFilters>;

const ListQuery = Type.Object(
  {
    ...ListFilters.properties,
    limit: Type.Optional(
      Type.String({
        pattern: '^([1-9]|[1-9][0-9]|1[0-9][0-9]|200)$',
        description: 'Applications per page, 1 to 200; 50 by default',
      }),
    ),
    cursor: Type.Optional(Type.String({ maxLength: 600 })),
  },
  { additionalProperties: false },
);
export type ListQuery = Static<typeof ListQuery>;

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
  /** Version of the schema files when the applicant answered. */
  schema_version: nullable(Type.String()),
  /** Shaped like the section's schema. SSNs are masked, and other masked facts are left out. */
  answers: Members,
  lines: Type.Array(Line),
  card: described<AnswerCard>(),
});
export type SectionAnswers = Static<typeof SectionAnswers>;

/** Where a value is printed. `box` is left, top, right and bottom, as fractions of the page. */
const Place = Type.Object({
  page: Type.Integer(),
  box: Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()]),
});
export type Place = Static<typeof Place>;

const ReadValue = Type.Object({
  field: Type.String(),
  label: Type.String(),
  read: Type.String(),
  typed: nullable(Type.String()),
  differs: Type.Boolean(),
  places: Type.Array(Place),
});

const OfficeDocument = Type.Object({
  id: Type.Integer(),
  document_id: Type.Integer(),
  source_id: Type.Integer(),
  title: Type.String(),
  source: nullable(Type.String()),
  name: Type.String(),
  /** The file's path, as in the answers. */
  path: Type.String(),
  type: Type.String(),
  size: Type.Integer(),
  has_thumbnail: Type.Boolean(),
  created_at: Moment,
  withdrawn_at: nullable(Moment),
  reading: oneOf(['none', 'waiting', 'read']),
  values: Type.Array(ReadValue),
  /** Sentences about figures that don't add up or look edited. */
  contradictions: Type.Array(Type.Object({ text: Type.String(), places: Type.Array(Place) })),
  /** Masked facts that this user must reveal before opening the file. */
  hidden: Type.Array(Kind),
});
export type OfficeDocument = Static<typeof OfficeDocument>;

export const TimelineEntry = Type.Object({
  at: Moment,
  kind: Type.String(),
  title: Type.String(),
  text: nullable(Type.String()),
  by: nullable(Type.String()),
  /** Set for the kind `act`. */
  status: Type.Optional(Status),
  /** The letter sent with a decision. */
  letter: Type.Optional(Type.String()),
});
export type TimelineEntry = Static<typeof TimelineEntry>;

const Note = Type.Object({ id: Type.Integer(), at: Moment, by: nullable(Type.String()), text: Type.String() });

const requestStates = ['requested', 'received', 'closed', 'replaced'] as const;

/** If nothing is uploaded, a request is `closed` by a decision or `replaced` by a later request. */
export type RequestState = (typeof requestStates)[number];

export const DocumentRequest = Type.Object({
  id: Type.Integer(),
  document_id: Type.Integer(),
  source_id: Type.Integer(),
  title: Type.String(),
  source: nullable(Type.String()),
  text: Type.String(),
  asked_at: Moment,
  /** Null in older requests. */
  due_at: nullable(Moment),
  state: oneOf<RequestState>(requestStates),
});
export type DocumentRequest = Static<typeof DocumentRequest>;

/** A report's credit score, and one to four key factors, one per line (15 U.S.C. 1681m(a)(2)). */
const Score = Type.Object(
  {
    value: Type.Optional(Type.Integer()),
    lowest: Type.Optional(Type.Integer()),
    highest: Type.Optional(Type.Integer()),
    date: Type.Optional(Text(10, 0)),
    provider: Type.Optional(Text(120, 0)),
    factors: Type.Optional(Text(500, 0)),
    inquiries: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** A report used for a decision (15 U.S.C. 1681m(a)(3)). The office's forms define what is required. */
const ConsumerReport = Type.Object(
  {
    name: Type.Optional(Text(120, 0)),
    address: Type.Optional(Text(300, 0)),
    phone: Type.Optional(Text(40, 0)),
    score_used: Type.Optional(Text(3, 0)),
    score: Type.Optional(Score),
  },
  { additionalProperties: false },
);
export type ConsumerReport = Static<typeof ConsumerReport>;

const Decision = Type.Object({
  act: Act,
  at: Moment,
  by: nullable(Type.String()),
  bases: Type.Array(Basis),
  reasons: Type.Array(Reason),
  /** Missing in older decisions. */
  terms: Type.Optional(Type.Array(Term)),
  reports: Type.Optional(Type.Array(ConsumerReport)),
  conditions: nullable(Type.String()),
  letter: nullable(Type.String()),
});
export type Decision = Static<typeof Decision>;

const EmailProblem = Type.Object({
  kind: oneOf(['bounced', 'complained']),
  reason: Type.String({ description: "The email server's message" }),
  at: Moment,
  is_stopped: Type.Boolean({ description: 'True if the address no longer gets emails' }),
});

const UploadPlace = { document_id: Type.Integer(), source_id: Type.Integer() };

const Finding = Type.Object({
  kind: AttentionKind,
  title: Type.String(),
  text: Type.String(),
  /** Files that show the problem. `places` are in the first file. */
  documents: Type.Array(Type.Integer()),
  places: Type.Array(Place),
  ask: Type.Array(Type.Object(UploadPlace)),
  /** Number of missing documents. 1 for all other problems. */
  count: Type.Integer(),
});
export type Finding = Static<typeof Finding>;

const askableStates = ['received', 'missing', 'requested', 'optional'] as const;
export type AskableState = (typeof askableStates)[number];

const OfficeApplication = Type.Object({
  ...ListedApplication.properties,
  email_problem: nullable(EmailProblem),
  schema_version: Type.String(),
  language: Type.String(),
  findings: Type.Array(Finding),
  sections: Type.Array(SectionAnswers),
  documents: Type.Array(OfficeDocument),
  may_ask: Type.Array(
    Type.Object({
      ...UploadPlace,
      title: Type.String(),
      source: nullable(Type.String()),
      state: oneOf<AskableState>(askableStates),
      /** Suggested message, in the applicant's language. */
      template: Type.String(),
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
  /** All decisions, oldest first. */
  decisions: Type.Array(Decision),
  timeline: Type.Array(TimelineEntry),
  notes: Type.Array(Note),
  acts: Type.Array(Act),
  duties: Type.Array(
    Type.Object({ duty: Type.String(), title: Type.String(), due_at: Moment, is_done: Type.Boolean() }),
  ),
  decline_reasons: Type.Array(Reason),
  /** Law that applies to the home. Not legal advice. */
  law: Type.Object({
    title: Type.String(),
    /** False if the portal has only federal rules for the home. */
    is_known: Type.Boolean(),
    notes: Type.Array(Type.String()),
  }),
  reveal: nullable(Type.Object({ kinds: Type.Array(Kind), until: Moment })),
  people: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
});
export type OfficeApplication = Static<typeof OfficeApplication>;

export const ApplicationStatus = Type.Object({ status: Status, revision: Type.Integer() });
export type ApplicationStatus = Static<typeof ApplicationStatus>;

export const DecisionRequest = Type.Object(
  {
    act: Act,
    revision: Type.Integer({ minimum: 1 }),
    bases: Type.Optional(Type.Array(Basis, { maxItems: decisionBases.length })),
    reasons: Type.Optional(Type.Array(Reason, { maxItems: declineReasons.length })),
    conditions: Type.Optional(Text(2000, 0)),
    terms: Type.Optional(Type.Array(Term, { maxItems: approvalTerms.length })),
    reports: Type.Optional(Type.Array(ConsumerReport, { maxItems: 5 })),
    explanation: Type.Optional(Text(2000, 0)),
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
export type DecisionRequest = Static<typeof DecisionRequest>;

const DecisionPreview = Type.Object({
  letter: nullable(Type.String()),
  email: nullable(
    Type.Object({ to: Type.String(), language: Type.String(), subject: Type.String(), text: Type.String() }),
  ),
});
export type DecisionPreview = Static<typeof DecisionPreview>;

const RevealBody = Type.Object(
  { why: Text(300, 0), kinds: Type.Array(Kind, { maxItems: revealKinds.length }) },
  { additionalProperties: false },
);

const Revealed = Type.Object({
  /** Seconds until the revealed facts are hidden again. */
  seconds: Type.Integer(),
  kinds: Type.Array(Kind),
  /** Until this time, no new reason is needed. */
  until: Moment,
  lines: Type.Array(Type.Object({ section: Type.String(), ...Line.properties })),
});
export type Revealed = Static<typeof Revealed>;

const OfficeRecord = Type.Object({
  ...RecordState.properties,
  /** Masked facts that the PDF `document` leaves out. */
  hidden: Type.Array(Kind),
});
export type OfficeRecord = Static<typeof OfficeRecord>;

const LOGIN = { tag: 'Office login', part: 'office', proofs: [] } as const;
const PEOPLE = { tag: 'Office people', part: 'office', proofs: ['officeCookie'] } as const;
const REVIEW = { tag: 'Office', ...OFFICE_ACCESS } as const;

/** Login by emailed link. The session is a cookie. */
export const officeLogin = describeResource(LOGIN, {
  'POST /office/login': {
    summary: 'Emails a login link to an office user; the response is the same for unknown emails',
    open: true,
    body: Type.Object({ email: Text(254, 3) }, { additionalProperties: false }),
  },
  'POST /office/enter': {
    summary: 'Exchanges the token of a login link for a session',
    open: true,
    body: Type.Object({ token: Text(200) }, { additionalProperties: false }),
    answer: OfficeSession,
  },
  'GET /office/session': { summary: 'The logged-in user', open: true, answer: OfficeSession },
  'POST /office/factor/begin': {
    summary: 'Creates an authenticator secret for a user without one',
    open: true,
    answer: Type.Object({ secret: Type.String(), uri: Type.String() }),
  },
  'POST /office/factor': {
    summary: 'Verifies an authenticator code (RFC 6238)',
    open: true,
    body: Type.Object({ code: Type.String({ pattern: '^[0-9]{6}$' }) }, { additionalProperties: false }),
    answer: OfficeSession,
  },
  'POST /office/logout': { summary: 'Ends the session', open: true },
});

const People = Type.Object({ people: Type.Array(Person) });

/** Changes are audited. The last owner can't be removed or given another role. */
export const officePeople = describeResource(PEOPLE, {
  'GET /office/people': { summary: 'Office users', open: true, answer: People },
  'POST /office/people': {
    summary: 'Invites a user by email; a second invitation resets their authenticator',
    open: true,
    body: Type.Object({ email: Text(254, 3), name: Text(120), role: Role }, { additionalProperties: false }),
    answer: People,
  },
  'POST /office/people/role': {
    summary: 'Changes a user’s role and ends their sessions',
    open: true,
    body: Type.Object({ id: Text(40), role: Role }, { additionalProperties: false }),
    answer: People,
  },
  'POST /office/people/remove': {
    summary: 'Removes a user and ends their sessions',
    open: true,
    body: Type.Object({ id: Text(40) }, { additionalProperties: false }),
    answer: People,
  },
});

export const office = describeResource(REVIEW, {
  'GET /office/applications': {
    summary: 'Submitted applications, paginated',
    open: true,
    query: ListQuery,
    answer: OfficeList,
  },
  'GET /office/applications.csv': {
    summary: 'All applications that match a filter, as CSV',
    open: true,
    query: ListFilters,
    content: 'download',
  },
  'GET /office/applications/:id': {
    summary: 'One application with masked answers, labels, schema version, documents, checks and timeline',
    open: true,
    answer: OfficeApplication,
  },
  'GET /office/applications/:id/review.pdf': {
    summary: 'The review as a PDF, with masked facts',
    open: true,
    query: Type.Object({ lang: Type.Optional(Type.String({ maxLength: 10 })) }, { additionalProperties: false }),
    content: 'download',
  },
  'GET /office/applications/:id/documents/:document': {
    summary: 'A URL for one file, valid for two minutes; 403 revealNeeded if the file shows unrevealed facts',
    open: true,
    query: Type.Object({ kind: Type.Optional(oneOf(['file', 'thumbnail'])), lang: Type.Optional(Type.String()) }),
    answer: Type.Object({ url: Type.String() }),
  },
  'GET /office/applications/:id/record': {
    summary: 'Whether the signed data is unchanged, and the signed PDF without unrevealed facts',
    open: true,
    answer: OfficeRecord,
  },
  'POST /office/applications/:id/acts': {
    summary: 'Applies a decision; 409 with the current status if someone else changed it first',
    open: true,
    once: true,
    body: DecisionRequest,
    answer: ApplicationStatus,
  },
  'POST /office/applications/:id/letter': {
    summary: 'The email and letter that a decision would send, in the applicant’s language; nothing is saved',
    open: true,
    body: DecisionRequest,
    answer: DecisionPreview,
  },
  'POST /office/applications/:id/assign': {
    summary: 'Assigns the application to a user, or to nobody',
    open: true,
    once: true,
    body: Type.Object(
      { revision: Type.Integer({ minimum: 1 }), person: nullable(Type.String({ maxLength: 40 })) },
      { additionalProperties: false },
    ),
    answer: ApplicationStatus,
  },
  'POST /office/applications/:id/duties': {
    summary: 'Marks a legal duty of the office as done',
    open: true,
    body: Type.Object({ duty: Text(40) }, { additionalProperties: false }),
  },
  'POST /office/applications/:id/notes': {
    summary: 'Adds an internal note',
    open: true,
    once: true,
    body: Type.Object({ text: Text(4000, 0) }, { additionalProperties: false }),
    answer: Type.Object({ id: Type.Integer(), at: Moment }),
  },
  'POST /office/applications/:id/reveal': {
    summary:
      'Reveals masked facts for a reason, and unlocks the signed PDF and documents for 15 minutes; recorded in the audit log and the applicant’s timeline',
    open: true,
    body: RevealBody,
    answer: Revealed,
  },
  'GET /office/applications/:id/reveal': {
    summary: 'Facts revealed in the last 15 minutes; 403 revealNeeded after that',
    open: true,
    answer: Revealed,
  },
});
