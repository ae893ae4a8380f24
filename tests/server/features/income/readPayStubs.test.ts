import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../e2e/support/scan/random';
import { checkFile } from '../../../../src/model/income/checks/fileRules';
import { documentGross } from '../../../../src/model/income/grossPay';
import { EDITS } from '../../../sampleDocuments/pays/edits';
import { inventPay, payBefore } from '../../../sampleDocuments/pays/inventPay';
import { readPay, readSheet, scoreEdits, scoreGenuine } from '../../../sampleDocuments/pays/scorePays';
import { SECOND_LAYOUTS } from '../../../sampleDocuments/pays/secondLayouts';

import { SPANISH_LAYOUTS } from '../../../sampleDocuments/pays/spanishLayouts';
import { THIRD_LAYOUTS } from '../../../sampleDocuments/pays/thirdLayouts';
import { type PayLayout, TUNED_LAYOUTS } from '../../../sampleDocuments/pays/tunedLayouts';
import { UNSEEN_LAYOUTS } from '../../../sampleDocuments/pays/unseenLayouts';
import { type Block, grid, pairs, text, title } from '../../../sampleDocuments/sheet';

const TODAY = '2026-11-21';
const LAYOUTS = { ...TUNED_LAYOUTS, ...SECOND_LAYOUTS, ...THIRD_LAYOUTS };
const read = (...blocks: Block[]) => readSheet({ producer: 'Fernwood Payroll 3', pages: [blocks] });
const pay = inventPay(createRandom(3), TODAY, 'hourly', 'Bi-Weekly');
const windowed = TUNED_LAYOUTS.windowed as PayLayout;

describe('a pay stub whose figures fit together', () => {
  it('is read in every layout without contradictions', { timeout: 60_000 }, async () => {
    const scores = await scoreGenuine(LAYOUTS, 5, ['none', 'expenses repaid']);
    expect(scores.flatMap(({ layout, flagged }) => flagged.map((one) => `${layout}: ${one}`))).toEqual([]);
    for (const { layout, count, gross, wrong, name, class: paystubs } of scores)
      expect({ layout, gross, name, wrong, paystubs }).toEqual({
        layout,
        gross: count,
        name: count,
        wrong: 0,
        paystubs: count,
      });
  });

  it('is never misread with certainty in a layout that the rules weren’t written for', {
    timeout: 60_000,
  }, async () => {
    const scores = await scoreGenuine(UNSEEN_LAYOUTS, 5, ['none']);
    expect(scores.filter(({ wrong }) => wrong > 0)).toEqual([]);
  });

  it('is read in Spanish, with American numbers and dates and with foreign ones', { timeout: 60_000 }, async () => {
    for (const { layout, count, ...score } of await scoreGenuine(SPANISH_LAYOUTS, 5, ['none', 'expenses repaid'])) {
      const { class: paystubs, gross, period, name, year } = score;
      const all = { layout, paystubs: count, gross: count, period: count, name: count, year: count };
      expect({ layout, paystubs, gross, period, name, year }).toEqual(all);
      expect(score.flagged).toEqual([]);
    }
  });

  it('has its total as gross pay, not the first line with that label', async () => {
    const { stubs } = await readPay(TUNED_LAYOUTS.firstLine as PayLayout, pay);
    expect(stubs[0]?.gross).toBe(pay.gross);
    expect(pay.earnings[0]?.amount).not.toBe(pay.gross);
  });
});

describe('a figure that contradicts others', () => {
  const kindsIn = async (edit: string) => {
    const { stubs } = await readPay(windowed, EDITS[edit]?.(pay) ?? pay);
    return { gross: stubs[0]?.gross, kinds: (stubs[0]?.contradictions ?? []).map(({ kind }) => kind) };
  };

  it.each([
    ['gross raised', 'lines'],
    ['gross and net raised', 'lines'],
    ['gross and line raised', 'net'],
    ['gross, line and net raised', 'hoursRate'],
    ['line raised', 'hoursRate'],
    ['hours raised', 'hoursRate'],
    ['net raised', 'net'],
    ['net above gross', 'netAboveGross'],
    ['year below this pay', 'toDate'],
    ['year raised', 'toDateTaxes'],
    ['all but the taxes raised', 'taxes'],
    ['period halved', 'hoursInPeriod'],
    ['paid before the period', 'payDate'],
  ])('makes the gross pay uncertain: %s (%s)', async (edit, kind) => {
    const found = await kindsIn(edit);
    expect(found.kinds).toContain(kind);
    expect(found.gross).toBeUndefined();
  });

  it('is detected in all layouts but one, at most, for each kind of edit', { timeout: 60_000 }, async () => {
    const layouts = {
      windowed,
      friendly: TUNED_LAYOUTS.friendly as PayLayout,
      timeClock: SECOND_LAYOUTS.timeClock as PayLayout,
    };
    const scores = await scoreEdits(layouts, 9);
    const missed = scores.filter(({ missed }) => missed.length > 1).map(({ edit }) => edit);
    expect(missed).toEqual([]);
  });

  it('is not found in two stubs whose year to date grows by the pay', async () => {
    const { stubs } = await readPay(windowed, payBefore(pay), pay);
    expect(stubs.map(({ gross }) => gross)).toEqual([pay.gross, pay.gross]);
    expect(stubs.flatMap(({ contradictions = [] }) => contradictions)).toEqual([]);
  });
});

const stubFor = (...blocks: Block[]) => [
  title('Pay Stub'),
  ...blocks,
  pairs('columns', { 'Pay Period': '11/01/2026 - 11/14/2026', 'Pay Date': '11/19/2026' }),
  grid(
    [0, -200],
    ['Earnings', 'Current'],
    ['Regular', '2,000.00'],
    ['Gross Pay', '2,000.00'],
    ['Fed Taxable Income', '1,900.00'],
  ),
  grid([0, -200], ['Deductions', 'Current'], ['Federal Income Tax', '200.00'], ['Net Pay', '1,800.00']),
];

describe('the name on a stub', () => {
  const outcome = async (...blocks: Block[]) => {
    const reading = await read(...stubFor(...blocks));
    const source = { type: 3, source: 1, files: [], isNewlyEmployed: false };
    const applicant = { first_name: 'Robin', last_name: 'Hale' };
    const income = { today: TODAY, applicant, isSelfEmployed: false, sources: [source] };
    return checkFile('name', { id: 1, digest: 'a', reading }, source, income)?.outcome;
  };

  it.each<[string, Block]>([
    ['last name first', text('HALE, ROBIN J')],
    ['with a number', text('Robin Hale | ID 8820')],
    ['with another holder', text('Robin & Sam Hale')],
    ['after a label', pairs('columns', { Employee: 'Robin J. Hale' })],
    ['in a sentence', text('Pay stub for Robin Hale')],
    ['in two cells', grid([0, 60], ['HALE', 'ROBIN'])],
    ['under two labels', pairs('columns', { 'First Name': 'Robin', 'Last Name': 'Hale' })],
    ['above an address', grid([0], ['ROBIN HALE'], ['118 ALDER STREET'])],
    ['beside the name of a manager', pairs('columns', { Employee: 'Alma Vega', 'Paid to': 'Robin Hale' })],
  ])('is found %s', async (_, block) => expect(await outcome(block)).toBe('passed'));

  it.each<[string, Block]>([
    ['a title', text('Employee Pay Stub')],
    ['taxes', pairs('columns', { Employee: 'Fed Taxable Income' })],
    ['a transaction', pairs('columns', { Name: 'ATM Withdrawal' })],
    ['the manager alone', text('Approved by Alma Vega')],
  ])('is not taken from %s', async (_, block) => expect(await outcome(block)).toBe('inconclusive'));

  it.each<[string, Block]>([
    ['after a label', pairs('columns', { Employee: 'Alma Vega' })],
    ['above an address', grid([0], ['ALMA VEGA'], ['118 ALDER STREET'])],
  ])("fails the check if it is another person's name: %s", async (_, block) =>
    expect(await outcome(block)).toBe('failed'),
  );
});

describe('the period of a stub', () => {
  const weekEnding = (hours: string, ...more: Block[]) =>
    read(
      title('Pay Stub'),
      pairs('columns', { Employee: 'Robin Hale', 'Week Ending': '11/14/2026', 'Pay Date': '11/19/2026' }),
      ...more,
      grid(
        [0, -100, -200],
        ['Earnings', 'Hours', 'Current'],
        ['Regular', hours, '2,000.00'],
        ['Gross Pay', '', '2,000.00'],
      ),
      grid([0, -200], ['Deductions', 'Current'], ['Federal Income Tax', '200.00'], ['Net Pay', '1,800.00']),
    );
  it.each([
    ['no hours is unknown', '', undefined, undefined],
    ['40 hours is a week', '40.00', '2026-11-08', 8666.67],
    ['80 hours is two weeks', '80.00', '2026-11-01', 4333.33],
  ])('with only the last day of a week and %s', async (_, hours, from, month) => {
    const { stubs } = await weekEnding(hours);
    expect(stubs[0]?.from).toBe(from);
    expect(documentGross(stubs)).toBe(month);
  });

  it.each([
    ['Paid bi-weekly', 4333.33],
    ['You are paid twice a month.', 4000],
    ['Monthly payroll', 2000],
  ])('follows a pay frequency that is printed anywhere on the stub: %s', async (words, month) => {
    expect(documentGross((await weekEnding('', text(words))).stubs)).toBe(month);
  });

  it('is read from each of two stubs on one page', async () => {
    const layout: PayLayout = (one) => [[...(TUNED_LAYOUTS.twice?.(one)[0] ?? []).slice(0, 2)]];
    const both = [payBefore(pay), pay];
    const { stubs } = await read(...both.flatMap((one) => layout(one)[0] ?? []));
    expect(stubs.map(({ from, gross }) => ({ from, gross }))).toEqual(both.map(({ from, gross }) => ({ from, gross })));
  });

  it('is read once from a stub on two pages', async () => {
    const { stubs } = await readPay(TUNED_LAYOUTS.twoPages as PayLayout, payBefore(pay), pay);
    expect(stubs.map(({ from, to, gross }) => ({ from, to, gross }))).toEqual(
      [payBefore(pay), pay].map(({ from, to, gross }) => ({ from, to, gross })),
    );
  });
});
