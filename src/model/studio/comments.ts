/** Maximum open comments on a section, for all subscribers or for one subscriber. */
export const MAX_OPEN_COMMENTS = 100;

/** Maximum characters of a comment. */
export const MAX_COMMENT = 1000;
