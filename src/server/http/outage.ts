import { type Refusal, refuse } from './errors';

/** Of the network and of PostgreSQL: the database is not there, is going away, or takes nobody else. */
const GONE = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|08...|57P0[123]|53300)$/;
/** The driver's own words, which have no code. */
const GONE_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;
/** Of the file system and of PostgreSQL. */
const FULL = /^(ENOSPC|EDQUOT|EFBIG|53100)$/;

/** The refusal for an error that passes by itself, with the time to try again; undefined for any other, which is a mistake of ours. */
export function outageOf(error: { code?: string; message: string; cause?: unknown }): Refusal | undefined {
  const code = String(error.code ?? '');
  if (FULL.test(code)) return refuse('storageFull', { retryAfter: 30 });
  if (GONE.test(code) || GONE_WORDS.test(error.message)) return refuse('unavailable', { retryAfter: 2 });
  return undefined;
}
