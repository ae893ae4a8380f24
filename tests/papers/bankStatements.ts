import type { StatementFacts } from './people';
import { type Block, money, pairs, printDay, type Sheet, table, text, title } from './sheet';

interface StatementStyle {
  producer: string;
  font?: Sheet['font'];
  draw(facts: StatementFacts): Block[];
}

/** How a bank's programs (all invented) print a statement. */
export const STATEMENT_STYLES: Record<string, StatementStyle> = {
  ledgerline: {
    producer: 'Ledgerline Statements 4',
    draw: (f) => [
      title(`${f.bank}: Account Statement`),
      pairs('colon', {
        'Account holder': f.holder,
        'Statement period': `${printDay(f.from, 'us')} to ${printDay(f.to, 'us')}`,
        'Account number': '****4417',
        'Opening balance': `$${money(f.opening)}`,
        'Closing balance': `$${money(f.closing)}`,
      }),
      table(
        ['Date', 'Description', 'Withdrawals', 'Deposits', 'Balance'],
        [printDay(f.from, 'us'), 'Direct deposit', '', '1,200.00', money(f.opening + 1200)],
        [printDay(f.to, 'us'), 'Card purchase grocery', '64.20', '', money(f.closing)],
      ),
    ],
  },
  windowed: {
    producer: 'Statement Composer',
    draw: (f) => [
      title(f.bank),
      text('PO Box 2207, Dover, DE 19901'),
      text(`${printDay(f.from, 'long')} through ${printDay(f.to, 'long')}`),
      text(f.holder.toUpperCase()),
      text('118 Alder Street'),
      text('Austin, TX 78701'),
      title('CHECKING SUMMARY'),
      pairs('columns', {
        'Beginning Balance': `$${money(f.opening)}`,
        'Deposits and Additions': '2,000.00',
        'ATM & Debit Card Withdrawals': '-1,120.55',
        'Electronic Payments': '-300.00',
        'Ending Balance': `$${money(f.closing)}`,
      }),
      text('Monthly service fee was waived. Overdraft and returned item fees: $0.00. Member FDIC.'),
    ],
  },
  union: {
    producer: 'Meadow Core Output',
    font: 'Times-Roman',
    draw: (f) => [
      title(f.bank),
      text('Statement of Account'),
      pairs('stacked', { Member: f.holder, From: printDay(f.from, 'us'), To: printDay(f.to, 'us') }),
      table(
        ['Share savings', 'Amount'],
        ['Previous Balance', money(f.opening)],
        ['Dividend', '0.42'],
        ['New Balance', money(f.closing)],
      ),
      text('Federally insured by NCUA. In case of errors about your electronic transfers call us.'),
    ],
  },
  greenbar: {
    producer: 'GB Print 1.9',
    font: 'Courier',
    draw: (f) => [
      text(f.bank.toUpperCase()),
      table([`ACCT OWNER ${f.holder.toUpperCase()}`, 'ACCT 0000004417']),
      text(`STMT PERIOD ${printDay(f.from, 'short')} - ${printDay(f.to, 'short')}`),
      table(
        ['DATE', 'TRANSACTION', 'AMOUNT'],
        [printDay(f.from, 'short'), 'POS DEBIT', '22.10'],
        [printDay(f.to, 'short'), 'ACH CREDIT PAYROLL', '1,800.00'],
      ),
      pairs('columns', { 'BEGINNING BALANCE': money(f.opening), 'ENDING BALANCE': money(f.closing) }),
      text('AVERAGE DAILY BALANCE 2,310.77 CHECKS PAID 0 DEPOSITS 2'),
    ],
  },
  glance: {
    producer: 'Harborline eDocs',
    draw: (f) => [
      title('Your deposit account at a glance'),
      text(f.bank),
      pairs('columns', {
        'Prepared for': f.holder,
        'Statement dates': `${printDay(f.from, 'brief').replace(/, \d+$/, '')} – ${printDay(f.to, 'brief')}`,
      }),
      pairs('columns', {
        'Balance last time': money(f.opening),
        'Money in': '2,100.00',
        'Money out': '1,450.10',
        'Balance this time': money(f.closing),
      }),
      text('Interest paid this year 1.10. Annual percentage yield earned 0.05%.'),
    ],
  },
  neo: {
    producer: 'Juniper Ledger API',
    draw: (f) => [
      title('Monthly statement'),
      text(`Issued by ${f.bank}`),
      pairs('colon', {
        'Account owner': f.holder,
        'For the period': `${printDay(f.from, 'brief')} to ${printDay(f.to, 'brief')}`,
        'Starting balance': `$${money(f.opening)}`,
        'Final balance': `$${money(f.closing)}`,
      }),
      table(
        ['When', 'What', 'Amount', 'Running balance'],
        [printDay(f.from, 'brief'), 'Transfer from payroll', '900.00', money(f.opening)],
        [printDay(f.to, 'brief'), 'Round-up savings', '-1.20', money(f.closing)],
      ),
    ],
  },
};

/** One file with a page for each month. */
export function statementSheet(style: string, statements: readonly StatementFacts[]): Sheet {
  const chosen = STATEMENT_STYLES[style];
  if (!chosen) throw new Error(`No statement style is called '${style}'`);
  return { producer: chosen.producer, font: chosen.font, pages: statements.map((facts) => chosen.draw(facts)) };
}
