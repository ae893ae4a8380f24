import { formatMoment } from '../../model/format/dates';

const language = () => document.documentElement.lang;

export const formatDate = (moment: string): string => formatMoment(moment, { dateStyle: 'medium' }, language());

export const formatDateTime = (moment: string): string =>
  formatMoment(moment, { dateStyle: 'medium', timeStyle: 'short' }, language());

export const formatTime = (moment: string): string => formatMoment(moment, { timeStyle: 'short' }, language());
