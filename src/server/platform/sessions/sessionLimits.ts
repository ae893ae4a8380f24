/** Seconds without a call after which a session ends (docs/threats.md). The same for applicants, office and Studio. */
export const IDLE_SECONDS = 15 * 60;

/** Seconds after which a session always ends. */
export const MAX_SECONDS = 12 * 3600;
