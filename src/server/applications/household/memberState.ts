import { householdRules, type MemberState, roleRule } from '../../../model/household';
import type { Household, MemberRow } from './householdRepository';

export function memberState(member: MemberRow): MemberState {
  if (!roleRule(member.role).isInvited) return 'data';
  if (member.status === 'withdrawn') return 'withdrawn';
  if (member.submitted_at) return 'submitted';
  if (member.joined_at) return 'started';
  if (member.declined_at) return 'declined';
  return member.invited_at && member.expires_at ? 'invited' : 'listed';
}

export interface HouseholdProgress {
  /** Counts people who submitted or still have to submit. */
  people: number;
  submitted: number;
  isComplete: boolean;
}

export function householdProgress({ members }: Pick<Household, 'members'>): HouseholdProgress {
  const states = members.map(memberState);
  const submitted = states.filter((state) => state === 'submitted').length;
  const missing = states.filter((state) => ['listed', 'invited', 'started'].includes(state)).length;
  return { people: submitted + missing, submitted, isComplete: submitted > 0 && missing === 0 };
}

/** Returns the next lead: someone who joined, preferably in a role that may lead. */
export function nextLead({ members }: Pick<Household, 'members'>, gone: string): MemberRow | undefined {
  const joined = members.filter(({ id, joined_at }) => id !== gone && joined_at !== null);
  return joined.find(({ role }) => roleRule(role).mayLead) ?? joined[0];
}

export const isFull = ({ members }: Pick<Household, 'members'>): boolean =>
  members.length >= householdRules().maxMembers;
