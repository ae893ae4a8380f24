import type { IncomeChecks } from './checks/findings';
import type { Answers, Context, Path } from './types';

/** A file of this application as the server knows it. `id` is the application_document_id. */
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
  /** Opens a locked file. */
  password?: string;
  onProgress(share: number): void;
  signal: AbortSignal;
}

/** The codes of refusals after which the same file may be sent again with its password. */
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

/** One answer written from outside its field. */
export interface FormChange {
  path: Path;
  value: unknown;
}

/** What the reading of the income documents found, while it is being found. */
export interface DocumentChecks {
  state(): IncomeChecks;
  subscribe(listener: () => void): () => void;
  /** Stores what the applicant says to a failed check. */
  answer(id: number, text: string): Promise<void>;
}

/** The world as widgets see it; the app provides it, tests fake it. Every refusal rejects with an Error whose message is meant for the applicant. */
export interface FormServices {
  suggestAddresses(query: string, signal: AbortSignal): Promise<AddressSuggestion[]>;
  documents: {
    /** The current list; a new array whenever it changes. */
    list(): readonly StoredDocument[];
    subscribe(listener: () => void): () => void;
    upload(request: UploadRequest): Promise<StoredDocument>;
    remove(document: StoredDocument): Promise<void>;
    /** A short-lived address of the file or of its 150×150 picture. */
    address(document: StoredDocument, kind: 'file' | 'thumbnail'): Promise<string>;
  };
  sources: {
    /** `next` is the number after those that the list has. */
    add(documentId: number, next: number): Promise<{ id: number }>;
    remove(documentId: number, sourceId: number): Promise<void>;
  };
  /** Only where the documents of sources are asked for. */
  checks?: DocumentChecks;
  /** Names of banks, to be suggested; fetched when they are first wanted. */
  banks?(): Promise<readonly string[]>;
  /** Asks before something is lost, each by its name in `loses`; resolves true for Yes. */
  confirm(question: { title: string; text?: string; yes?: string; no?: string; loses?: string[] }): Promise<boolean>;
  /** One button, no choice. */
  alert(message: { title: string; text?: string }): Promise<void>;
  /** Said by a screen reader in a polite live region. */
  announce(text: string): void;
}

/** What the engine lets a widget do to its own form. */
export interface FormHandle {
  /** Answers as typed so far, the text still held in a field included. */
  answers(): Answers;
  /** Tells after every change of an answer, or of the answer and the message at `path`; what comes back ends it. */
  subscribe(listener: () => void, path?: Path): () => void;
  /** Writes several answers in one change. */
  set(changes: FormChange[]): void;
  /** What is wrong at a path below the widget: each row that it draws has a message of its own. */
  message(path: Path): string | undefined;
  /** The applicant left the control at a path below the widget: from now on its message is shown. */
  leave(path: Path): void;
  /** Takes a row out of a list, and what was said about it. */
  removeRow(list: Path, index: number): void;
  /** The path of the field that has this DOM id. */
  pathOf(id: string): Path;
}

/** RJSF's `formContext`, the only way out of a widget. */
export interface SectionFormContext {
  section: string;
  context: Context;
  services: FormServices;
  form: FormHandle;
  readonly: boolean;
}
