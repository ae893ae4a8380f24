import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { addDays, addMonths } from '../../src/model/format/dates';
import { statementSheet } from '../../tests/sampleDocuments/bankStatements';
import { drawSheet } from '../../tests/sampleDocuments/drawSheet';
import { makeSheet } from '../../tests/sampleDocuments/makeSheet';
import { payStubSheet } from '../../tests/sampleDocuments/payStubs';
import type { StatementFacts, StubFacts } from '../../tests/sampleDocuments/people';
import { type Sheet, text, title } from '../../tests/sampleDocuments/sheet';
import { createRandom } from './scan/random';

/** A drawn card of an invented applicant. */
interface Card {
  title: string;
  lines: string[];
}

const CARDS: Record<string, Card> = {
  'license-front': {
    title: 'STATE OF EXAMPLE · DRIVER LICENSE',
    lines: ['HALE', 'ROBIN J', 'DOB 04/12/1990', 'SAMPLE, NOT A REAL LICENSE'],
  },
  'license-back': {
    title: 'CLASS C · NO RESTRICTIONS',
    lines: ['SAMPLE, NOT A REAL LICENSE', '||| || |||| | || ||| | |||| || |||'],
  },
  passport: {
    title: 'PASSPORT · EXAMPLE',
    lines: ['SAMPLE, NOT A REAL PASSPORT', 'P<EXASAMPLE<<PERSON<<<<<<<<<<<<<<<'],
  },
  'ssn-card': { title: 'SOCIAL SECURITY · SAMPLE', lines: ['THIS IS A DRAWN SAMPLE', 'ROBIN J HALE'] },
};

/**
 * Document content by its name in the personas. Dates are relative to today, because the checks require recent
 * documents.
 */
const PDFS: Record<string, (today: string) => Sheet> = {
  'pay-stub': (today) => payStubSheet('brightledger', stubs(ROBIN, 14, [6, 20], today)),
  'pay-stub-latest': (today) => payStubSheet('brightledger', stubs(ROBIN, 14, [6], today)),
  'pay-stub-before': (today) => payStubSheet('brightledger', stubs(ROBIN, 14, [20], today)),
  'pay-stub-raised': (today) => payStubSheet('brightledger', stubs({ ...ROBIN, gross: 2200 }, 14, [6, 20], today)),
  'bank-statement': (today) =>
    statementSheet('ledgerline', statements('Robin J Hale', 'Pecan Street Credit Union', 5230.15, today)),
  'tile-pay-stub': (today) => payStubSheet('northgate', stubs(MAE, 7, [6, 13], today)),
  'tile-pay-stub-before': (today) => payStubSheet('northgate', stubs(MAE, 7, [20, 27], today)),
  'bay-leaf-statement': (today) => statementSheet('windowed', statements("L. O'Neil", 'Bay Leaf Bank', 812.4, today)),
  'offer-letter': (today) => makeSheet({ name: 'offer_letter', share: 'trained', style: '0' }, createRandom(3), today),
  'pension-letter': (today) =>
    makeSheet({ name: 'benefit_letter', share: 'trained', style: '2' }, createRandom(3), today),
  w2: (today) => makeSheet({ name: 'w2', share: 'trained', style: '0' }, createRandom(3), today),
  'court-letter': () => ({
    producer: 'Courtdocs',
    pages: [[title('Court letter'), text('The matter described below is closed.')]],
  }),
};

const ROBIN = { employee: 'Robin J Hale', employer: 'Bluebonnet Books', frequency: 'Bi-Weekly', gross: 2000 } as const;
const MAE = { employee: "L. O'Neil", employer: 'Mission Tile Works', frequency: 'Weekly', gross: 32.5 } as const;

/** Returns a stub for each period that ended this many days ago. */
function stubs(
  pay: Pick<StubFacts, 'employee' | 'employer' | 'frequency' | 'gross'>,
  days: number,
  ago: number[],
  today: string,
) {
  return ago.map((past): StubFacts => {
    const to = addDays(today, -past);
    return {
      ...pay,
      from: addDays(to, 1 - days),
      to,
      payDate: addDays(to, 5),
      toDate: pay.gross * (20 - Math.floor(past / days)),
    };
  });
}

/** Returns statements of the last two months. */
function statements(holder: string, bank: string, closing: number, today: string): StatementFacts[] {
  return [-2, -1].map((month) => {
    const from = addMonths(`${today.slice(0, 8)}01`, month);
    return { holder, bank, from, to: addDays(addMonths(from, 1), -1), opening: 900, closing };
  });
}

/**
 * Writes the document to `folder` and returns its path: JPEG for cards, PDF for pages.
 * @throws Error for an unknown name
 */
export async function makeDocument(name: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const card = CARDS[name];
  if (card) return drawCard(card, `${folder}/${name}.jpg`);
  const sheet = PDFS[name]?.(new Date().toISOString().slice(0, 10));
  if (sheet) return printSheet(sheet, `${folder}/${name}.pdf`);
  throw new Error(`There is no document '${name}' to make`);
}

async function drawCard({ title, lines }: Card, file: string): Promise<string> {
  const rows = lines.map(
    (line, i) =>
      `<text x="60" y="${190 + i * 70}" font-family="sans-serif" font-size="38" fill="#123">${line.replaceAll('<', '&lt;')}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1011" height="638"><rect width="1011" height="638" rx="36" fill="#dbe7f3"/><rect width="1011" height="96" fill="#24507a"/><text x="60" y="64" font-family="sans-serif" font-size="40" fill="#fff">${title}</text>${rows.join('')}</svg>`;
  return writeWhole(file, await sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer());
}

async function printSheet(sheet: Sheet, file: string): Promise<string> {
  return writeWhole(file, await drawSheet(sheet));
}

/** Writes a file under another name first, because another worker may be reading it. */
async function writeWhole(file: string, content: Uint8Array): Promise<string> {
  const part = `${file}.${randomUUID()}`;
  await writeFile(part, content);
  await rename(part, file);
  return file;
}
