/** The producer in PDFs that the portal made from photos. Their checks don't require the original PDF. */
export const PHOTO_PRODUCER = 'Photo of a paper';

export const isPhoto = ({ producer }: { producer?: string }): boolean => producer === PHOTO_PRODUCER;
