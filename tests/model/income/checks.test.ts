import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import texts from '../../../schemas/texts/checks.json';
import { addDays, addMonths, missingDays } from '../../../src/model/format/dates';
import type {
  CheckedFile,
  CheckedSource,
  DocumentReading,
  IncomeCase,
  PayStub,
} from '../../../src/model/income/checks/documentChecks';
import { checkIncome } from '../../../src/model/income/checks/fileRules';
import { checkRules } from '../../../src/model/income/checks/rules';
import { isSameName } from '../../../src/model/income/checks/sameName';
import { coverMonths, coverWeeks } from '../../../src/model/income/checks/sourceRules';
import { averageMonthlyPay, monthlyPay, type PayFrequency } from '../../../src/model/income/pay';

const TODAY = '2026-11-21';
const BIWEEKLY: PayStub = { employee: 'HALE, ROBIN J', from: '2026-10-31', to: '2026-11-13', gross: 2000 };
const BEFORE: PayStub = { ...BIWEEKLY, from: '2026-10-17', to: '2026-10-30' };

const reading = (change: Partial<DocumentReading> = {}): DocumentReading => ({
  pages: 1,
  hasText: true,
  producer: 'Brightledger Payroll 8.2',
  class: { name: 'paystub', confidence: 0.98 },
  stubs: [BIWEEKLY, BEFORE],
  statements: [],
  ...change,
});
const statement = (from: string, to: string, holder = 'Robin Hale') =>
  reading({ class: { name: 'bank_statement', confidence: 0.9 }, stubs: [], statements: [{ holder, from, to }] });
const file = (id: number, change?: Partial<DocumentReading>, digest = `digest ${id}`): CheckedFile => ({
  id,
  digest,
  reading: reading(change),
});
const source = (files: CheckedFile[], change: Partial<CheckedSource> = {}): CheckedSource => ({
  type: 3,
  source: 1,
  files,
  pay: { gross: 2000, frequency: 'Bi-Weekly' },
  isNewlyEmployed: false,
  ...change,
});
const income = (sources: CheckedSource[], change: Partial<IncomeCase> = {}): IncomeCase => ({
  today: TODAY,
  applicant: { first_name: 'Robin', last_name: 'Hale' },
  isSelfEmployed: false,
  sources,
  ...change,
});

/** `'rule document'` → outcome. */
function outcomes(it: IncomeCase): Record<string, string> {
  const { checks: findings } = checkIncome(it);
  return Object.fromEntries(findings.map(({ rule, document, outcome }) => [`${rule} ${document ?? 'all'}`, outcome]));
}
const resultOf = (it: IncomeCase, rule: string, document: number | null = 1) =>
  checkIncome(it).checks.find((one) => one.rule === rule && one.document === document);

const LETTER = { class: { name: 'offer_letter' as const, confidence: 0.9 }, stubs: [] };
const CHANGED = { createdAt: '2026-11-14T08:00:00Z', modifiedAt: '2026-11-15T08:00:00Z' };

describe('the rules on pay stubs', () => {
  it('accept two biweekly stubs of the applicant', () => {
    expect(outcomes(income([source([file(1)])]))).toEqual({
      'readable 1': 'passed',
      'original 1': 'passed',
      'class 1': 'passed',
      'name 1': 'passed',
      'duplicate 1': 'passed',
      'age 1': 'passed',
      'weeks all': 'passed',
      'gross all': 'passed',
    });
  });

  it.each<[string, Partial<DocumentReading>, string, string]>([
    ['a document of another class', { class: { name: 'w2', confidence: 0.9 }, stubs: [] }, 'class 1', 'failed'],
    ['an uncertain class', { class: { name: 'w2', confidence: 0.4 }, stubs: [] }, 'class 1', 'inconclusive'],
    ["somebody else's name", { stubs: [{ ...BIWEEKLY, employee: 'Alma Vega' }] }, 'name 1', 'failed'],
    ['no name at all', { stubs: [{ ...BIWEEKLY, employee: undefined }] }, 'name 1', 'inconclusive'],
    ['an old stub', { stubs: [{ ...BIWEEKLY, from: '2026-08-01', to: '2026-08-14' }] }, 'age 1', 'failed'],
    ['no pay period', { stubs: [{ employee: 'Robin Hale', gross: 2000 }] }, 'age 1', 'inconclusive'],
    ['a gap in the weeks', { stubs: [BIWEEKLY] }, 'weeks all', 'failed'],
    ['a scan', { hasText: false, class: undefined, stubs: [] }, 'original 1', 'failed'],
    ['a PDF printed from a web page', { producer: 'Skia/PDF m139' }, 'original 1', 'passed'],
    ['a PDF printed from another program', { producer: 'Microsoft: Print To PDF' }, 'original 1', 'inconclusive'],
    ['a PDF printed from a spreadsheet', { creator: 'Microsoft® Excel® 2021' }, 'original 1', 'inconclusive'],
    [
      'a PDF made by a library',
      { producer: 'pdf-lib (https://github.com/Hopding/pdf-lib)' },
      'original 1',
      'inconclusive',
    ],
    ['something added to the end of the file', { updates: 1 }, 'original 1', 'inconclusive'],
    ['a signature that covers what was added', { updates: 1, signer: 'Fernwood Payroll' }, 'original 1', 'passed'],
    ['a PDF changed in an editor', { producer: 'iLovePDF' }, 'original 1', 'failed'],
    ['a page edited in a browser', { creator: 'DocHub PDF Editor' }, 'original 1', 'failed'],
    ['a letter that a word processor made', { ...LETTER, producer: 'Microsoft® Word 2019' }, 'original 1', 'passed'],
    ['a letter that was signed on a screen', { ...LETTER, ...CHANGED }, 'original 1', 'passed'],
    ['a letter made in an editor', { ...LETTER, creator: 'Canva' }, 'original 1', 'failed'],
    ['a change after the file was made', CHANGED, 'original 1', 'inconclusive'],
    [
      'a file with too much to read',
      { problem: 'tooMuch', hasText: false, class: undefined, stubs: [] },
      'readable 1',
      'failed',
    ],
    ['ten cents of difference', { stubs: [{ ...BIWEEKLY, gross: 2000.1 }, BEFORE] }, 'gross all', 'passed'],
    ['another gross pay', { stubs: [{ ...BIWEEKLY, gross: 2020 }, BEFORE] }, 'gross all', 'failed'],
  ])('check %s', (_, change, key, outcome) => {
    expect(outcomes(income([source([file(1, change)])]))[key]).toBe(outcome);
  });

  it('report an unreadable scan once, not in every rule', () => {
    const unread = file(1, { hasText: false, isPicture: true, class: undefined, stubs: [] });
    expect(outcomes(income([source([unread])]))).toEqual({ 'readable 1': 'passed', 'original 1': 'failed' });
    expect(resultOf(income([source([unread])]), 'original')?.found).toEqual({ word: 'unreadScan' });
  });

  it('ask to confirm everything that was read in a picture', () => {
    const other = { ...BIWEEKLY, gross: 1500, employee: 'Robin) Dale', from: '2026-08-01', to: '2026-08-14' };
    const it = income([source([file(1, { isPicture: true, stubs: [other] })])]);
    expect(outcomes(it)).toEqual({
      'readable 1': 'passed',
      'picture 1': 'inconclusive',
      'class 1': 'passed',
      'name 1': 'inconclusive',
      'duplicate 1': 'passed',
      'age 1': 'inconclusive',
      'weeks all': 'inconclusive',
      'gross all': 'inconclusive',
    });
    expect(resultOf(it, 'picture')?.found).toEqual({
      all: [
        { classes: ['paystub'] },
        { text: 'Robin) Dale' },
        { days: [{ from: '2026-08-01', to: '2026-08-14' }] },
        { dollars: 1500 },
      ],
    });
    // Only a gross pay from a file's text, not from a picture, can block the step.
    expect(checkIncome(it).gross).toEqual({ 1: null });
    const mixed = [file(1, { isPicture: true, stubs: [other] }), file(2)];
    expect(checkIncome(income([source(mixed)])).gross).toEqual({ 1: 4333.33 });
  });

  it('report what was expected and what was found', () => {
    const it = income([source([file(1, { stubs: [{ ...BIWEEKLY, gross: 1500, employee: 'Alma Vega' }] })])]);
    expect(resultOf(it, 'name')).toMatchObject({ expected: { text: 'Robin Hale' }, found: { text: 'Alma Vega' } });
    expect(resultOf(it, 'gross', null)).toMatchObject({ expected: { dollars: 4333.33 }, found: { dollars: 3250 } });
    expect(resultOf(it, 'weeks', null)).toMatchObject({
      expected: { days: [{ from: '2026-10-17', to: '2026-11-13' }] },
      found: {
        days: [
          { from: '2026-10-17', to: '2026-10-23' },
          { from: '2026-10-24', to: '2026-10-30' },
        ],
      },
    });
  });

  it('report only the later of two files with the same content, or with the same person, period and amount', () => {
    const same = [file(1, {}, 'same'), file(2, {}, 'same')];
    expect(outcomes(income([source(same)]))).toMatchObject({ 'duplicate 1': 'passed', 'duplicate 2': 'failed' });
    const again = { stubs: [{ ...BIWEEKLY, employee: 'Robin J. Hale' }] };
    const printed = [source([file(1)]), source([file(5, again)], { source: 2 })];
    expect(outcomes(income(printed))['duplicate 5']).toBe('failed');
    const other = [file(1, { stubs: [BIWEEKLY] }), file(2, { stubs: [BEFORE] })];
    expect(outcomes(income([source(other)]))['duplicate 2']).toBe('passed');
  });

  it('accept an offer letter only from the newly employed, who need no stubs', () => {
    const letter = { class: { name: 'offer_letter', confidence: 0.9 } as const, stubs: [] };
    expect(outcomes(income([source([file(1, letter)])]))).toMatchObject({ 'class 1': 'failed', 'weeks all': 'failed' });
    const newly = outcomes(income([source([file(1, letter)], { isNewlyEmployed: true })]));
    expect(newly).toMatchObject({ 'class 1': 'passed' });
    expect(Object.keys(newly)).not.toEqual(expect.arrayContaining(['weeks all']));
  });

  it('require the last weeks before someone left a job, and no weeks before someone started', () => {
    const left = [BIWEEKLY, BEFORE].map((stub) => ({
      ...stub,
      from: addDays(stub.from ?? '', -280),
      to: addDays(stub.to ?? '', -280),
    }));
    const past = source([file(1, { stubs: left })], { until: '2026-02-07' });
    expect(outcomes(income([past]))).toMatchObject({ 'age 1': 'passed', 'weeks all': 'passed' });
    const fresh = source([file(1, { stubs: [BIWEEKLY] })], { since: '2026-10-31' });
    expect(outcomes(income([fresh]))['weeks all']).toBe('passed');
    const { coverage } = checkIncome(income([source([], { since: '2027-02-01' })]));
    expect(coverage).toEqual({});
  });

  it("don't check the weeks until every file has been read", () => {
    const waiting = { id: 2, digest: 'b' };
    expect(Object.keys(outcomes(income([source([file(1, { stubs: [BIWEEKLY] }), waiting])])))).not.toContain(
      'weeks all',
    );
  });

  it('are inconclusive about gross pay that a number on any stub contradicts', () => {
    const raised = { ...BIWEEKLY, gross: undefined, contradictions: [{ kind: 'net' as const, values: {} }] };
    expect(outcomes(income([source([file(1, { stubs: [raised, BEFORE] })])]))['gross all']).toBe('inconclusive');
    const years = (before: number, toDate: number) => [
      { ...BEFORE, payDate: '2026-11-04', grossToDate: before },
      { ...BIWEEKLY, payDate: '2026-11-18', grossToDate: toDate },
    ];
    const grossOf = (stubs: PayStub[]) => outcomes(income([source([file(1, { stubs })])]))['gross all'];
    expect(grossOf(years(38_000, 40_000))).toBe('passed');
    expect(grossOf(years(38_000, 39_000))).toBe('inconclusive');
    expect(grossOf(years(38_000, 41_000))).toBe('inconclusive');
    expect(grossOf(years(38_000, 37_000))).toBe('inconclusive');
  });

  it("don't use the applicant's own pay frequency as that of the stubs", () => {
    const undated = { employee: 'Robin Hale', payDate: '2026-11-18', gross: 2000, grossToDate: 40_000 };
    const it = (...stubs: PayStub[]) => income([source([file(1, { stubs })])]);
    expect(resultOf(it(undated), 'gross', null)).toMatchObject({ outcome: 'inconclusive', found: null });
    // Paychecks two weeks apart are consecutive.
    const before = { ...undated, payDate: '2026-11-04', grossToDate: 38_000 };
    expect(outcomes(it(before, undated))['gross all']).toBe('passed');
    const apart = { ...undated, payDate: '2026-11-04', grossToDate: 36_000 };
    expect(outcomes(it(apart, undated))['gross all']).toBe('inconclusive');
  });

  it("compare the applicant with all names in a document before they report another person's", () => {
    const named = (employee: string | undefined, ...names: string[]) =>
      outcomes(income([source([file(1, { stubs: [{ ...BIWEEKLY, employee, names }] })])]))['name 1'];
    expect(named('Alma Vega', 'Alma Vega', 'Robin & Sam Hale')).toBe('passed');
    expect(named('Alma Vega', 'Pay Stub')).toBe('failed');
    expect(named(undefined, 'Pay Stub')).toBe('inconclusive');
    expect(named(undefined, 'A hale and hearty welcome to r and d')).toBe('inconclusive');
  });

  it("don't check gross pay until it's entered", () => {
    expect(Object.keys(outcomes(income([source([file(1)], { pay: undefined })])))).not.toContain('gross all');
  });

  it('have a message for every result', () => {
    // The rule `statement` only lists what was read.
    for (const { id } of checkRules().rules.filter((rule) => rule.id !== 'statement'))
      expect(Object.keys(texts.rules[id as 'class'])).toEqual(
        expect.arrayContaining(['failed', 'inconclusive', 'passed']),
      );
  });
});

describe('the rules on bank statements', () => {
  const bank = (...readings: DocumentReading[]) =>
    source(
      readings.map((one, n) => ({ id: n + 1, digest: `d${n}`, reading: one })),
      { type: 6, pay: undefined },
    );
  const [september, october] = [statement('2026-09-01', '2026-09-30'), statement('2026-10-01', '2026-10-30')];

  it('list the bank and the dates of a statement that was read', () => {
    const read = reading({ stubs: [], statements: [{ bank: 'Lone Star Bank', from: '2026-10-01', to: '2026-10-31' }] });
    const days = [{ from: '2026-10-01', to: '2026-10-31' }];
    expect(resultOf(income([bank(read)]), 'statement')).toMatchObject({
      outcome: 'passed',
      found: { all: [{ bank: 'Lone Star Bank' }, { days }] },
    });
    // A picture's values are in the question that the applicant confirms.
    expect(resultOf(income([bank({ ...read, isPicture: true })]), 'statement')).toBeUndefined();
    expect(resultOf(income([bank({ ...read, isPicture: true })]), 'picture')?.found).toMatchObject({
      all: expect.arrayContaining([{ bank: 'Lone Star Bank' }]),
    });
    expect(resultOf(income([bank(reading({ stubs: [] }))]), 'statement')).toBeUndefined();
  });

  it('require the last two months, and accept a statement that closes on a working day', () => {
    expect(outcomes(income([bank(september, october)]))['months all']).toBe('passed');
    const it = income([bank(october)]);
    expect(resultOf(it, 'months', null)).toMatchObject({
      outcome: 'failed',
      found: { days: [{ from: '2026-08-31', to: '2026-09-29' }] },
    });
  });

  it('require three months from the self-employed', () => {
    const two = income([bank(september, october)], { isSelfEmployed: true });
    expect(outcomes(two)['months all']).toBe('failed');
    const august = statement('2026-08-01', '2026-08-31');
    expect(outcomes(income([bank(august, september, october)], { isSelfEmployed: true }))['months all']).toBe('passed');
  });

  it("check the holder's name", () => {
    expect(outcomes(income([bank(statement('2026-10-01', '2026-10-31', 'Alma Vega'))]))['name 1']).toBe('failed');
  });
});

describe('coverage', () => {
  const { window } = checkRules();
  it('ends last Saturday without stubs', () => {
    expect(coverWeeks('2026-11-18', [], window).needed.map(({ to }) => to)).toEqual([
      '2026-10-24',
      '2026-10-31',
      '2026-11-07',
      '2026-11-14',
    ]);
  });
  it('ends with the newest stub if the next one can’t exist yet', () => {
    const month = { from: '2026-10-01', to: '2026-10-31' };
    expect(coverWeeks('2026-11-29', [month], window).needed.every(({ covered }) => covered)).toBe(true);
    expect(coverWeeks('2026-12-20', [month], window).needed.some(({ covered }) => covered)).toBe(false);
  });
  it('uses the closing day of a statement that closes mid-month', () => {
    const spans = [
      { from: '2026-09-14', to: '2026-10-13' },
      { from: '2026-10-14', to: '2026-11-13' },
    ];
    expect(coverMonths(TODAY, spans, 2, window)).toEqual({
      unit: 'month',
      needed: spans.map((span) => ({ ...span, covered: true })),
    });
  });
  it('requires weeks without gaps, on any day of the week', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        (date) => {
          const { needed } = coverWeeks(date.toISOString().slice(0, 10), [], window);
          for (const [n, week] of needed.entries()) {
            expect(week.to).toBe(addDays(week.from, 6));
            expect(needed[n + 1]?.from ?? addDays(week.to, 1)).toBe(addDays(week.to, 1));
          }
        },
      ),
    );
  });
  it('counts days that aren’t covered', () => {
    const week = { from: '2026-11-01', to: '2026-11-07' };
    expect(missingDays(week, [{ from: '2026-10-20', to: '2026-11-03' }])).toBe(4);
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
  });
});

describe('isSameName', () => {
  const of = (first_name: string, last_name: string) => ({ first_name, last_name });
  test.each([
    ['Robin Hale', of('Robin', 'Hale'), true],
    ['HALE, ROBIN J', of('Robin', 'Hale'), true],
    ['R. Hale', of('Robin', 'Hale'), true],
    ['Jose Garcia Nunez', of('José', 'García-Núñez'), true],
    ['Jose Garcia', of('José', 'García-Núñez'), true],
    ["Li O'Neil", of('李', "O'Neil"), true],
    ['LI O NEIL', of('Li', "O'Neil"), true],
    ['Mary Ann Smith', of('Mary Ann', 'Smith'), true],
    ['Robin Hale and Alma Vega', of('Alma', 'Vega'), true],
    ['Maria Lopez', of('Ana María', 'López'), true],
    ['Ana Lopez', of('Ana', 'García López'), true],
    ['Juergen Mueller', of('Jürgen', 'Müller'), true],
    ['Jurgen Muller', of('Jürgen', 'Müller'), true],
    ['Lars Sorensen', of('Lars', 'Sørensen'), true],
    ['Robin Castle', { ...of('Robin', 'Hale'), others: [of('Robin', 'Castle')] }, true],
    ['Robin Vega', { ...of('Robin', 'Hale'), others: [of('Robin', 'Castle')] }, false],
    ['Robin Vale', of('Robin', 'Hale'), false],
    ['Alma Hale', of('Robin', 'Hale'), false],
    ['A. Hale', of('Robin', 'Hale'), false],
  ])('%s for %j: %s', (found, applicant, is) => expect(isSameName(found, applicant)).toBe(is));
});

test('the average of equal pays is the monthly pay of one, to the cent', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 10_000_000 }),
      fc.constantFrom<PayFrequency>('Weekly', 'Bi-Weekly', 'Monthly', 'Bi-Monthly', 'Yearly', 'One-Time'),
      fc.integer({ min: 1, max: 6 }),
      (cents, frequency, count) => {
        const pays = Array.from({ length: count }, () => ({ gross: cents / 100, frequency }));
        expect(averageMonthlyPay(pays)).toBe(monthlyPay(cents / 100, frequency));
      },
    ),
  );
});
