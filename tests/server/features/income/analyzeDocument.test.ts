import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../e2e/support/scan/random';
import { checkRules } from '../../../../src/model/income/checks/rules';
import weights from '../../../../src/server/features/income/class-weights.json' with { type: 'json' };
import { readContent } from '../../../../src/server/features/income/readIncomeDocument';
import { readMoney } from '../../../../src/server/features/income/text/amounts';
import { type ClassWeights, classify } from '../../../../src/server/features/income/text/classify';
import { readFrequency, readName } from '../../../../src/server/features/income/text/findValue';
import { readDay, readSpan } from '../../../../src/server/features/income/text/readDays';
import { STATEMENT_STYLES, statementSheet } from '../../../sampleDocuments/bankStatements';
import { drawSheet } from '../../../sampleDocuments/drawSheet';
import { editedStubs, TRUE_SUMS } from '../../../sampleDocuments/editedStubs';
import { formPdf } from '../../../sampleDocuments/hostileFiles';
import { makeSheet } from '../../../sampleDocuments/makeSheet';
import others from '../../../sampleDocuments/other-documents.json' with { type: 'json' };
import { FOREIGN_STUBS, payStubSheet, RAISED_STUB, STUB_STYLES } from '../../../sampleDocuments/payStubs';
import { inventStatement, inventStub } from '../../../sampleDocuments/people';
import { printPages, stubValues } from '../../../sampleDocuments/printPages';

const TODAY = '2026-11-21';
const WEEKLY = { from: '2026-11-08', to: '2026-11-14', payDate: '2026-11-19', frequency: 'Weekly' } as const;
const inOrder = (name: string) =>
  name
    .toLowerCase()
    .split(/[\s,]+/)
    .sort()
    .join(' ');

describe('reading a document', () => {
  it("finds the same facts for every payroll vendor's layout", async () => {
    const random = createRandom(41);
    const stubs = Object.keys(STUB_STYLES).map((vendor) => ({ vendor, facts: inventStub(random, TODAY) }));
    const pages = stubs.flatMap(({ vendor, facts }) => payStubSheet(vendor, [facts]).pages);
    const reading = await readContent(await drawSheet({ producer: 'Brightledger Payroll 8.2', pages }), 'robin');
    expect(reading).toMatchObject({ pages: 6, hasText: true, producer: 'Brightledger Payroll 8.2' });
    expect(reading.class?.name).toBe('paystub');
    expect(reading.createdAt).toMatch(/^\d{4}-\d\d-\d\dT/);
    for (const [n, { vendor, facts }] of stubs.entries()) {
      const { payDate, from, to, gross, toDate } = facts;
      const found = reading.stubs[n];
      expect(found, vendor).toMatchObject({ payDate, from, to, gross });
      expect(found?.grossToDate, vendor).toBeCloseTo(toDate, 2);
      expect(inOrder(found?.employee ?? ''), vendor).toBe(inOrder(facts.employee));
      expect(found?.employer?.toLowerCase(), vendor).toBe(facts.employer.toLowerCase());
      if (found?.frequency) expect(found.frequency, vendor).toBe(facts.frequency);
    }
    expect(reading.stubs.filter(({ frequency }) => frequency)).not.toHaveLength(0);
  });

  it.each([0, 1])('classifies an unlearned kind of 1099 as a 1099, not as a W-2: %s', async (style) => {
    const sheet = makeSheet({ name: '1099', share: 'held', style: String(style) }, createRandom(61), TODAY);
    const { class: found } = await readContent(await drawSheet(sheet), 'robin');
    expect(found?.name).toBe('1099');
    expect(found?.confidence).toBeGreaterThan(0.6);
  });

  it.each(Object.entries(FOREIGN_STUBS))(
    'finds gross pay, pay date and period in a layout by another author: %s',
    async (name, style) => {
      const random = createRandom(47);
      const all = Array.from({ length: 6 }, () => ({ ...inventStub(random, TODAY), ...(style.isWhole ? WEEKLY : {}) }));
      const { stubs } = await readContent(await drawSheet(payStubSheet(name, all)), 'robin');
      for (const [n, { payDate, from, to, gross }] of all.entries()) {
        // The layout in whole dollars prints the end of a period but not its beginning.
        const expected = style.isWhole ? { payDate, to, gross: Math.round(gross) } : { payDate, from, to, gross };
        expect(stubs[n], name).toMatchObject(expected);
        expect(stubs[n], name).not.toHaveProperty('contradictions');
      }
    },
  );

  it.each(others.other.held.map(({ producer }, n) => [producer, n] as const))(
    'classifies a document that no one requests (%s) as none of the expected types',
    async (_, n) => {
      const sheet = makeSheet({ name: 'other', share: 'held', style: String(n) }, createRandom(59), TODAY);
      const found = (await readContent(await drawSheet(sheet), 'robin')).class;
      expect(found && found.confidence >= 0.6 && found.name !== 'other').toBeFalsy();
    },
  );

  it("doesn't assign a kind without the words that this kind always has", () => {
    const cells = [
      'Notes on the garden',
      'Your plants receive water on this day of each week.',
      'You are to check them.',
    ];
    expect(classify(weights as ClassWeights, cells)).toMatchObject({ name: 'other' });
  });

  it("doesn't classify a booklet on benefits as an award letter", () => {
    const letter = [
      'Your benefit verification letter',
      'Your monthly benefit is $1,200.00.',
      'Payments continue for life.',
    ];
    expect(classify(weights as ClassWeights, letter).name).toBe('benefit_letter');
    const booklet = Array.from({ length: 120 }, () => letter).flat();
    const { name, confidence } = classify(weights as ClassWeights, booklet);
    expect({ name, isSure: confidence >= checkRules().leastConfidence }).toEqual({ name: 'other', isSure: false });
  });

  it('reads form fields', async () => {
    const form = await formPdf('Earnings statement', {
      'Employee name': 'Robin Hale',
      'Pay period': '11/01/2026 - 11/14/2026',
      'Pay date': '11/19/2026',
      'Gross pay': '2,000.00',
      'Federal income tax': '200.00',
      'Net pay': '1,800.00',
    });
    const { stubs, problem } = await readContent(form, 'robin');
    expect(problem).toBeUndefined();
    expect(stubs[0]).toMatchObject({ employee: 'Robin Hale', from: '2026-11-01', to: '2026-11-14', gross: 2000 });
  });

  it("reports a form that wasn't filled out", async () => {
    const form = await formPdf('Earnings statement', {
      Employee: '',
      'Pay period': '',
      'Pay date': '',
      'Gross pay': '',
    });
    expect((await readContent(form, 'robin')).problem).toBe('blankForm');
  });

  it("finds no gross pay that contradicts the stub's sums", async () => {
    const facts = inventStub(createRandom(53), TODAY);
    const reading = await readContent(await drawSheet(printPages(RAISED_STUB, [stubValues(facts)])), 'robin');
    expect(reading.stubs[0]).toMatchObject({ from: facts.from, to: facts.to });
    expect(reading.stubs[0]).not.toHaveProperty('gross');
  });

  const raised = { gross: 3200 };
  const withNet = { ...raised, net: 2802.04 };
  const withDeductions = { ...raised, deductions: 1597.96 };
  it.each([
    ['table', [raised, withNet, withDeductions, { ...raised, earnings: 3200 }]],
    ['pairs', [raised, withNet, withDeductions, { ...raised, earnings: 3200 }]],
    ['colon', [raised, withNet, withDeductions, { ...raised, earnings: 3200 }]],
    ['strip', [raised, withNet, withDeductions, { ...raised, earnings: 3200 }]],
    ['noTotal', [raised, withNet, withDeductions]],
  ] as const)("isn't certain of a gross pay that one line contradicts: %s", async (layout, edits) => {
    const all = edits.map((edit) => ({ ...TRUE_SUMS, ...edit }));
    const { stubs } = await readContent(await drawSheet(editedStubs(layout, [TRUE_SUMS, ...all])), 'robin');
    expect(stubs.map(({ gross }) => gross)).toEqual([2000, ...edits.map(() => undefined)]);
  });

  it("finds the same facts in every bank's layout", async () => {
    const random = createRandom(43);
    const all = Object.keys(STATEMENT_STYLES).map((style) => ({ style, facts: inventStatement(random, TODAY) }));
    const pages = all.flatMap(({ style, facts }) => statementSheet(style, [facts]).pages);
    const reading = await readContent(await drawSheet({ producer: 'Statement Composer', pages }), 'robin');
    expect(reading.class?.name).toBe('bank_statement');
    for (const [n, { style, facts }] of all.entries()) {
      const found = reading.statements[n];
      expect(found, style).toMatchObject({ from: facts.from, to: facts.to, closingBalance: facts.closing });
      expect(found?.holder?.toLowerCase(), style).toBe(facts.holder.toLowerCase());
      expect(found?.bank?.toLowerCase(), style).toBe(facts.bank.toLowerCase());
    }
  });
});

describe('printed text', () => {
  it.each([
    ['11/13/2026', '2026-11-13'],
    ['1/5/26', '2026-01-05'],
    ['Nov 13, 2026', '2026-11-13'],
    ['November 3rd, 2026', '2026-11-03'],
    ['13-Nov-2026', '2026-11-13'],
    ['2026-11-13', '2026-11-13'],
    ['02/30/2026', undefined],
    ['80.00', undefined],
  ])('has the day %s: %s', (text, day) => expect(readDay(text)).toBe(day));
  it.each([
    ['10/31/26 THRU 11/13/26', '2026-10-31', '2026-11-13'],
    ['Oct 1 – Oct 31, 2026', '2026-10-01', '2026-10-31'],
    ['Dec 15 - Jan 14, 2027', '2026-12-15', '2027-01-14'],
    ['October 1, 2026 through October 31, 2026', '2026-10-01', '2026-10-31'],
  ])('has the span %s: %s to %s', (text, from, to) => expect(readSpan(text)).toEqual({ from, to }));
  it.each(['11/13/2026 to 10/31/2026', 'paid 11/13/2026, printed 11/14/2026', 'no days'])('has no span: %s', (text) =>
    expect(readSpan(text)).toBeUndefined(),
  );
  it.each([
    ['$2,000.00', 2000],
    ['1630.67 this period', 1630.67],
    ['12.5', undefined],
    ['4.00%', undefined],
    ['$600', 600],
    ['2,000', 2000],
    ['-12.00', -12],
    ['(12.00)', -12],
    ['12.00-', -12],
    ['1,963 76', 1963.76],
    ['01/20/2026', undefined],
    ['401(k)', undefined],
  ])('has the amount %s: %s', (text, dollars) => expect(readMoney(text)).toBe(dollars));
  it.each([
    ['HALE, ROBIN J SSN XXX', 'HALE, ROBIN J'],
    ['Noor K Hale', 'Noor K Hale'],
    ['Employee ID', undefined],
    ['118 Alder Street', undefined],
    ['CARDMEMBER SERVICE', undefined],
    ['Customer Service Center', undefined],
  ])('has the name %s: %s', (text, name) => expect(readName(text)).toBe(name));
  it.each([
    ['Semi-Monthly', 'Bi-Monthly'],
    ['every two weeks', 'Bi-Weekly'],
    ['now and then', undefined],
  ])('has the frequency %s: %s', (text, frequency) => expect(readFrequency(text)).toBe(frequency));
});
