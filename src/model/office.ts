import written from '../../schemas/office/status.json';
import { translate } from './translate';

/** The states of a submitted application, the acts that lead from one to another, and who may do them: schemas/office/status.json. */
export type OfficeStatus = keyof typeof written.statuses;
export type OfficeRole = keyof typeof written.roles;
/** What somebody may do: read, change the status, see what is masked, invite people. */
export type OfficeScope = 'read' | 'status' | 'reveal' | 'people';

// JSON has no literal types: what the file may hold is bound by meta/office-status.schema.json.
const roles = written.roles as Record<OfficeRole, { title: string; scopes: OfficeScope[] }>;

/** The state of an application that was just submitted. */
export const firstStatus = written.first as OfficeStatus;

export const officeStatuses = Object.keys(written.statuses) as OfficeStatus[];
export const officeRoles = Object.keys(roles) as OfficeRole[];

/** Where the answers say what the list shows, as JSON pointers that begin with the section. */
export const summaryPlaces = written.summary;

/** What somebody of this role may do. */
export const scopesOf = (role: OfficeRole): readonly OfficeScope[] => roles[role].scopes;

/** Whether who may do this needs a second factor: whoever can see what is masked. */
export const needsFactor = (role: OfficeRole): boolean => scopesOf(role).includes('reveal');

/** The same file in the words of a language. */
export const officeWords = (words: Readonly<Record<string, string>> = {}): typeof written => translate(written, words);
