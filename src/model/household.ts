import written from '../../schemas/household.json';
import { getIn, isRecord, keysOf, recordsIn } from './answers/paths';
import type { StepAnswers } from './answers/stepBody';
import { defineLiveFile } from './messages/liveFiles';
import { documentTypes } from './section/documentTypes';
import type { HouseholdFees, HouseholdRole, Step } from './types';

export const memberStates = ['listed', 'invited', 'started', 'submitted', 'declined', 'withdrawn', 'data'] as const;
/** `listed` people have no invitation. `data` is for children, who have no application. */
export type MemberState = (typeof memberStates)[number];

interface RoleRule {
  rows?: { section: string; group: string; when?: Record<string, boolean> };
  fee: 'adult' | 'none';
  income: 'household' | 'guarantor' | 'none';
  isInvited: boolean;
  mayLead: boolean;
  mayBeAdded: boolean;
  skips: readonly string[];
  documents?: readonly string[];
}

interface HouseholdRules {
  invitationDays: number;
  reminderHours: number;
  maxMembers: number;
  fee: 'perAdult' | 'perHousehold';
  beginsAs: HouseholdRole;
  roles: Record<HouseholdRole, RoleRule>;
}

const file = defineLiveFile('household', written);

// Imported JSON has no literal types. schemas/meta/household.schema.json restricts the values.
export const householdRules = () => file() as HouseholdRules;

export const householdRoles: readonly HouseholdRole[] = keysOf(written.roles);

export const roleRule = (role: HouseholdRole): RoleRule => householdRules().roles[role];

export function isSkipped(section: string, role: HouseholdRole | null | undefined): boolean {
  return role ? roleRule(role).skips.includes(section) : false;
}

/** True if a role skips all sections of a step. */
export function isStepSkipped({ sections }: Pick<Step, 'sections'>, role: HouseholdRole | null | undefined): boolean {
  return sections.length > 0 && sections.every(({ section }) => isSkipped(section, role));
}

/** Returns the document types that a role provides. Undefined means all types. */
export function providedDocuments(role: HouseholdRole | null | undefined): number[] | undefined {
  const names = role ? roleRule(role).documents : undefined;
  return names && documentTypes().flatMap(({ name, id }) => (names.includes(name) ? [id] : []));
}

/** Hides documents that a role doesn't provide: `{ Paystub: 'Hide' }` for an occupant. */
export function hideUnasked<Setting extends string>(
  settings: Record<string, Setting>,
  role: HouseholdRole | null | undefined,
): Record<string, Setting | 'Hide'> {
  const provided = providedDocuments(role);
  const unasked = documentTypes().flatMap(({ id, setting, rows }) => {
    const isAsked = (provided?.includes(id) ?? true) && !(rows && isSkipped(rows.section, role));
    return setting && !isAsked ? [[setting, 'Hide'] as const] : [];
  });
  return { ...settings, ...Object.fromEntries(unasked) };
}

export interface Payer {
  role: HouseholdRole | null;
  /** True for the one member who pays if the fee is charged once. */
  paysForAll: boolean;
}

export const isFeePerAdult = ({ fee }: HouseholdFees = {}): boolean => (fee ?? householdRules().fee) === 'perAdult';

/** True if an applicant has to pay. Applicants without a role always pay. */
export function owesFee({ role, paysForAll }: Payer, settings: HouseholdFees = {}): boolean {
  if (role === null) return true;
  if (!isFeePerAdult(settings)) return paysForAll;
  const own = role === 'guarantor' ? settings.guarantors : undefined;
  return (own ?? roleRule(role).fee) === 'adult';
}

export interface ListedPerson {
  /** Identifies the person across saves (`personKey`). */
  key: string;
  role: HouseholdRole;
  first_name: string;
  last_name: string;
  email: string;
}

/** Lists the people that the applicant named, without duplicates. */
export function listPeople(answers: StepAnswers): ListedPerson[] {
  const all = householdRoles.flatMap((role) => listRows(answers, role).map((row) => toPerson(role, row)));
  return [...new Map(all.map((person) => [person.key, person])).values()];
}

export const namesPeople = ({ sections }: Pick<Step, 'sections'>): boolean =>
  householdRoles.some((role) => sections.some(({ section }) => section === roleRule(role).rows?.section));

function listRows(answers: StepAnswers, role: HouseholdRole): Record<string, unknown>[] {
  const { rows } = roleRule(role);
  const group = rows && getIn(answers, [rows.section, rows.group]);
  if (!rows || !isRecord(group) || group.response !== 'Yes') return [];
  const wanted = Object.entries(rows.when ?? {});
  return recordsIn(group.fields).filter((row) => wanted.every(([name, value]) => (row[name] === true) === value));
}

function toPerson(role: HouseholdRole, row: Record<string, unknown>): ListedPerson {
  const text = (name: string) => String(row[name] ?? '').trim();
  const [first_name, last_name, email] = [text('first_name'), text('last_name'), text('email')];
  return { key: personKey(role, { first_name, last_name, email }), role, first_name, last_name, email };
}

/** Returns a key made of the role's group and the email. Without an email, uses the name. */
export function personKey(
  role: HouseholdRole,
  { first_name, last_name, email }: Pick<ListedPerson, 'first_name' | 'last_name' | 'email'>,
): string {
  const who = email || `${first_name} ${last_name}`;
  return JSON.stringify([roleRule(role).rows?.group ?? role, who.toLowerCase()]);
}
