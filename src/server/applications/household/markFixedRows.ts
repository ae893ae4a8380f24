import { isRecord } from '../../../model/answers/paths';
import type { StepAnswers } from '../../../model/answers/stepBody';
import { householdRoles, personKey, roleRule } from '../../../model/household';
import type { Answers, HouseholdRole } from '../../../model/types';
import type { Household } from './householdRepository';

/** Marks the rows of people who joined, and of those who submitted (docs/spec/001.md, is_fixed and is_submitted). */
export function markFixedRows(answers: StepAnswers, { members }: Pick<Household, 'members'>): StepAnswers {
  return listedGroups().reduce((marked, { role, section, group }) => {
    const found = marked[section]?.[group];
    if (!isRecord(found) || !Array.isArray(found.fields)) return marked;
    const fields = found.fields.map((row: unknown) => (isRecord(row) ? markRow(row, role, members) : row));
    return { ...marked, [section]: { ...marked[section], [group]: { ...found, fields } } };
  }, answers);
}

/** One role stands for all of its group. */
function listedGroups(): { role: HouseholdRole; section: string; group: string }[] {
  const all = householdRoles.flatMap((role) => {
    const { rows, isInvited } = roleRule(role);
    return rows && isInvited ? [{ role, ...rows }] : [];
  });
  return [...new Map(all.map((one) => [one.group, one])).values()];
}

function markRow(row: Answers, role: HouseholdRole, members: Household['members']): Answers {
  const { is_fixed: _fixed, is_submitted: _submitted, ...typed } = row;
  const text = (name: string) => String(row[name] ?? '').trim();
  const names = { first_name: text('first_name'), last_name: text('last_name'), email: text('email') };
  const member = members.find(({ listed_as }) => listed_as === personKey(role, names));
  if (!member?.joined_at) return typed;
  return { ...typed, is_fixed: true, ...(member.submitted_at && { is_submitted: true }) };
}
