/** Idle seconds until a session ends (docs/threats.md), for applicants, office and Studio. */
export const IDLE_SECONDS = 15 * 60;

/** Seconds after which a session always ends. */
export const MAX_SECONDS = 12 * 3600;
