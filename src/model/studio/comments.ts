/** Maximum open comments on a section, counted separately for each subscriber. */
export const MAX_OPEN_COMMENTS = 100;

export const MAX_COMMENT = 1000;
