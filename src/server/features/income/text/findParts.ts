import type { DocumentClass } from '../../../../model/income/checks/documentChecks';
import weights from '../class-weights.json';
import type { TextLine } from '../readPdfText';
import { readMoney } from './amounts';
import { type ClassWeights, classify } from './classify';
import { readName } from './findValue';

const COMBINED: DocumentClass[] = ['paystub', 'bank_statement', 'w2', '1099'];
const MIN_CERTAINTY = 0.9;
const MIN_LETTERS = 200;

export interface Part {
  name: DocumentClass;
  pages: TextLine[][];
}

/** Finds the documents in a combined file. Returns an empty list unless the file has several classes of documents. */
export function findParts(pages: readonly TextLine[][]): Part[] {
  const parts: Part[] = [];
  for (const page of pages) {
    const name = sureClass(page);
    const last = parts.at(-1);
    if (last && (!name || last.name === name)) last.pages.push(page);
    else if (name) parts.push({ name, pages: [page] });
  }
  return new Set(parts.map(({ name }) => name)).size > 1 ? parts : [];
}

function sureClass(page: TextLine[]): DocumentClass | undefined {
  const cells = page.flat().map(({ text }) => text);
  if (cells.join('').length < MIN_LETTERS) return undefined;
  const found = classify(weights as ClassWeights, cells);
  return found.confidence >= MIN_CERTAINTY && COMBINED.includes(found.name) ? found.name : undefined;
}

const MIN_PEOPLE = 4;
const MIN_AMOUNTS = 3;

/** True if the pages list the pay of many people, one per row. */
export function isRegister(pages: readonly TextLine[][]): boolean {
  const names = pages.flat().flatMap((line) => (countAmounts(line) >= MIN_AMOUNTS ? (readPersonName(line) ?? []) : []));
  return new Set(names).size >= MIN_PEOPLE;
}

const countAmounts = (line: TextLine): number => line.filter(({ text }) => readMoney(text) !== undefined).length;

/** Payroll services print 'Hale, Robin' or 'Robin Hale', often after a number. */
function readPersonName([first, second]: TextLine): string | undefined {
  const texts = [first, second].flatMap((cell) => (cell ? [cell.text.replace(/^\d+\s+/, '')] : []));
  return texts.flatMap((text) => (isPerson(text) ? [text] : []))[0];
}

const PERSON = /^\p{Lu}[\p{L}'’-]+,? \p{Lu}[\p{L}.'’-]*(?: \p{Lu}\.?)?$/u;
const NOT_PEOPLE =
  /\b(?:pay|tax|taxes|income|hours|total|federal|state|social|security|medicare|medical|dental|vision|insurance|plan|life|term|offset|regular|overtime|holiday|vacation|sick|bonus|savings|checking|retirement|loan|union|dues|health|withholding|earnings|gross|net|deductions|amount|balance|deposit|employee|employer|fund|time|leave|personal|city|local|county|group|paid|base|shift|credit|reimbursement|expense|expenses)\b/i;

const isPerson = (text: string): boolean => PERSON.test(text) && !NOT_PEOPLE.test(text) && readName(text) !== undefined;

const FILLED = /\d[.,]\d{2}\b|\d,\d{3}\b|\b(?:\d{3}|[X*]{3})-(?:\d{2}|[X*]{2})-\d{4}\b|\b\d{2}-\d{7}\b/;

/** True for a pay stub, bank statement, W-2 or 1099 without amounts or taxpayer numbers. */
export function isBlank(name: DocumentClass | undefined, cells: readonly string[]): boolean {
  return name !== undefined && COMBINED.includes(name) && !cells.some((text) => FILLED.test(text));
}
