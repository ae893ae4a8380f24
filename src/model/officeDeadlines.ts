import written from '../../schemas/office/deadlines.json';
import { DAY_MS } from './format/dates';
import { type PlaceLaw, rulesOfKind } from './law/jurisdictions';
import { defineLiveFile } from './messages/liveFiles';
import { translate } from './messages/translate';

export type OfficeDuty = keyof typeof written.duties;

interface DutyFile {
  title: string;
  /** Number of days, if the law's rules don't set any. */
  withinDays?: number;
  remindDaysBefore: number;
}

const deadlinesFile = defineLiveFile('office/deadlines', written);
const duties = () => deadlinesFile().duties as Record<OfficeDuty, DutyFile>;

export const dutyTitle = (duty: string, words: Readonly<Record<string, string>> = {}): string =>
  (translate(duties(), words) as Record<string, DutyFile | undefined>)[duty]?.title ?? duty;

export interface DutyRule {
  duty: OfficeDuty;
  after: 'decline' | 'report' | 'withdrawOffer';
  withinDays: number;
}

/** Returns the duties that the law imposes after a decision. */
export function dutyRulesOf(law: PlaceLaw): DutyRule[] {
  const copies = rulesOfKind(law, 'report').filter(({ copyOwed }) => copyOwed);
  const decisions = rulesOfKind(law, 'decision');
  const copyDays = duties().reportCopy.withinDays;
  return [
    ...copies.flatMap(() => (copyDays ? [{ duty: 'reportCopy', after: 'report', withinDays: copyDays } as const] : [])),
    ...decisions.flatMap(({ on, reasons, withinDays }) =>
      on === 'denial' && reasons && withinDays ? [{ duty: 'reasons', after: 'decline', withinDays } as const] : [],
    ),
    ...decisions.flatMap(({ on, appealDays }) =>
      on === 'withdrawOffer' && appealDays
        ? [{ duty: 'appeal', after: 'withdrawOffer', withinDays: appealDays } as const]
        : [],
    ),
  ];
}

export interface DutyDates {
  duty: OfficeDuty;
  dueAt: Date;
  remindAt: Date;
}

/** Returns the due dates after a decision. If a duty has several due dates, returns the earliest. */
export function findDuties(
  rules: readonly DutyRule[],
  { act, hasReport, at }: { act: string; hasReport: boolean; at: Date },
): DutyDates[] {
  const due = rules
    .filter(({ after }) => (after === 'report' ? hasReport : after === act))
    .sort((one, other) => one.withinDays - other.withinDays)
    .map(({ duty, withinDays }) => ({
      duty,
      dueAt: addDays(at, withinDays),
      remindAt: addDays(at, Math.max(0, withinDays - duties()[duty].remindDaysBefore)),
    }));
  return due.filter(({ duty }, index) => due.findIndex((one) => one.duty === duty) === index);
}

const addDays = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

/** Returns when requested documents are due, and when the reminder is sent. */
export function requestDates(requestedAt: Date): { dueAt: Date; remindAt: Date } {
  const { withinDays, remindDaysBefore } = deadlinesFile().requests;
  return {
    dueAt: addDays(requestedAt, withinDays),
    remindAt: addDays(requestedAt, Math.max(0, withinDays - remindDaysBefore)),
  };
}
