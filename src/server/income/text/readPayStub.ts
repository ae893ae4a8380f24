import type { PayStub } from '../../../model/checks/reading';
import type { TextCell, TextLine } from '../readPdfText';
import { findSpan } from './findSpan';
import { findValue, isUnder } from './findValue';
import { labelIn, labels } from './labelIn';
import { readDay } from './readDays';
import { readFirm, readFrequency, readMoney, readName } from './readWords';

/** What a page says of one pay; members that cannot be found are left out. */
export function readPayStub(lines: readonly TextLine[]): PayStub {
  const span = findSpan(lines);
  const { gross, grossToDate } = findGross(lines);
  return {
    employee: findValue(lines, labels.employee, readName),
    employer: findValue(lines, labels.employer, readFirm) ?? firmAtTop(lines),
    payDate: findValue(lines, labels.payDate, readDay),
    from: span?.from,
    to: span?.to ?? findValue(lines, labels.to, readDay),
    frequency: findValue(lines, labels.frequency, readFrequency),
    gross,
    grossToDate: grossToDate ?? findValue(lines, labels.grossToDate, readMoney),
  };
}

const TITLES = /\b(?:pay|payroll|payslip|earnings|wage|statement|advice|stub|check|deposit|non-negotiable)\b/i;

/** The first words of the page that are no title. */
function firmAtTop(lines: readonly TextLine[]): string | undefined {
  const top = lines.slice(0, 3).flatMap(([cell]) => cell?.text.split(/\s[·|–]\s/) ?? []);
  return top.filter((text) => !TITLES.test(text)).flatMap((text) => readFirm(text) ?? [])[0];
}

/** The amounts at the label for gross pay: in its row, told apart by the heads of their columns, or in the rows below it. */
function findGross(lines: readonly TextLine[]): Pick<PayStub, 'gross' | 'grossToDate'> {
  for (const [row, line] of lines.entries())
    for (const [column, cell] of line.entries()) {
      const label = labelIn(cell.text, labels.gross);
      if (!label || labelIn(label.rest, labels.toDate)) continue;
      const inline = readMoney(label.rest);
      if (inline !== undefined) return { gross: inline };
      const amounts = line.slice(column + 1).filter(({ text }) => readMoney(text) !== undefined);
      const found = amounts.length
        ? inRow(lines.slice(0, row), amounts)
        : inColumn(lines.slice(row + 1, row + 4), cell);
      if (found.gross !== undefined) return found;
    }
  return {};
}

function inRow(above: readonly TextLine[], amounts: TextCell[]): Pick<PayStub, 'gross' | 'grossToDate'> {
  const heads = above.findLast((line) => line.some(isToDateHead)) ?? [];
  const headOf = (cell: TextCell) => heads.find((head) => isUnder(cell, head));
  const toDate = amounts.find((cell) => headOf(cell) && isToDateHead(headOf(cell)));
  const current = amounts.find((cell) => headOf(cell) && labelIn(headOf(cell)?.text ?? '', labels.current));
  const [first, second] = amounts.slice(-2);
  return {
    gross: readMoney((current ?? (first === toDate ? undefined : first))?.text ?? ''),
    grossToDate: readMoney((toDate ?? second)?.text ?? ''),
  };
}

const isToDateHead = (cell: TextCell | undefined) => labelIn(cell?.text ?? '', labels.toDate) !== undefined;

/** The label is a column's head; rows say by their own heads which amount is which, else the first is this period's. */
function inColumn(below: readonly TextLine[], head: TextCell): Pick<PayStub, 'gross' | 'grossToDate'> {
  const rows = below.flatMap((line) => {
    const cell = line.find((one) => isUnder(one, head) && readMoney(one.text) !== undefined);
    return cell ? [{ amount: readMoney(cell.text), isToDate: isToDateHead(line[0]) }] : [];
  });
  return {
    gross: rows.find(({ isToDate }) => !isToDate)?.amount,
    grossToDate: rows.find(({ isToDate }) => isToDate)?.amount,
  };
}
