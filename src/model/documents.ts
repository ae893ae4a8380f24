import written from '../../schemas/definitions/documents.json';
import { wordsTurn } from './translate';

/** The names that schemas/definitions/documents.json gives the document types. */
export type DocumentName = keyof typeof written.types;

/** An identity document, its other side, the proof of a source of income, what stands for itself, and what the program makes. */
export type DocumentRole = 'identity' | 'identityBack' | 'source' | 'proof' | 'program';

/** One type of document (spec 001 §9, 002 §5, 003 §5), as it is written. */
interface WrittenType {
  id: number;
  title: string;
  role: string;
  files: string;
  minBytes?: number;
  maxBytes?: number;
  /** How many files one field takes. */
  count?: number;
  /** Has its text read in the background. */
  isRead?: boolean;
  /** The type of the other side. */
  back?: string;
  /** The subscriber's setting that asks for it. */
  setting?: string;
  /** The list of answers whose rows are its sources, and the member that names a row. */
  rows?: { section: string; list: string; name: string };
  /** The page that tries what a file of this type is taken for, where the operator has it on. */
  prediction?: { route: string; title: string };
}

type Usual = typeof written.usual;

/** The same with what all types share, and the media types that are taken. */
export interface DocumentType extends Omit<WrittenType, 'files' | 'back' | keyof Usual>, Usual {
  /** As the file calls it. */
  name: string;
  files: readonly string[];
  back?: number;
}

const types: Record<DocumentName, WrittenType> = written.types;
const files: Record<string, readonly string[]> = written.files;

const known: DocumentType[] = [];
/** Every type, in the order of the file. */
export const documentTypes: readonly DocumentType[] = known;

/** Reads the types anew, after the file's members were exchanged. */
export function refreshDocumentTypes(): void {
  known.splice(0, known.length, ...Object.entries(types).map(readType));
}

const readType = ([name, type]: [string, WrittenType]): DocumentType => ({
  ...written.usual,
  ...type,
  name,
  files: files[type.files] ?? [],
  back: Object.entries(types).find(([other]) => other === type.back)?.[1].id,
});

refreshDocumentTypes();
wordsTurn.subscribe(refreshDocumentTypes);

/** What one account, PDF or picture may have at most: documents, pages, pixels of a side, pixels in all. */
export const documentBounds = written.most;

/** The limits of a file whose type is not known yet, in bytes. */
export const usualLimits = written.usual;

/** The number that a document of this name bears: `documentId('licence')` → 2. */
export const documentId = (name: DocumentName): number => types[name].id;

/** A type by its number; undefined for a number that no type bears. */
export function documentType(id: number | null): DocumentType | undefined {
  return documentTypes.find((type) => type.id === id);
}

/** The numbers of all types of a role, in the order of the file. */
export function idsOf(role: DocumentRole): number[] {
  return documentTypes.filter((type) => type.role === role).map(({ id }) => id);
}

/** The numbers that a file in a field for this one may bear: every kind of identity document has one field (docs/spec/001, section 3, documenttype_id). */
export function idsTakenFor(id: number): number[] {
  return isOf('identity', id) ? idsOf('identity') : [id];
}

/** Whether a document of this number is of this role. */
export function isOf(role: DocumentRole, id: number | null): boolean {
  return documentType(id)?.role === role;
}

/** What an applicant uploads; the rest the program makes itself. */
export function isUploaded(id: number): boolean {
  return documentType(id) !== undefined && !isOf('program', id);
}

/** The number of the side that is still asked for next to a document; undefined for one that has one side. */
export function backOf(id: number | null): number | undefined {
  return documentType(id)?.back;
}
