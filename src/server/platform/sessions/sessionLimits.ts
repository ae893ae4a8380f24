/** Idle seconds until a session ends (docs/threats.md), for applicants, office and Studio. */
export const IDLE_SECONDS = 15 * 60;

/** Seconds until a session ends, even if it's in use. */
export const MAX_SECONDS = 12 * 3600;
