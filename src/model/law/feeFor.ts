import { daysBetween } from '../format/dates';
import { formatDollars } from '../format/money';
import { cite, type FeeRule, type PlacedRule, type PlaceLaw, type ReportRule, rulesOfKind } from './jurisdictions';

export interface ScreeningReport {
  agency: string;
  date: string;
}

export interface FeeBasis {
  /** The landlord's fee in cents. */
  listed: number;
  acceptsReports?: boolean;
  report?: ScreeningReport;
  today: string;
}

export interface Fee {
  cents: number;
  cap?: { cents: number; rule: PlacedRule<FeeRule> };
  waivedBy?: PlacedRule<ReportRule> | 'landlord';
  rules: PlacedRule<FeeRule>[];
}

const LANDLORDS_REPORT_DAYS = 30;

/** Returns the fee, capped by law, or 0 if the applicant's report replaces the fee. */
export function feeFor(law: PlaceLaw, basis: FeeBasis): Fee {
  const rules = rulesOfKind(law, 'fee');
  const cap = lowestCap(rules);
  const waivedBy = findWaiver(law, basis);
  const allowed = cap ? Math.min(basis.listed, cap.cents) : basis.listed;
  return { cents: waivedBy ? 0 : Math.max(0, allowed), cap, waivedBy, rules };
}

function lowestCap(rules: readonly PlacedRule<FeeRule>[]): Fee['cap'] {
  const caps = rules.flatMap((rule) => (rule.most === undefined ? [] : [{ cents: rule.most, rule }]));
  return caps.sort((one, other) => one.cents - other.cents)[0];
}

function findWaiver(law: PlaceLaw, { report, acceptsReports, today }: FeeBasis): Fee['waivedBy'] {
  if (!report?.agency || report.date > today) return undefined;
  const age = daysBetween(report.date, today);
  const rules = rulesOfKind(law, 'report').filter(({ fee }) => fee === 'none');
  const owed = rules.find(({ accepts, maxAgeDays }) => accepts === 'always' && isYoung(age, maxAgeDays));
  if (owed) return owed;
  return acceptsReports && age <= LANDLORDS_REPORT_DAYS ? 'landlord' : undefined;
}

const isYoung = (age: number, most = Number.POSITIVE_INFINITY) => age <= most;

/**
 * Returns an error if local law forbids the landlord's fee: `'fee = $45.00: You can't charge an application fee. …'`.
 */
export function describeForbiddenFee(listed: number, law: PlaceLaw): string | undefined {
  const cap = lowestCap(rulesOfKind(law, 'fee'));
  if (!cap || listed <= cap.cents) return undefined;
  const { rule } = cap;
  return `fee = ${formatDollars(listed / 100)}: ${rule.text} ${rule.fix} ${cite(rule)}, ${rule.source.link}`;
}
