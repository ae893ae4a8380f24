/** PDF producer of photos that the portal converted. Their checks don't require the original PDF. */
export const PHOTO_PRODUCER = 'Photo of a paper';

export const isPhoto = ({ producer }: { producer?: string }): boolean => producer === PHOTO_PRODUCER;
