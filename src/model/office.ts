import written from '../../schemas/office/status.json';
import { keysOf } from './paths';
import { translate } from './translate';

/** The states of a submitted application, the acts that lead from one to another, and who may do them: schemas/office/status.json. */
export type OfficeStatus = keyof typeof written.statuses;
export type OfficeAct = keyof typeof written.acts;
export type OfficeRole = keyof typeof written.roles;
/** What somebody may do: read, change the status, see what is masked, invite people. */
export type OfficeScope = 'read' | 'status' | 'reveal' | 'people';
export type RevealKind = keyof typeof written.reveals;
export type DeclineReason = keyof typeof written.reasons;
export type DecisionBasis = keyof typeof written.bases;

/** Who moves an application: a person by their role, or the applicant, or the program. */
export type Mover = OfficeRole | 'applicant' | 'program';

export interface ActRule {
  title: string;
  from: readonly OfficeStatus[];
  to: OfficeStatus;
  roles: readonly Mover[];
  /** What the act needs to know: a form of schemas/flows/office.json. */
  asks?: 'documents' | 'basis' | 'conditions' | 'reasons';
  /** The applicant gets a mail. */
  isMailed?: boolean;
}

// JSON has no literal types: what the file may hold is bound by meta/office-status.schema.json.
const rules = written.acts as Record<OfficeAct, ActRule>;
const roles = written.roles as Record<OfficeRole, { title: string; scopes: OfficeScope[] }>;

/** The state of an application that was just submitted. */
export const firstStatus = written.first as OfficeStatus;

/** Those in which nothing is decided yet. */
export const undecidedStatuses: readonly string[] = rules.approveWithConditions.from;

export const officeStatuses = keysOf(written.statuses);
export const officeActs = keysOf(rules);
export const officeRoles = keysOf(roles);
export const revealKinds = keysOf(written.reveals);
export const declineReasons = keysOf(written.reasons);
export const decisionBases = keysOf(written.bases);

/** Where the answers say what the list shows, as JSON pointers that begin with the section. */
export const summaryPlaces = written.summary;

/** Which end of each order comes first, where nobody chose one: the newest, the highest, the beginning of the alphabet. */
export const firstOrders = { submitted: 'desc', name: 'asc', moveIn: 'asc', ratio: 'desc' } as const;

/** What an act needs and leads to. */
export const actRule = (act: OfficeAct): ActRule => rules[act];

/** The reasons that a subscriber's office gives, in the order of the file: all of them unless it has chosen. */
export function declineReasonsOf({ decline_reasons }: { decline_reasons: readonly string[] | null }): DeclineReason[] {
  return declineReasons.filter((reason) => decline_reasons?.includes(reason) ?? true);
}

/** Where a document is asked for, as one answer of a form: `'3/1'`, the first employer's pay stubs. */
export const placeName = ({ document_id, source_id }: DocumentPlace): string => `${document_id}/${source_id}`;

/** The place of a name that `placeName` made. */
export function placeOf(name: string): DocumentPlace {
  const [document_id = 0, source_id = 0] = name.split('/').map(Number);
  return { document_id, source_id };
}

interface DocumentPlace {
  document_id: number;
  source_id: number;
}

/** What somebody of this role may do. */
export const scopesOf = (role: OfficeRole): readonly OfficeScope[] => roles[role].scopes;

/** Whether who may do this needs a second factor: whoever can see what is masked. */
export const needsFactor = (role: OfficeRole): boolean => scopesOf(role).includes('reveal');

/** What may be done next: `('inReview', 'reviewer')` → `['askDocuments', 'approve', …]`. */
export function actsFrom(status: OfficeStatus, mover: Mover): OfficeAct[] {
  return officeActs.filter((act) => mayAct(act, status, mover));
}

/** Whether an act may be done to an application in this state by this one. */
export function mayAct(act: OfficeAct, status: OfficeStatus, mover: Mover): boolean {
  return rules[act].from.includes(status) && rules[act].roles.includes(mover);
}

/** The same file in the words of a language. */
export const officeWords = (words: Readonly<Record<string, string>> = {}): typeof written => translate(written, words);
