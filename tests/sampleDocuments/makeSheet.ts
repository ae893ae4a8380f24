import type { Random } from '../../e2e/support/scan/random';
import type { DocumentClass } from '../../src/model/income/checks/documentChecks';
import { fillText } from '../../src/model/messages/fillText';
import { STATEMENT_STYLES, statementSheet } from './bankStatements';
import others from './other-documents.json' with { type: 'json' };
import { ALL_STUBS, FOREIGN_STUBS, payStubSheet } from './payStubs';
import { inventBank, inventFirm, inventName, inventStatement, inventStub } from './people';
import { money, printDay, type Sheet, text, title } from './sheet';

/**
 * Styles that the classifier is trained on, and styles of other vendors, banks and offices that it never sees in
 * training.
 */
export type Share = 'trained' | 'held';

const HELD_OUT = ['quillstone', 'corvus', 'glance', 'neo', ...Object.keys(FOREIGN_STUBS)];

/** Without payroll registers, which are recognized by their rows, not by training. */
export type LearnedClass = Exclude<DocumentClass, 'payroll_register'>;

export const CLASSES: LearnedClass[] = [
  'paystub',
  'bank_statement',
  'w2',
  '1099',
  'tax_return',
  'offer_letter',
  'benefit_letter',
  'other',
];

/** The styles of a class in a share, by name. */
export function stylesOf(name: LearnedClass, share: Share): string[] {
  if (name !== 'paystub' && name !== 'bank_statement') return others[name][share].map((_, n) => String(n));
  const styles = Object.keys(name === 'paystub' ? ALL_STUBS : STATEMENT_STYLES);
  return styles.filter((style) => HELD_OUT.includes(style) === (share === 'held'));
}

/** Returns an invented document of a class in one of its styles. `today` is an ISO day. */
export function makeSheet(
  { name, share, style }: { name: LearnedClass; share: Share; style: string },
  random: Random,
  today: string,
): Sheet {
  if (name === 'paystub') return payStubSheet(style, [inventStub(random, today)]);
  if (name === 'bank_statement') return statementSheet(style, [inventStatement(random, today)]);
  const found = others[name][share][Number(style)];
  if (!found) throw new Error(`There is no style ${style} of ${name}`);
  return { producer: found.producer, pages: [linesOf(found.lines, random, today)] };
}

function linesOf([first = '', ...rest]: string[], random: Random, today: string) {
  const facts = {
    name: inventName(random),
    firm: inventFirm(random),
    bank: inventBank(random),
    year: random.int(2022, 2026),
    day: printDay(today, random.pick(['us', 'long', 'brief'])),
    amount: money(random.int(2_000_000, 9_000_000) / 100),
    small: money(random.int(1_500, 300_000) / 100),
  };
  return [title(fillText(first, facts)), ...rest.map((line) => text(fillText(line, facts)))];
}
