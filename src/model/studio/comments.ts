/** Per section and owner. */
export const MAX_OPEN_COMMENTS = 100;

/** Characters. */
export const MAX_COMMENT = 1000;
