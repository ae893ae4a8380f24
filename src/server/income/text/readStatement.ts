import type { BankStatement } from '../../../model/checks/reading';
import type { TextLine } from '../readPdfText';
import usBanks from '../us-banks.json';
import { readMoney } from './amounts';
import { findSpan } from './findSpan';
import { findValue } from './findValue';
import { labels } from './labelIn';
import { readName } from './readWords';

const TOP = 8;
const STREET = /^\d{1,6}\s+\p{L}|^p\.?\s?o\.?\s+box/iu;
const BANKING = /\b(?:bank|banking|credit union|savings|trust|financial)\b/i;

/** What a page says of one statement; members that cannot be found are left out. */
export function readStatement(lines: readonly TextLine[]): BankStatement {
  const span = findSpan(lines);
  return {
    holder: findValue(lines, labels.holder, readName) ?? findAddressee(lines),
    bank: findBank(lines),
    from: span?.from,
    to: span?.to,
    closingBalance: findValue(lines, labels.closing, readMoney),
  };
}

/** The name above a street, as in the window of an envelope. */
function findAddressee(lines: readonly TextLine[]): string | undefined {
  for (const [row, line] of lines.entries())
    for (const cell of line) {
      const above = STREET.test(cell.text) && lines[row - 1]?.find(({ x }) => Math.abs(x - cell.x) < 12);
      const name = above ? readName(above.text) : undefined;
      if (name && !BANKING.test(name)) return name;
    }
  return undefined;
}

/** A bank of the list named at the top, else the first words there that sound like one. */
function findBank(lines: readonly TextLine[]): string | undefined {
  const top = lines
    .slice(0, TOP)
    .flat()
    .map(({ text }) => text.replace(/^issued by\s+/i, '').split(/:\s/)[0] ?? '');
  const known = usBanks.banks.find((bank) => top.some((text) => text.toLowerCase() === bank.toLowerCase()));
  return known ?? top.find((text) => BANKING.test(text) && text.length <= 60);
}
