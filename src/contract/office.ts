import { type Static, Type } from 'typebox';
import { type OfficeRole, type OfficeScope, type OfficeStatus, officeRoles, officeStatuses } from '../model/office';
import { describeResource, nullable } from './call';

const oneOf = <T extends string>(names: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...names] });
const Moment = Type.String({ format: 'date-time' });
const Text = (maxLength: number, minLength = 1) => Type.String({ minLength, maxLength });

export const Role = oneOf<OfficeRole>(officeRoles);
const Status = oneOf<OfficeStatus>(officeStatuses);

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

const ListQuery = Type.Object(
  {
    search: Type.Optional(Type.String({ maxLength: 120 })),
    status: Type.Optional(Type.String({ maxLength: 200, description: 'One or several, separated by commas' })),
    property: Type.Optional(Type.String({ maxLength: 60 })),
    checks: Type.Optional(CheckWord),
    assigned: Type.Optional(Type.String({ maxLength: 40, description: 'me, none, or a person’s id' })),
    sort: Type.Optional(oneOf(listSorts)),
    order: Type.Optional(oneOf(['asc', 'desc'])),
    cursor: Type.Optional(Type.String({ maxLength: 600 })),
    lang: Type.Optional(Type.String({ maxLength: 10 })),
  },
  { additionalProperties: false },
);
export type ListQuery = Static<typeof ListQuery>;

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
  'GET /office/people': {
    summary: 'Who works at the office',
    open: true,
    answer: Type.Object({ people: Type.Array(Person) }),
  },
  'POST /office/people': {
    summary: 'Invites somebody by mail, or gives them another role; their authenticator is set up anew',
    open: true,
    body: Type.Object({ email: Text(254, 3), name: Text(120), role: Role }, { additionalProperties: false }),
    answer: Type.Object({ people: Type.Array(Person) }),
  },
  'POST /office/people/remove': {
    summary: 'Ends somebody’s access at once',
    open: true,
    body: Type.Object({ id: Text(40) }, { additionalProperties: false }),
    answer: Type.Object({ people: Type.Array(Person) }),
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
});
