import written from '../../../schemas/definitions/documents.json';
import { defineLiveFile, fromLiveFile } from '../messages/liveFiles';
import { type RevealKind, revealKinds } from '../office';

export type DocumentName = keyof typeof written.types;

/** Applicants can upload all types except `program`. */
export type DocumentRole = 'identity' | 'identityBack' | 'source' | 'proof' | 'message' | 'program';

/** docs/spec/001.md, §9; 002-income.md, §5; 003.md, §5. */
interface WrittenType {
  id: number;
  title: string;
  role: string;
  files: string;
  /** Masked facts that a file can show. Defaults to all. */
  shows?: string[];
  minBytes?: number;
  maxBytes?: number;
  /** Maximum files per field. */
  count?: number;
  isRead?: boolean;
  /** Name of the list of formats accepted if `x-photos` allows photos. */
  photos?: string;
  back?: string;
  setting?: string;
  /** The list with a row for each source of this type. `name` is the field with a row's name. */
  rows?: { section: string; list: string; name: string };
  prediction?: { route: string; title: string };
}

type DefaultLimits = typeof written.usual;

export interface DocumentType
  extends Omit<WrittenType, 'files' | 'photos' | 'back' | keyof DefaultLimits>,
    DefaultLimits {
  name: string;
  files: readonly string[];
  photos: readonly string[];
  back?: number;
}

const documentsFile = defineLiveFile('definitions/documents', written);

export const documentTypes: () => readonly DocumentType[] = fromLiveFile(documentsFile, readTypes);

function readTypes({ usual, types, files }: typeof written): DocumentType[] {
  const media: Record<string, readonly string[]> = files;
  return Object.entries<WrittenType>(types).map(([name, type]) => ({
    ...usual,
    ...type,
    name,
    files: media[type.files] ?? [],
    photos: media[type.photos ?? type.files] ?? [],
    back: Object.entries(types).find(([other]) => other === type.back)?.[1].id,
  }));
}

/** Limits for applications, PDFs and images. */
export const documentBounds = () => documentsFile().most;

/** Limits that a type can override. */
export const defaultLimits = () => documentsFile().usual;

/** Returns the id of a document type: `documentId('ssn')` → `4`. */
export const documentId = (name: DocumentName): number => documentsFile().types[name].id;

export function documentType(id: number | null): DocumentType | undefined {
  return documentTypes().find((type) => type.id === id);
}

export function idsOf(role: DocumentRole): number[] {
  return documentTypes()
    .filter((type) => type.role === role)
    .map(({ id }) => id);
}

/** Returns the types that share a field, as all identity documents do (docs/spec/001.md, §3). */
export function idsSharingField(id: number): number[] {
  return hasRole('identity', id) ? idsOf('identity') : [id];
}

/** Returns the masked facts that a type can show. Unknown types can show all facts. */
export function factsShownBy(id: number): RevealKind[] {
  const shows = documentType(id)?.shows;
  return revealKinds.filter((kind) => shows?.includes(kind) ?? true);
}

export function hasRole(role: DocumentRole, id: number | null): boolean {
  return documentType(id)?.role === role;
}

export function isUploaded(id: number): boolean {
  return documentType(id) !== undefined && !hasRole('program', id);
}

export function findBack(id: number | null): number | undefined {
  return documentType(id)?.back;
}
