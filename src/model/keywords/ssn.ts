const REFUSED = /^(?:000|666|9\d\d)-|-00-|-0000$|^(\d)\1\1-\1\1-\1{4}$|^123-45-6789$/;

/** A stored number as the server shows it: `***-**-1234`. */
export const MASKED_SSN = /^\*{3}-\*{2}-\d{4}$/;

/** `x-ssn`: `999-99-9999` that can have been given out (spec 001 §5, SSN), or the mask of a stored one. */
export function isSsn(value: unknown): boolean {
  if (typeof value !== 'string') return true;
  return MASKED_SSN.test(value) || (/^\d{3}-\d{2}-\d{4}$/.test(value) && !REFUSED.test(value));
}
