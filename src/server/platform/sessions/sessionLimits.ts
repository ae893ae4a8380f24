/** Idle seconds (docs/threats.md), for applicants, office and Studio. */
export const IDLE_SECONDS = 15 * 60;

/** Seconds, even if used. */
export const MAX_SECONDS = 12 * 3600;
