import { addDays, toIsoDate } from './format/dates';
import { type OfficeStatus, statusPage } from './office';

export type StageName = 'received' | 'documents' | 'review' | 'decision' | 'withdrawn';

export interface Stage {
  name: StageName;
  state: 'done' | 'current' | 'next';
  /** ISO time when the stage started or ended. */
  at?: string;
  /** ISO day by which the stage should end. */
  by?: string;
  /** True if the expected day assumes that the applicant sends everything today. */
  isConditional?: boolean;
  isLate?: boolean;
}

export interface StageFacts {
  status: OfficeStatus;
  /** `status` is the application's status after the event. */
  events: readonly { kind: string; at: string; status?: string }[];
  /** Number of documents and questionnaires still to send. */
  left: number;
  today: string;
  /** Business days. */
  expects: { review: number; decision: number };
}

/** Returns an application's stages in order, with past and expected dates. */
export function applicationStages(facts: StageFacts): Stage[] {
  const { status, left } = facts;
  const received: Stage = { name: 'received', state: 'done', at: latest(facts, isKind('submitted')) };
  const changedAt = latest(facts, isStatus(status));
  if (status === 'withdrawn') return [received, { name: 'withdrawn', state: 'done', at: changedAt }];
  const documents: Stage =
    left > 0 ? { name: 'documents', state: 'current' } : { name: 'documents', state: 'done', at: completeAt(facts) };
  if (statusPage(status).isOpen) return [received, documents, openReview(facts), nextDecision(facts)];
  const reviewedAt = latest(facts, isStatus('inReview'));
  return [
    received,
    ...(left > 0 ? [] : [documents]),
    ...(reviewedAt ? [{ name: 'review', state: 'done', at: reviewedAt } as const] : []),
    { name: 'decision', state: 'done', at: changedAt },
  ];
}

function openReview(facts: StageFacts): Stage {
  const { status, left, expects } = facts;
  if (status === 'inReview') return { name: 'review', state: 'current', at: latest(facts, isStatus('inReview')) };
  if (left > 0) return { name: 'review', state: 'next' };
  return { name: 'review', state: 'current', ...expected(facts, expects.review) };
}

function nextDecision(facts: StageFacts): Stage {
  const { left, today, expects } = facts;
  if (left > 0)
    return { name: 'decision', state: 'next', by: addBusinessDays(today, expects.decision), isConditional: true };
  return { name: 'decision', state: 'next', ...expected(facts, expects.decision) };
}

function expected(facts: StageFacts, days: number): Pick<Stage, 'by' | 'isLate'> {
  const start = completeAt(facts);
  if (!start) return {};
  const by = addBusinessDays(toIsoDate(new Date(start)), days);
  return by < facts.today ? { by, isLate: true } : { by };
}

function completeAt(facts: StageFacts): string | undefined {
  return latest(facts, ({ kind }) => ['submitted', 'document', 'secondary'].includes(kind));
}

type Event = StageFacts['events'][number];

const isKind = (kind: string) => (event: Event) => event.kind === kind;
const isStatus = (status: OfficeStatus) => (event: Event) => event.status === status;

function latest({ events }: StageFacts, test: (event: Event) => boolean): string | undefined {
  return events
    .filter(test)
    .map(({ at }) => at)
    .sort()
    .at(-1);
}

/** Adds business days (Monday to Friday): `('2026-11-27', 2)` → `'2026-12-01'`. */
export function addBusinessDays(day: string, count: number): string {
  let at = day;
  for (let left = count; left > 0; ) {
    at = addDays(at, 1);
    if (![0, 6].includes(new Date(at).getUTCDay())) left -= 1;
  }
  return at;
}
