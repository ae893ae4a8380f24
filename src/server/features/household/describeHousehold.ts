import type { Household as Described, Member, MemberAction } from '../../../contract/household';
import { householdRoles, roleRule } from '../../../model/household';
import type { Household, MemberRow } from '../../applications/household/householdRepository';
import { householdProgress, isFull, memberState } from '../../applications/household/memberState';

/**
 * Describes a household for one of its members. Only the lead sees invitation dates, and the last names and emails that
 * the lead entered.
 */
export function describeHousehold(household: Household | undefined, trn: string, mayStart = true): Described {
  if (!household) return { ...alone, may_add: mayStart ? addableRoles() : [] };
  const me = household.members.find((member) => member.trn === trn);
  const isLead = me?.is_lead ?? false;
  const { people, submitted, isComplete } = householdProgress(household);
  return {
    revision: household.revision,
    people,
    submitted,
    is_complete: isComplete,
    members: household.members.map((member) => describeMember(member, me)),
    may_add: isLead && !isFull(household) ? addableRoles() : [],
    may_leave:
      household.members.length > 1 && (!isLead || household.members.some((one) => one !== me && one.joined_at)),
  };
}

const alone = { revision: 0, people: 0, submitted: 0, is_complete: false, members: [], may_leave: false };

const addableRoles = () => householdRoles.filter((role) => roleRule(role).mayBeAdded);

function describeMember(member: MemberRow, me: MemberRow | undefined): Member {
  const { id, first_name, role, is_lead } = member;
  const isYou = member === me;
  const isOther = me?.is_lead === true && !isYou;
  return {
    id,
    first_name,
    role,
    is_lead,
    is_you: isYou,
    state: memberState(member),
    typed: isOther ? describeTyped(member, me) : null,
    may: isOther ? findActions(member) : [],
  };
}

/** Returns the last name and email only to the lead who entered them. */
function describeTyped(
  { last_name, email, typed_by, invited_at, expires_at, reminded_at }: MemberRow,
  lead: MemberRow,
): Member['typed'] {
  const isOwn = typed_by === lead.id;
  const moment = (date: Date | null) => date?.toISOString() ?? null;
  return {
    last_name: isOwn ? last_name : null,
    email: isOwn ? email : null,
    invited_at: moment(invited_at),
    expires_at: moment(expires_at),
    reminded_at: moment(reminded_at),
  };
}

export function findActions(member: MemberRow): MemberAction[] {
  const { isInvited, mayLead } = roleRule(member.role);
  if (!isInvited) return [];
  const state = memberState(member);
  const isOpen = state === 'listed' || state === 'invited' || state === 'declined';
  const allowed: Record<MemberAction, boolean> = {
    // The order matters: the page emphasizes the first allowed action, except `replace`.
    remind: state === 'invited' || state === 'started',
    invite: isOpen,
    revoke: state === 'invited',
    replace: true,
    remove: true,
    lead: mayLead && (state === 'started' || state === 'submitted'),
  };
  return Object.entries(allowed).flatMap(([action, isAllowed]) => (isAllowed ? [action as MemberAction] : []));
}
