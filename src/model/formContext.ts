import type { IncomeChecks } from './income/checks/documentChecks';
import type { Answers, Context, Path } from './types';

/** An uploaded file. `id` is the `application_document_id`. */
export interface StoredDocument {
  id: number;
  blob_path: string;
  name: string;
  size: number;
  type: string;
  document_id: number;
  source_id: number;
  is_Duplicate?: 0 | 1;
  messages?: { message: string; isDeleted: boolean }[];
}

export interface UploadRequest {
  file: File;
  document_id: number;
  source_id: number;
  password?: string;
  onProgress(share: number): void;
  signal: AbortSignal;
}

export const PASSWORD_REFUSALS = ['filePasswordNeeded', 'filePasswordWrong'];

export interface AddressSuggestion {
  label: string;
  street: string;
  houseNumber: string;
  unit: string;
  city: string;
  state: string;
  zip: string;
}

export interface FormChange {
  path: Path;
  value: unknown;
  /** True if another answer cleared this field. */
  isCleared?: boolean;
}

export interface DocumentChecks {
  state(): IncomeChecks;
  subscribe(listener: () => void): () => void;
  answer(id: number, text: string): Promise<void>;
  /** True if answers can be added but not changed. */
  isFinal?: boolean;
  /** Opens the gross pay dialog now, instead of when the applicant chooses Next. */
  settleGross?(): Promise<void>;
}

/** Services for widgets. The applicant sees the error message of a failed change, but not of failed suggestions. */
export interface FormServices {
  suggestAddresses(query: string, signal: AbortSignal): Promise<AddressSuggestion[]>;
  documents: {
    list(): readonly StoredDocument[];
    subscribe(listener: () => void): () => void;
    upload(request: UploadRequest): Promise<StoredDocument>;
    /** Deletes the file if the server has it or receives it later. Does nothing after a successful upload. */
    cancelUpload(file: File): Promise<void>;
    remove(document: StoredDocument): Promise<void>;
    /** Thumbnails are 150×150 pixels. */
    address(document: StoredDocument, kind: 'file' | 'thumbnail'): Promise<string>;
  };
  sources: {
    add(documentId: number, next: number): Promise<{ id: number }>;
    remove(documentId: number, sourceId: number): Promise<void>;
  };
  checks?: DocumentChecks;
  startsOpen?(id: string): boolean;
  banks?(): Promise<readonly string[]>;
  /** Resolves to true for Yes. `loses` lists what would be deleted. */
  confirm(question: { title: string; text?: string; yes?: string; no?: string; loses?: string[] }): Promise<boolean>;
  alert(message: { title: string; text?: string }): Promise<void>;
  announce(text: string): void;
}

export interface FormHandle {
  /** Includes text that is still being typed. */
  answers(): Answers;
  /** Calls `listener` on every change, or on changes at `path`. Returns an unsubscribe function. */
  subscribe(listener: () => void, path?: Path): () => void;
  set(changes: FormChange[]): void;
  message(path: Path): string | undefined;
  leave(path: Path): void;
  removeRow(list: Path, index: number): void;
  pathOf(id: string): Path;
}

/** RJSF's `formContext`. */
export interface SectionFormContext {
  section: string;
  context: Context;
  services: FormServices;
  form: FormHandle;
  readonly: boolean;
}
