import written from '../../schemas/office/status.json';
import { keysOf } from './answers/paths';
import { defineLiveFile } from './messages/liveFiles';
import { translate } from './messages/translate';

export type OfficeStatus = keyof typeof written.statuses;
export type OfficeAction = keyof typeof written.acts;
export type OfficeRole = keyof typeof written.roles;
export type OfficeScope = 'read' | 'status' | 'reveal' | 'people' | 'accommodation';
export type RevealKind = keyof typeof written.reveals;
export type DeclineReason = keyof typeof written.reasons;
export type ApprovalTerm = keyof typeof written.terms;
export type DecisionBasis = keyof typeof written.bases;

export type ActorRole = OfficeRole | 'applicant' | 'program';

export interface ActionRule {
  /** Button label: 'Decline'. */
  title: string;
  /** History entry: 'Declined'. */
  done: string;
  from: readonly OfficeStatus[];
  to: OfficeStatus;
  roles: readonly ActorRole[];
  /** A form in schemas/flows/office.json. */
  asks?: 'documents' | 'basis' | 'conditions' | 'reasons' | 'withdrawal';
  isMailed?: boolean;
  /** Text of the email to the applicant. Defaults to the text of the new status. */
  applicant?: StatusText;
}

interface StatusText {
  title: string;
  description: string;
}

export const officeFile = defineLiveFile('office/status', written);

// Imported JSON has no literal types. schemas/meta/office-status.schema.json restricts the values.
const rules = () => officeFile().acts as Record<OfficeAction, ActionRule>;
const roles = () => officeFile().roles as Record<OfficeRole, { title: string; scopes: OfficeScope[] }>;

/** Business days. */
export const expectedDays = () => officeFile().expects;

export const firstStatus = written.first as OfficeStatus;

export interface StatusPage {
  /** True while the application awaits a decision. */
  isOpen: boolean;
  isGood: boolean;
  primary: 'documents' | 'contact' | 'homes';
}

/** Returns what the applicant's page offers for this status. */
export const statusPage = (status: OfficeStatus): StatusPage => officeFile().statuses[status].page as StatusPage;

/** Returns an office status. Throws if there's no such status. */
export function toOfficeStatus(status: string): OfficeStatus {
  const found = officeStatuses.find((known) => known === status);
  if (!found) throw new Error(`There is no status '${status}'`);
  return found;
}

export const officeStatuses = keysOf(written.statuses);
export const officeActions = keysOf(written.acts);
export const officeRoles = keysOf(written.roles);
export const revealKinds = keysOf(written.reveals);
export const declineReasons = keysOf(written.reasons);
export const approvalTerms = keysOf(written.terms);
export const decisionBases = keysOf(written.bases);

/** Where the answers in the office's list are stored. */
export const summaryPlaces = () => officeFile().summary;

export interface ReviewGroup {
  id: string;
  title: string;
  sections: readonly string[];
}

/** Returns groups of answers. The last group has the answers that aren't in any other group. */
export const reviewGroups = (): readonly ReviewGroup[] => officeFile().review;

export const firstOrders = { submitted: 'desc', name: 'asc', moveIn: 'asc', ratio: 'desc' } as const;

export const getActionRule = (action: OfficeAction): ActionRule => rules()[action];

/** Returns a landlord's reasons for declining. Null means all reasons. */
export function declineReasonsOf({ decline_reasons }: { decline_reasons: readonly string[] | null }): DeclineReason[] {
  return declineReasons.filter((reason) => decline_reasons?.includes(reason) ?? true);
}

/** Returns a name for a document's type and source: `'3/1'` for a job's pay stubs. */
export const placeName = ({ document_id, source_id }: DocumentPlace): string => `${document_id}/${source_id}`;

export function findDocumentPlace(name: string): DocumentPlace {
  const [document_id = 0, source_id = 0] = name.split('/').map(Number);
  return { document_id, source_id };
}

interface DocumentPlace {
  document_id: number;
  source_id: number;
}

export const scopesOf = (role: OfficeRole): readonly OfficeScope[] => roles()[role].scopes;

/** True if a role can reveal answers or read accommodation requests. Such roles need an authenticator. */
export const needsFactor = (role: OfficeRole): boolean =>
  scopesOf(role).some((scope) => scope === 'reveal' || scope === 'accommodation');

export const mayBeAssigned = (role: OfficeRole): boolean => scopesOf(role).includes('status');

/** Returns the actions that a status and a role allow: `('inReview', 'reviewer')` → `['askDocuments', 'offer', …]` */
export function allowedActions(status: OfficeStatus, role: ActorRole): OfficeAction[] {
  return officeActions.filter((action) => isActionAllowed(action, status, role));
}

export function isActionAllowed(action: OfficeAction, status: OfficeStatus, role: ActorRole): boolean {
  const { from, roles } = rules()[action];
  return from.includes(status) && roles.includes(role);
}

/** Returns the text of the email to the applicant. */
export function emailTextOf(action: OfficeAction, texts?: Readonly<Record<string, string>>): StatusText {
  const { acts, statuses } = officeMessages(texts);
  return (acts[action] as ActionRule).applicant ?? statuses[getActionRule(action).to].applicant;
}

export const officeMessages = (words: Readonly<Record<string, string>> = {}): typeof written =>
  translate(officeFile(), words);
