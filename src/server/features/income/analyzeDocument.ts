import type { DocumentClass, DocumentReading } from '../../../model/income/checks/documentChecks';
import weights from './class-weights.json';
import type { PdfText, TextLine } from './readPdfText';
import { type ClassWeights, classify } from './text/classify';
import { findParts, isBlank, isRegister } from './text/findParts';
import { findTraces } from './text/findTraces';
import { normalizeNumbers } from './text/normalizeNumbers';
import { readPayStubs } from './text/readPayStubs';
import { readStatements, someOf } from './text/readStatements';

const MIN_LETTERS = 40;
/** Minimum fields for a PDF to count as a form. */
const MIN_FIELDS = 4;

export function analyzeDocument({
  count,
  pages: printed,
  fields = 0,
  filledFields = 0,
  updates,
  signer,
  producer,
  creator,
  createdAt,
  modifiedAt,
}: PdfText): DocumentReading {
  const pages = normalizeNumbers(printed);
  const cells = pages.flat(2).map(({ text }) => text);
  const hasText = cells.reduce((sum, text) => sum + text.length, 0) >= MIN_LETTERS;
  const blank: DocumentReading = { problem: 'blankForm', pages: count, hasText, stubs: [], statements: [] };
  if (fields >= MIN_FIELDS && filledFields === 0) return blank;
  const found = hasText ? findClass(pages, cells) : undefined;
  if (isBlank(found?.name, cells)) return blank;
  const parts = findParts(pages);
  const pagesOf = (name: DocumentClass): TextLine[][] => {
    if (parts.length > 0) return parts.flatMap((part) => (part.name === name ? part.pages : []));
    return found?.name === name ? pages : [];
  };
  const [stubs, statements] = [readPayStubs(pagesOf('paystub')), readStatements(pagesOf('bank_statement'))];
  return {
    pages: count,
    hasText,
    updates,
    signer,
    producer,
    creator,
    createdAt: parsePdfTime(createdAt),
    modifiedAt: parsePdfTime(modifiedAt),
    class: found,
    parts: someOf([...new Set(parts.map(({ name }) => name))]),
    stubs,
    statements,
    contradictions: stubs.length + statements.length ? undefined : someOf(findTraces(pages.flat())),
  };
}

function findClass(pages: readonly TextLine[][], cells: readonly string[]): DocumentReading['class'] {
  const found = classify(weights as ClassWeights, cells);
  return found.name === 'paystub' && isRegister(pages) ? { ...found, name: 'payroll_register' } : found;
}

/** `"D:20261121093000-06'00'"` → `'2026-11-21T09:30:00-06:00'` */
function parsePdfTime(text = ''): string | undefined {
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', zone = 'Z'] =
    /^D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(Z|[+-]\d{2}'?\d{2})?/.exec(text) ?? [];
  if (!year) return undefined;
  const offset = zone.startsWith('Z') ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const time = `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
  return Number.isNaN(Date.parse(time)) ? undefined : time;
}
