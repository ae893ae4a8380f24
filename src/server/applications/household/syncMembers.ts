import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { StepAnswers } from '../../../model/answers/stepBody';
import { type ListedPerson, listPeople, roleRule } from '../../../model/household';
import type { Applicant } from '../../platform/sessions/sessions';
import type { ApplicationDeps } from '../applicationDeps';
import type { RecordEvent } from '../domainEvents';
import type { SaveWithin } from '../steps/stepRepository';
import {
  deleteMember,
  ensureHousehold,
  findHouseholdByTrn,
  insertMember,
  lockHousehold,
  type MemberRow,
  renameMember,
} from './householdRepository';
import { recordHouseholdChange } from './recordChange';

/**
 * Returns a function that saves step 2 with its members. It locks the household before the application, to avoid
 * deadlocks.
 */
export function saveWithMembers(
  { recordEvent, clock }: Pick<ApplicationDeps, 'recordEvent' | 'clock'>,
  { trn }: Pick<Applicant, 'trn'>,
  answers: StepAnswers,
): SaveWithin {
  return async (client, write) => {
    const id = await findHouseholdByTrn(client, trn);
    if (id) await lockHousehold(client, id);
    const version = await write();
    if (version) await syncMembers(client, recordEvent, { trn, answers, now: clock() });
    return version;
  };
}

/** Updates the members from the lead's step 2. People who joined stay, because their rows are fixed. */
async function syncMembers(
  client: pg.PoolClient,
  recordEvent: RecordEvent,
  { trn, answers, now }: { trn: string; answers: StepAnswers; now: Date },
): Promise<void> {
  const people = listPeople(answers);
  // An applicant with children but no other adults has no household.
  const isShared = people.some(({ role }) => roleRule(role).isInvited);
  if (!isShared && !(await findHouseholdByTrn(client, trn))) return;
  const id = await ensureHousehold(client, trn, now);
  const household = await lockHousehold(client, id);
  if (!household?.members.some((member) => member.is_lead && member.trn === trn)) return;
  const known = [...household.members, ...household.removed];
  const added = people.filter(({ key }) => !known.some(({ listed_as }) => listed_as === key));
  const gone = known.filter((member) => isGone(member, people));
  const renamed = known.flatMap((member) => findRenamed(member, people));
  for (const member of gone) await deleteMember(client, member);
  for (const { id: member, person } of renamed) await renameMember(client, member, person);
  for (const { key, ...person } of added) await insertMember(client, id, { ...person, listedAs: key }, now);
  if (added.length + gone.length + renamed.length > 0)
    await recordHouseholdChange(client, recordEvent, { id, trn, change: 'listed', now });
}

function isGone({ listed_as, joined_at }: MemberRow, people: readonly ListedPerson[]): boolean {
  return listed_as !== null && joined_at === null && !people.some(({ key }) => key === listed_as);
}

function findRenamed(member: MemberRow, people: readonly ListedPerson[]): { id: string; person: ListedPerson }[] {
  const person = people.find(({ key }) => key === member.listed_as);
  const names = ({ role, first_name, last_name }: MemberRow | ListedPerson) => [role, first_name, last_name];
  if (!person || member.joined_at || isDeepStrictEqual(names(person), names(member))) return [];
  return roleRule(member.role).isInvited === roleRule(person.role).isInvited ? [{ id: member.id, person }] : [];
}
