import { isRecord } from '../../model/paths';
import { openText, sealText } from '../crypto/seal';
import type { AuditEntry } from './auditStore';
import type { RecordBody } from './describeRecord';

/** What the log says of the PDF of an application. */
export interface DocumentBody {
  digest: string;
  blob_path: string;
  /** Hash of the entry that it shows. */
  record: string;
}

/** The body as it is entered: sealed with the applicant's key, for the log is never shortened and the applicant may be erased. */
export function sealBody(body: RecordBody, key: Buffer): { sealed: string } {
  return { sealed: sealText(JSON.stringify(body), key) };
}

/** What the log says of a submitted application. Throws when the body was changed; those of older entries are not sealed. */
export function readBody(entry: AuditEntry, key: Buffer): RecordBody {
  const body: unknown = JSON.parse(entry.body);
  const isSealed = isRecord(body) && typeof body.sealed === 'string';
  return (isSealed ? JSON.parse(openText(String(body.sealed), key)) : body) as RecordBody;
}

export function readDocumentBody(entry: AuditEntry): DocumentBody {
  return JSON.parse(entry.body) as DocumentBody;
}
