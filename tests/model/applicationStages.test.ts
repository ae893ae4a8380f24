import { describe, expect, it } from 'vitest';
import { addBusinessDays, applicationStages, type StageFacts } from '../../src/model/applicationStages';

const submitted = { kind: 'submitted', at: '2026-11-20T15:00:00Z' };
const facts = (changes: Partial<StageFacts>): StageFacts => ({
  status: 'submitted',
  events: [submitted],
  left: 0,
  today: '2026-11-20',
  expects: { review: 2, decision: 5 },
  ...changes,
});
const act = (status: string, at: string) => ({ kind: 'act', at, status });

describe('applicationStages', () => {
  it("shows when the landlord's part is expected once nothing is missing", () => {
    expect(applicationStages(facts({}))).toEqual([
      { name: 'received', state: 'done', at: submitted.at },
      { name: 'documents', state: 'done', at: submitted.at },
      { name: 'review', state: 'current', by: '2026-11-24' },
      { name: 'decision', state: 'next', by: '2026-11-27' },
    ]);
  });

  it("counts from today while it's the applicant's turn", () => {
    expect(applicationStages(facts({ left: 2, today: '2026-11-23' })).slice(1)).toEqual([
      { name: 'documents', state: 'current' },
      { name: 'review', state: 'next' },
      { name: 'decision', state: 'next', by: '2026-11-30', isConditional: true },
    ]);
  });

  it('counts from the day of the last document', () => {
    const events = [submitted, { kind: 'document', at: '2026-11-25T09:00:00Z' }];
    const [, documents, , decision] = applicationStages(facts({ events, today: '2026-11-25' }));
    expect([documents?.at, decision?.by]).toEqual(['2026-11-25T09:00:00Z', '2026-12-02']);
  });

  it('shows when the review began and what is late', () => {
    const events = [submitted, act('inReview', '2026-11-24T09:00:00Z')];
    expect(applicationStages(facts({ status: 'inReview', events, today: '2026-12-03' })).slice(2)).toEqual([
      { name: 'review', state: 'current', at: '2026-11-24T09:00:00Z' },
      { name: 'decision', state: 'next', by: '2026-11-27', isLate: true },
    ]);
  });

  it('ends with the decision, or with the withdrawal', () => {
    const events = [submitted, act('inReview', '2026-11-24T09:00:00Z'), act('declined', '2026-11-25T09:00:00Z')];
    const names = (changes: Partial<StageFacts>) => applicationStages(facts(changes)).map(({ name, at }) => [name, at]);
    expect(names({ status: 'declined', events, left: 3 })).toEqual([
      ['received', submitted.at],
      ['review', '2026-11-24T09:00:00Z'],
      ['decision', '2026-11-25T09:00:00Z'],
    ]);
    const withdrawal = act('withdrawn', '2026-11-25T09:00:00Z');
    expect(names({ status: 'withdrawn', events: [submitted, withdrawal] })).toEqual([
      ['received', submitted.at],
      ['withdrawn', withdrawal.at],
    ]);
  });
});

describe('addBusinessDays', () => {
  it.each([
    ['2026-11-20', 1, '2026-11-23'],
    ['2026-11-27', 2, '2026-12-01'],
    ['2026-11-21', 1, '2026-11-23'],
  ])('%s plus %i business days is %s', (day, count, end) => {
    expect(addBusinessDays(day, count)).toBe(end);
  });
});
