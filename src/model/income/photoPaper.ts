/** Names the PDFs that are made of photos. A check of such a file doesn't ask for the original PDF only. */
export const PHOTO_PRODUCER = 'Photo of a paper';

export const isPhotoPaper = ({ producer }: { producer?: string }): boolean => producer === PHOTO_PRODUCER;
