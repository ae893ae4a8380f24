/** The revision of a section without a draft, that of the version saved with its step: `revisionOfSaved(3)` → 'saved-3'. */
export const revisionOfSaved = (version: number): string => `saved-${version}`;
