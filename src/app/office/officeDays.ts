import { formatMoment } from '../../model/format';

const language = () => document.documentElement.lang;

/** A moment's day where the reader is, in the page's language. */
export const dayOf = (moment: string): string => formatMoment(moment, { dateStyle: 'medium' }, language());

/** The same with its time. */
export const momentOf = (moment: string): string =>
  formatMoment(moment, { dateStyle: 'medium', timeStyle: 'short' }, language());
