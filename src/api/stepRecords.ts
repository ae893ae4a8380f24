import type { ValidationMessages } from '../model/checks/findings';
import type { StoredDocument } from '../model/formContext';

/** A place that a source of income has, among those of its document type. */
export interface SourcePlace {
  document_id: number;
  source_id: number;
  /** Said of an employment beside its answers. */
  allow_offer_letter?: boolean;
}

/** What a step's GET call answers: the members of its request body as stored, and beside them: */
export interface StepRecords {
  /** The version last saved, 0 for a step never saved. */
  version: number;
  documents?: StoredDocument[];
  /** Warnings about the applicant (spec 001, section 3, Configuration). */
  validation_message?: { message: string; isDeleted: boolean }[];
  /** What the checks say of the documents of each source; with the income alone. */
  validation_messages?: ValidationMessages;
  /** The places taken, whether or not an answer tells of them; with the income alone. */
  sources?: SourcePlace[];
  [member: string]: unknown;
}

/** One save of a step. `version` is the one last read; `key` stays the same when the same save is tried again. */
export interface StepSave {
  trnId: string;
  version: number;
  key: string;
  body: Record<string, unknown>;
}

/** How a step is read and saved; each resource file exports a pair of this shape. */
export interface StepResource {
  get(trnId: string): Promise<StepRecords>;
  /** Null when the server answered without a result. */
  save(save: StepSave): Promise<{ version: number } | null>;
}
