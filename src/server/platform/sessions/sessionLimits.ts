/** A session ends after this many seconds without a call (docs/threats.md). Applicants, office and Studio alike. */
export const IDLE_SECONDS = 15 * 60;

/** A session ends after this many seconds in any case. */
export const MAX_SECONDS = 12 * 3600;
