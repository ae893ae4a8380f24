import type { refuse } from '../../../src/server/features/documents/documentsErrors';

/** A file and its expected result: stored as a type, or refused with a code. */
export interface Upload {
  what: string;
  name: string;
  content: Buffer;
  /** The document type; a license by default. */
  type?: number;
  source?: number;
  as?: string;
  refusal?: Parameters<typeof refuse>[0];
}
