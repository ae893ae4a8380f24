import { isRecord } from '../../../model/answers/paths';
import type { StepAnswers } from '../../../model/answers/stepBody';
import { householdRoles, personKey, roleRule } from '../../../model/household';
import type { Answers, HouseholdRole, SchemaNode } from '../../../model/types';
import type { Household } from './householdRepository';

/**
 * Marks the rows of people who joined or submitted (docs/spec/001.md, is_fixed and is_submitted). Removes the marks of
 * people who were removed.
 */
export function markFixedRows(
  answers: StepAnswers,
  household: Pick<Household, 'members' | 'removed'>,
  schemaOf: (section: string) => SchemaNode,
): StepAnswers {
  const marked = { ...answers };
  for (const { role, section, group } of listedGroups()) {
    const found = marked[section]?.[group];
    const { fields: list } = schemaOf(section).properties?.[group]?.properties ?? {};
    if (!list?.['x-fixed'] || !isRecord(found) || !Array.isArray(found.fields)) continue;
    const fields = found.fields.map((row: unknown) => (isRecord(row) ? markRow(row, role, household) : row));
    marked[section] = { ...marked[section], [group]: { ...found, fields } };
  }
  return marked;
}

function listedGroups(): { role: HouseholdRole; section: string; group: string }[] {
  const all = householdRoles.flatMap((role) => {
    const { rows, isInvited } = roleRule(role);
    return rows && isInvited ? [{ role, ...rows }] : [];
  });
  return [...new Map(all.map((one) => [one.group, one])).values()];
}

function markRow(
  row: Answers,
  role: HouseholdRole,
  { members, removed }: Pick<Household, 'members' | 'removed'>,
): Answers {
  const text = (name: string) => String(row[name] ?? '').trim();
  const key = personKey(role, { first_name: text('first_name'), last_name: text('last_name'), email: text('email') });
  const joined = members.find(({ listed_as, joined_at }) => listed_as === key && joined_at !== null);
  if (joined) return { ...row, is_fixed: true, ...(joined.submitted_at && { is_submitted: true }) };
  const { is_fixed: _fixed, is_submitted: _submitted, ...typed } = row;
  return removed.some(({ listed_as }) => listed_as === key) ? typed : row;
}
