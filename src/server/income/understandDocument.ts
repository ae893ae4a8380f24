import type { DocumentReading } from '../../model/checks/reading';
import weights from './class-weights.json';
import type { PdfText, TextLine } from './readPdfText';
import { type ClassWeights, classify } from './text/classify';
import { readPayStub } from './text/readPayStub';
import { readStatement } from './text/readStatement';

const LEAST_LETTERS = 40;
/** A paper with fewer fields is no form, whatever they are for. */
const LEAST_FIELDS = 4;

/** What the text of a document means: its class, and what its stubs or statements tell. */
export function understandDocument({
  count,
  pages,
  fields = 0,
  filledFields = 0,
  producer,
  creator,
  createdAt,
  modifiedAt,
}: PdfText): DocumentReading {
  const cells = pages.flat(2).map(({ text }) => text);
  const hasText = cells.reduce((sum, text) => sum + text.length, 0) >= LEAST_LETTERS;
  if (fields >= LEAST_FIELDS && filledFields === 0)
    return { problem: 'blankForm', pages: count, hasText, stubs: [], statements: [] };
  const found = hasText ? classify(weights as ClassWeights, cells) : undefined;
  return {
    pages: count,
    hasText,
    producer,
    creator,
    createdAt: pdfTime(createdAt),
    modifiedAt: pdfTime(modifiedAt),
    class: found,
    stubs: found?.name === 'paystub' ? pagesWith(pages, readPayStub, ({ gross, payDate }) => gross ?? payDate) : [],
    statements: found?.name === 'bank_statement' ? pagesWith(pages, readStatement, ({ from }) => from) : [],
  };
}

/** One reading for each page that begins anew; the other pages go on with the one before and add what it lacks. */
function pagesWith<T extends object>(
  pages: TextLine[][],
  read: (lines: TextLine[]) => T,
  begins: (one: T) => unknown,
): T[] {
  const found: T[] = [];
  for (const lines of pages) {
    const one = read(lines);
    const last = found.at(-1);
    if (!last || (begins(last) !== undefined && begins(one) !== undefined)) found.push(one);
    else found[found.length - 1] = { ...definedOf(one), ...definedOf(last) };
  }
  return found.map(definedOf).filter((one) => Object.keys(one).length > 0);
}

function definedOf<T extends object>(one: T): T {
  return Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)) as T;
}

/** `"D:20261121093000-06'00'"` → `'2026-11-21T09:30:00-06:00'`; undefined for what is no time. */
function pdfTime(text = ''): string | undefined {
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', zone = 'Z'] =
    /^D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(Z|[+-]\d{2}'?\d{2})?/.exec(text) ?? [];
  if (!year) return undefined;
  const offset = zone.startsWith('Z') ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const time = `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
  return Number.isNaN(Date.parse(time)) ? undefined : time;
}
