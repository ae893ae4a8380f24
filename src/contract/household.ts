import { type Static, Type } from 'typebox';
import { householdRoles, type MemberState, memberStates } from '../model/household';
import type { HouseholdRole } from '../model/types';
import { LoginRecords } from './account';
import { describeResource, Moment, nullable, oneOf } from './call';

export const memberActions = ['invite', 'revoke', 'remind', 'replace', 'remove', 'lead'] as const;
export type MemberAction = (typeof memberActions)[number];

const Role = oneOf<HouseholdRole>(householdRoles);

const Member = Type.Object({
  id: Type.String(),
  first_name: Type.String(),
  role: Role,
  is_lead: Type.Boolean(),
  is_you: Type.Boolean(),
  state: oneOf<MemberState>(memberStates),
  /** Only the lead gets these details of other members. */
  typed: nullable(
    Type.Object({
      /** `last_name` and `email` are null unless the current lead entered them. */
      last_name: nullable(Type.String()),
      email: nullable(Type.String()),
      invited_at: nullable(Moment),
      expires_at: nullable(Moment),
      reminded_at: nullable(Moment),
    }),
  ),
  may: Type.Array(oneOf<MemberAction>(memberActions)),
});
export type Member = Static<typeof Member>;

/** Members see each other's first name, role and state. The lead sees more. */
export const Household = Type.Object({
  /** Revision to send with a change. 0 without a household. */
  revision: Type.Integer(),
  people: Type.Integer(),
  submitted: Type.Integer(),
  is_complete: Type.Boolean(),
  members: Type.Array(Member),
  may_add: Type.Array(Role),
  may_leave: Type.Boolean(),
});
export type Household = Static<typeof Household>;

const closed = { additionalProperties: false } as const;
const Id = Type.String({ minLength: 36, maxLength: 36 });
const Revision = Type.Integer({ minimum: 0 });
const Trn = { trn_id: Type.Optional(Type.String()) };
const Language = Type.String({ maxLength: 10 });
const named = { ...Trn, member: Id, revision: Revision };
const person = {
  first_name: Type.String({ minLength: 1, maxLength: 100 }),
  last_name: Type.String({ minLength: 1, maxLength: 100 }),
  /** Not named `email`, because `email` is the session's own address. */
  email_address: Type.String({ minLength: 3, maxLength: 254 }),
};

const AddBody = Type.Object(
  { ...Trn, revision: Revision, role: Role, ...person, language: Type.Optional(Language) },
  closed,
);
export type NewPerson = Static<typeof AddBody>;

const InviteBody = Type.Object(
  { ...named, email_address: Type.Optional(person.email_address), language: Type.Optional(Language) },
  closed,
);
export type InviteBody = Static<typeof InviteBody>;

const ReplaceBody = Type.Object({ ...named, ...person, language: Type.Optional(Language) }, closed);
export type ReplaceBody = Static<typeof ReplaceBody>;

const MemberBody = Type.Object(named, closed);
const InvitationBody = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }, closed);

/** A 409 response with `staleHousehold` contains the current household. */
export const household = describeResource('Household', {
  'GET /household/:trn': { summary: 'The people who apply together', answer: Household },
  'POST /household/add': {
    summary: 'Adds a person and emails them an invitation',
    once: true,
    body: AddBody,
    answer: Household,
  },
  'POST /household/invite': {
    summary:
      'Emails the invitation, or emails it again; a new email address replaces the old one, and earlier links stop working',
    once: true,
    body: InviteBody,
    answer: Household,
  },
  'POST /household/revoke': {
    summary: 'Ends an invitation',
    once: true,
    body: MemberBody,
    answer: Household,
  },
  'POST /household/remind': {
    summary: 'Reminds a member who hasn’t submitted, at most once a day',
    once: true,
    body: MemberBody,
    answer: Household,
  },
  'POST /household/replace': {
    summary: 'Replaces a member with another person, and invites them',
    once: true,
    body: ReplaceBody,
    answer: Household,
  },
  'POST /household/remove': {
    summary: 'Removes a member; an application they started becomes an individual one',
    once: true,
    body: MemberBody,
    answer: Household,
  },
  'POST /household/lead': {
    summary: 'Makes another member the lead',
    once: true,
    body: MemberBody,
    answer: Household,
  },
  'POST /household/leave': {
    summary: 'Leaves the household and keeps the application as an individual one',
    once: true,
    body: Type.Object({ ...Trn, revision: Revision }, closed),
    answer: Household,
  },
  'POST /household/join': {
    summary: 'Accepts an invitation with the logged-in account, and returns a new session',
    once: true,
    body: Type.Object({ ...Trn, ...InvitationBody.properties }, closed),
    answer: LoginRecords,
  },
  'POST /household/decline': { summary: 'Declines an invitation', open: true, body: InvitationBody },
});
