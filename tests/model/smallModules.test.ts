import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expandPattern, parsePointer, setIn, toPointer } from '../../src/model/answers/paths';
import { mapPii, maskSsn, piiPaths } from '../../src/model/answers/pii';
import { parseEntryPath } from '../../src/model/entryPath';
import { dateBounds } from '../../src/model/format/dates';
import { fromMonthly, fromYearly, monthlyPay, type PayFrequency, yearlyPay } from '../../src/model/income/pay';
import { fillText } from '../../src/model/messages/fillText';
import { isStepOpen, nextStep } from '../../src/model/section/flow';
import type { Flow, SchemaNode } from '../../src/model/types';

describe('parseEntryPath', () => {
  test.each([
    ['/Property/demo/harbor-view/open', { type: 'Property', place: ['demo', 'harbor-view'], link: 'open' }],
    [
      '/identification/Office/demo/main-office/open/T1',
      { type: 'Office', place: ['demo', 'main-office'], link: 'open', trn: 'T1' },
    ],
    ['/Floor/demo/harbor-view/2br/open', { type: 'Floor', place: ['demo', 'harbor-view', '2br'], link: 'open' }],
    [
      '/Unit/demo/harbor-view/204/open/T1',
      { type: 'Unit', place: ['demo', 'harbor-view', '204'], link: 'open', trn: 'T1' },
    ],
    [
      '/Unit/demo/harbor-view/2br/204/open/T1',
      { type: 'Unit', place: ['demo', 'harbor-view', '2br', '204'], link: 'open', trn: 'T1' },
    ],
    ['/Unit/demo/harbor-view/204', undefined],
    ['/Unit/demo/harbor-view/204/open', undefined],
    ['/office/demo/x/open', undefined],
    ['/toString/a/b/c', undefined],
    ['/Office/demo/100%/open', { type: 'Office', place: ['demo', '100%'], link: 'open' }],
  ])('reads %s as %j', (path, entry) => expect(parseEntryPath(path)).toEqual(entry));
});

describe('pay', () => {
  test.each<[number, PayFrequency, number, number]>([
    [100, 'Weekly', 433.33, 5200],
    [2000, 'Bi-Weekly', 4333.33, 52000],
    [3000.5, 'Monthly', 3000.5, 36006],
    [1500, 'Bi-Monthly', 3000, 36000],
    [12000, 'One-Time', 1000, 12000],
    [60000, 'Yearly', 5000, 60000],
  ])('%d %s is %d a month and %d a year', (gross, frequency, month, year) => {
    expect([monthlyPay(gross, frequency), yearlyPay(gross, frequency)]).toEqual([month, year]);
  });
  const cents = fc.integer({ min: 100, max: 1_000_000_000 });
  const PER_YEAR = { Weekly: 52, 'Bi-Weekly': 26, Monthly: 12, 'Bi-Monthly': 24, 'One-Time': 1, Yearly: 1 } as const;
  const any = fc.constantFrom(...(Object.keys(PER_YEAR) as PayFrequency[]));
  const short = fc.constantFrom<PayFrequency>('Weekly', 'Bi-Weekly', 'Monthly', 'Bi-Monthly');
  const long = fc.constantFrom<PayFrequency>('Monthly', 'One-Time', 'Yearly');
  const toCents = (dollars: number) => Math.round(dollars * 100);
  /** Divides whole numbers, and rounds half up. */
  const quotient = (n: number, by: number) => Number((2n * BigInt(n) + BigInt(by)) / (2n * BigInt(by)));

  test('converts to the cent in both directions for all six frequencies', () => {
    fc.assert(
      fc.property(cents, any, (n, often) => {
        const per = PER_YEAR[often];
        expect([monthlyPay, yearlyPay, fromMonthly, fromYearly].map((turn) => toCents(turn(n / 100, often)))).toEqual([
          quotient(n * per, 12),
          n * per,
          quotient(n * 12, per),
          quotient(n, per),
        ]);
      }),
    );
  });
  test('converts back from a year for all six frequencies, and from a month for periods up to a month', () => {
    fc.assert(
      fc.property(cents, any, (n, often) => {
        expect(fromYearly(yearlyPay(n / 100, often), often)).toBe(n / 100);
      }),
    );
    fc.assert(
      fc.property(cents, short, (n, often) => {
        expect(fromMonthly(monthlyPay(n / 100, often), often)).toBe(n / 100);
      }),
    );
  });
  test('converts monthly pay to a period and back, within three cents for shorter periods', () => {
    fc.assert(
      fc.property(cents, long, (n, often) => {
        expect(monthlyPay(fromMonthly(n / 100, often), often)).toBe(n / 100);
      }),
    );
    fc.assert(
      fc.property(cents, any, (n, often) => {
        const off = Math.abs(toCents(monthlyPay(fromMonthly(n / 100, often), often)) - n);
        expect(off).toBeLessThanOrEqual(Math.ceil(PER_YEAR[often] / 24));
      }),
    );
  });
});

describe('dateBounds', () => {
  const today = { today: '2026-11-21' };
  test.each<[SchemaNode, object]>([
    [{ 'x-age': { min: 18, max: 99 } }, { min: '1926-11-22', max: '2008-11-21' }],
    [{ 'x-age': { max: 17 } }, { min: '2008-11-22', max: '2026-11-21' }],
    [{ 'x-notInFuture': true }, { max: '2026-11-21' }],
    [{ 'x-notInPast': true }, { min: '2026-11-21' }],
    [{ 'x-inFuture': true }, { min: '2026-11-22' }],
    [{}, {}],
  ])('returns the bounds of %j: %j', (node, bounds) => expect(dateBounds(node, today)).toEqual(bounds));
});

describe('flow', () => {
  const flow: Flow = {
    steps: ['a', 'b', 'c'].map((id) => ({ id, route: id, title: id, heading: id, status: `${id}_done`, sections: [] })),
  };
  test('returns the first incomplete step as the next one', () => {
    expect(nextStep(flow, { a_done: true })?.id).toBe('b');
    expect(nextStep(flow, { a_done: true, b_done: true, c_done: true })).toBeUndefined();
  });
  test('opens a step if all earlier ones are complete', () => {
    expect([
      isStepOpen(flow, 'a', {}),
      isStepOpen(flow, 'c', { a_done: true }),
      isStepOpen(flow, 'c', { a_done: true, b_done: true }),
    ]).toEqual([true, false, true]);
  });
});

describe('paths', () => {
  test('setIn changes a copy', () => {
    const before = { rows: [{ a: 1 }] };
    expect(setIn(before, ['rows', 0, 'b'], 2)).toEqual({ rows: [{ a: 1, b: 2 }] });
    expect(before).toEqual({ rows: [{ a: 1 }] });
  });
  test('setIn with undefined removes the member', () =>
    expect(setIn({ a: 1, b: 2 }, ['a'], undefined)).toEqual({ b: 2 }));
  test("setIn doesn't change Object.prototype", () => {
    setIn({}, ['__proto__', 'bad'], 1);
    expect(({} as Record<string, unknown>).bad).toBeUndefined();
  });
  test('converts pointers in both directions', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.nat(), fc.stringMatching(/^[a-z~/_]+$/))), (path) => {
        expect(parsePointer(toPointer(path))).toEqual(path);
      }),
    );
  });
  test('a pattern matches each row', () => {
    expect(expandPattern('a/[]/b', { a: [{}, {}] })).toEqual([
      ['a', 0, 'b'],
      ['a', 1, 'b'],
    ]);
    expect(expandPattern('a/[]', { a: 'no list' })).toEqual([]);
  });
});

describe('personal answers', () => {
  const schema: SchemaNode = {
    properties: { ssn: { 'x-pii': 'ssn' }, rows: { items: { properties: { phone: { 'x-pii': 'contact' }, x: {} } } } },
  };
  test('are listed with their patterns and kinds', () => {
    expect(piiPaths(schema)).toEqual([
      { pattern: 'ssn', kind: 'ssn' },
      { pattern: 'rows/[]/phone', kind: 'contact' },
    ]);
  });
  test('are changed in a copy', () => {
    const answers = { ssn: '219-09-8765', rows: [{ phone: '1', x: 2 }], other: true };
    expect(mapPii(schema, answers, (value, kind) => (kind === 'ssn' ? maskSsn(String(value)) : undefined))).toEqual({
      ssn: '***-**-8765',
      rows: [{ x: 2 }],
      other: true,
    });
    expect(answers.rows[0]?.phone).toBe('1');
  });
});

test.each([
  ['Step {n} of {all}{gone}', { n: 2, all: 4 }, 'Step 2 of 4'],
  ['employer {name|n}', { name: 'Acme', n: 1 }, 'employer Acme'],
  ['employer {name|n}', { name: '', n: 1 }, 'employer 1'],
])('fillText leaves no placeholder: %s', (text, values, filled) => expect(fillText(text, values)).toBe(filled));
