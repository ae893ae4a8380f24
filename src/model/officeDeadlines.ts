import written from '../../schemas/office/deadlines.json';
import { DAY_MS } from './format/dates';
import { defineLiveFile } from './messages/liveFiles';
import { translate } from './messages/translate';

/** schemas/office/deadlines.json. */
export type OfficeDuty = keyof typeof written.duties;

export interface DeadlineRule {
  duty: OfficeDuty;
  after: 'declined' | 'report';
  withinDays: number;
  remindDaysBefore: number;
}

export const deadlinesFile = defineLiveFile('office/deadlines', written);

export const dutyTitle = (duty: string, words: Readonly<Record<string, string>> = {}): string =>
  (translate(deadlinesFile(), words).duties as Record<string, { title: string } | undefined>)[duty]?.title ?? duty;

/** Rules of the home's state, such as `'CA'`; those of everywhere come first. */
export function deadlineRulesIn(state: string): DeadlineRule[] {
  const { anywhere, places } = deadlinesFile() as unknown as {
    anywhere: DeadlineRule[];
    places: Record<string, { deadlines: DeadlineRule[] }>;
  };
  return [...anywhere, ...(places[state]?.deadlines ?? [])];
}

export interface DutyDates {
  duty: OfficeDuty;
  dueAt: Date;
  remindAt: Date;
}

/** What a decision obliges the office to do, and when. The shortest deadline of a duty counts. */
export function findDuties(
  rules: readonly DeadlineRule[],
  { isDeclined, hasReport, at }: { isDeclined: boolean; hasReport: boolean; at: Date },
): DutyDates[] {
  const after = { declined: isDeclined, report: hasReport };
  const due = rules
    .filter((rule) => after[rule.after])
    .sort((one, other) => one.withinDays - other.withinDays)
    .map(({ duty, withinDays, remindDaysBefore }) => ({
      duty,
      dueAt: addDays(at, withinDays),
      remindAt: addDays(at, Math.max(0, withinDays - remindDaysBefore)),
    }));
  return due.filter(({ duty }, index) => due.findIndex((one) => one.duty === duty) === index);
}

const addDays = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);
