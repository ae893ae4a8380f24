import type { RefusalCode } from '../../../src/server/http/errors';

/** A file, and what becomes of it: kept as a type, or refused with a code. */
export interface Upload {
  what: string;
  name: string;
  content: Buffer;
  /** Its type of document; a licence unless said. */
  type?: number;
  source?: number;
  as?: string;
  refusal?: RefusalCode;
}
