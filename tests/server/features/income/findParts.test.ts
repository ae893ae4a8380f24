import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../e2e/support/scan/random';
import { checkFile } from '../../../../src/model/income/checks/fileRules';
import { makeSheet } from '../../../sampleDocuments/makeSheet';
import { inventPay } from '../../../sampleDocuments/pays/inventPay';
import { readSheet } from '../../../sampleDocuments/pays/scorePays';
import { TUNED_LAYOUTS } from '../../../sampleDocuments/pays/tunedLayouts';
import { type Block, grid, money, pairs, text, title } from '../../../sampleDocuments/sheet';

const TODAY = '2026-11-21';
const read = (...pages: Block[][]) => readSheet({ producer: 'Fernwood Payroll 3', pages });
const random = createRandom(11);
const pay = inventPay(random, TODAY, 'hourly', 'Bi-Weekly');
const stubPages = TUNED_LAYOUTS.windowed?.(pay) ?? [];

const PEOPLE = ['Hale, Robin', 'Vega, Alma', 'Quill, Silas', 'Okonjo, Petra', 'Whitlock, Omar'];

describe('a file', () => {
  it('with the pay of many people is a payroll register, and no pay is read in it', async () => {
    const rows = PEOPLE.map((person, n) => [person, '80.00', money(2000 + n), money(400 + n), money(1600)]);
    const register = await read([
      title('Oak Books Inc'),
      text('Payroll Register, pay period 11/01/2026 to 11/14/2026, check date 11/19/2026'),
      grid([0, -200, -300, -400, -500], ['Employee', 'Hours', 'Gross Pay', 'Deductions', 'Net Pay'], ...rows),
    ]);
    expect(register.class?.name).toBe('payroll_register');
    expect(register.stubs).toEqual([]);
  });

  it('with several documents is split, and the matching part is read', async () => {
    const w2 = makeSheet({ name: 'w2', share: 'trained', style: '0' }, createRandom(5), TODAY);
    const packet = await read(...w2.pages, ...stubPages);
    expect(packet.parts?.toSorted()).toEqual(['paystub', 'w2']);
    expect(packet.stubs).toMatchObject([{ gross: pay.gross, from: pay.from, to: pay.to }]);
    const source = { type: 3, source: 1, files: [], isNewlyEmployed: false };
    const income = {
      today: TODAY,
      applicant: { first_name: pay.first, last_name: pay.last },
      isSelfEmployed: false,
      sources: [source],
    };
    const found = checkFile('class', { id: 1, digest: 'a', reading: packet }, source, income);
    expect(found).toMatchObject({ outcome: 'passed', found: { classes: packet.parts } });
    const bank = checkFile('class', { id: 1, digest: 'a', reading: packet }, { ...source, type: 6 }, income);
    expect(bank?.outcome).toBe('failed');
  });

  it("a file with one document isn't split", async () => {
    expect((await read(...stubPages)).parts).toBeUndefined();
  });

  it('with a printed, empty form is blank', async () => {
    const labels = ['Gross Pay', 'Total Deductions', 'Net Pay', 'Federal Income Tax', 'Social Security', 'Medicare'];
    const form = await read([
      title('Pay Stub'),
      pairs('colon', { Employee: '____________', 'Pay Period': '__________', 'Pay Date': '__________' }),
      grid([0, -300], ['Earnings', 'Amount'], ...labels.map((label) => [label, '$ ________'])),
    ]);
    expect(form.problem).toBe('blankForm');
  });
});

describe('the account of a bank statement', () => {
  it.each([
    ['Account number: 000123456789', '6789'],
    ['Account ending in: ****4321', '4321'],
    ['Account number: XXXX-XXXX-5566', '5566'],
    ['Account number: see page 2', undefined],
  ])('is read in “%s” as %s', async (line, account) => {
    const { statements } = await read([
      title('Pecan Street Credit Union'),
      text('Checking account statement'),
      text(line),
      pairs('colon', {
        'Account holder': 'Robin Hale',
        'Statement period': '10/01/2026 to 10/31/2026',
        'Beginning balance': '$900.00',
        'Ending balance': '$5,230.15',
      }),
      text('Deposits and withdrawals of this month'),
    ]);
    expect(statements[0]?.account).toBe(account);
    if (account) expect(statements[0]?.places?.account).toHaveLength(1);
  });
});
