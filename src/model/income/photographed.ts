/** The producer of PDFs that the portal made from photos. */
export const PHOTO_PRODUCER = 'Photo of a paper';

export const isPhoto = ({ producer }: { producer?: string }): boolean => producer === PHOTO_PRODUCER;
