import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findContradictions } from '../../src/model/income/checks/compareStubs';
import type { DocumentClass, DocumentReading } from '../../src/model/income/checks/documentChecks';
import { isSameName } from '../../src/model/income/checks/sameName';
import { analyzeDocument } from '../../src/server/features/income/analyzeDocument';
import { type PageText, type PdfText, readPageText, readPdfText } from '../../src/server/features/income/readPdfText';

export interface Expected {
  class?: DocumentClass;
  gross?: number;
  from?: string;
  to?: string;
  first_name?: string;
  last_name?: string;
  grossToDate?: number;
  /** Last four digits of a statement's account. */
  account?: string;
}

export type Medium = 'text' | 'scan' | 'photo' | 'angled photo';

export type PageReader = (
  content: Buffer,
  place: { mime: string; page: number },
) => Promise<PageText | { problem: string }>;

const FIGURES = ['class', 'gross', 'period', 'name', 'year', 'account'] as const;
type FigureName = (typeof FIGURES)[number];

export interface DocumentScore {
  name: string;
  medium: Medium;
  /** True if the class or the gross pay is certain, but wrong. */
  isWrong: boolean;
  /** Undefined for figures without an expected value. */
  right: Partial<Record<FigureName, boolean>>;
  contradictions: string[];
  found: string;
  /** CPU time of each page read as a picture. */
  usedMs?: readonly number[];
}

const MIMES: Record<string, string> = { '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg', '.png': 'image/png' };
const MAX_PAGES = 4;
const MIN_CERTAINTY = 0.6;

/**
 * Reads a folder's PDFs and pictures. If expected.json has no values for a file, the file's name must start with its
 * class.
 */
export async function readDocuments(folder: string, reader?: PageReader): Promise<DocumentScore[]> {
  const list = path.join(folder, 'expected.json');
  const expected: Record<string, Expected> = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {};
  const names = readdirSync(folder).filter((name) => /\.(pdf|jpe?g|png)$/i.test(name));
  const scores: DocumentScore[] = [];
  for (const name of names.sort()) {
    const { reading, medium, usedMs } = await readDocument(
      readFileSync(path.join(folder, name)),
      path.extname(name),
      reader,
    );
    const wanted = expected[name] ?? { class: name.split('__')[0] as DocumentClass };
    scores.push({ ...scoreDocument(name, medium, reading, wanted), usedMs });
  }
  return scores;
}

interface ReadDocument {
  reading: DocumentReading;
  medium: Medium;
  usedMs?: number[];
}

/** Reads a file like the server: its text if it has any, otherwise its pictures. */
export async function readDocument(
  content: Buffer,
  extension: string,
  reader: PageReader = (picture, place) => readPageText(picture, 'bench', place),
): Promise<ReadDocument> {
  const mime = MIMES[extension.toLowerCase()];
  if (mime) return { ...(await readPictures(content, mime, { count: 1, pages: [] }, reader)), medium: 'photo' };
  const text = await readPdfText(content, 'bench');
  if ('problem' in text)
    return { reading: { problem: text.problem, pages: 0, hasText: false, stubs: [], statements: [] }, medium: 'text' };
  const reading = analyzeDocument(text);
  if (reading.hasText || reading.problem) return { reading, medium: 'text' };
  return { ...(await readPictures(content, 'application/pdf', text, reader)), medium: 'scan' };
}

async function readPictures(
  content: Buffer,
  mime: string,
  text: PdfText,
  reader: PageReader,
): Promise<Omit<ReadDocument, 'medium'>> {
  const pages: PdfText['pages'] = [];
  const usedMs: number[] = [];
  for (let page = 1; page <= Math.min(text.count, MAX_PAGES); page += 1) {
    const found = await reader(content, { mime, page });
    pages.push('problem' in found ? [] : found.lines);
    if ('usedMs' in found) usedMs.push(found.usedMs);
  }
  return { reading: { ...analyzeDocument({ ...text, pages }), isPicture: true }, usedMs };
}

export function scoreDocument(name: string, medium: Medium, reading: DocumentReading, wanted: Expected): DocumentScore {
  const [stub = {}] = reading.stubs;
  const [statement = {}] = reading.statements;
  const { from, to } = { ...statement, ...stub };
  const person = wanted.last_name && { first_name: wanted.first_name ?? '', last_name: wanted.last_name };
  const names = [stub.employee, statement.holder, ...(stub.names ?? []), ...(statement.names ?? [])];
  const right: DocumentScore['right'] = {
    class: wanted.class && reading.class?.name === wanted.class,
    gross: wanted.gross === undefined ? undefined : stub.gross === wanted.gross,
    period: wanted.to === undefined ? undefined : from === wanted.from && to === wanted.to,
    name: person ? names.some((one) => one !== undefined && isSameName(one, person)) : undefined,
    year: wanted.grossToDate === undefined ? undefined : stub.grossToDate === wanted.grossToDate,
    account: wanted.account === undefined ? undefined : statement.account === wanted.account,
  };
  const isSureOfClass = (reading.class?.confidence ?? 0) >= MIN_CERTAINTY && reading.class?.name !== 'other';
  // Results from pictures don't count as certain.
  const isWrong =
    !reading.isPicture &&
    ((isSureOfClass && right.class === false) || (stub.gross !== undefined && right.gross === false));
  const found = JSON.stringify({
    class: reading.class,
    problem: reading.problem,
    gross: stub.gross,
    from,
    to,
    year: stub.grossToDate,
    account: statement.account,
  });
  return {
    name,
    medium,
    isWrong,
    right,
    contradictions: findContradictions(reading.stubs).map(({ kind }) => kind),
    found,
  };
}

export function documentTable(groups: Record<string, readonly DocumentScore[]>): string {
  const rows = Object.entries(groups).map(([group, scores]) => {
    const wrong = scores.filter(({ isWrong }) => isWrong).length;
    const flagged = scores.filter(({ contradictions }) => contradictions.length > 0).length;
    const figures = FIGURES.map((figure) => share(scores, figure));
    return `| ${[group, scores.length, wrong, ...figures, flagged, secondsAPage(scores)].join(' | ')} |`;
  });
  return [
    `| group | documents | certain, but wrong | ${FIGURES.join(' | ')} | flagged | CPU seconds per page (median, maximum) |`,
    `|---|${'--:|'.repeat(FIGURES.length + 4)}`,
    ...rows,
  ].join('\n');
}

function share(scores: readonly DocumentScore[], figure: FigureName): string {
  const counted = scores.flatMap(({ right }) => right[figure] ?? []);
  return counted.length ? `${counted.filter(Boolean).length} of ${counted.length}` : '';
}

function secondsAPage(scores: readonly DocumentScore[]): string {
  const all = scores.flatMap(({ usedMs }) => usedMs ?? []).sort((one, other) => one - other);
  const seconds = (ms = 0) => (ms / 1000).toFixed(1);
  return all.length ? `${seconds(all[Math.floor(all.length / 2)])}, ${seconds(all.at(-1))}` : '';
}
