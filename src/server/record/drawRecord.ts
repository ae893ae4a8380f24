import { readFile } from 'node:fs/promises';
import PDFDocument from 'pdfkit';
import { decompress } from 'wawoff2';
import type texts from '../../../schemas/texts/record.json';
import { answerLines } from '../../model/answerLines';
import { fillText } from '../../model/fillText';
import { formatDollars } from '../../model/format';
import { isRecord } from '../../model/paths';
import type { AuditEntry } from './auditStore';
import type { RecordBody } from './describeRecord';
import { drawText, type Pdf, type TextStyle } from './drawText';
import { fontsFor } from './fontFor';
import type { ShownSection } from './shownParts';
import type { SignedAnswers } from './signedAnswers';

/** All that the document is made of. */
export interface RecordParts {
  /** The document's own words, in the language of its questions. */
  words: typeof texts;
  /** That language; empty for the files' own. */
  language: string;
  entry: AuditEntry;
  body: RecordBody;
  sections: ShownSection[];
  answers: SignedAnswers;
  terms: unknown;
  /** The signature's picture. */
  signature: Buffer;
}

const MUTED = '#4a5563';
const MARGIN = 56;
const SIGNATURE_WIDTH = 220;

/** The whole application as a PDF with the signed record at its end. */
export async function drawRecord(parts: RecordParts): Promise<Buffer> {
  const pdf = openPdf(parts);
  const { words, body, answers, terms, sections } = parts;
  await openFonts(pdf, JSON.stringify([words, body, answers, terms, sections]));
  const content = collect(pdf);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const write = createWriter(pdf, root);
  drawHead(write, parts);
  const said = drawSections(write, parts);
  drawTerms(write, parts);
  pdf.addPage();
  drawSignedPage(pdf, root, write, parts);
  if (!write.isWhole()) write(words.document.undrawn, { size: 9, color: MUTED });
  root.end();
  pdf.file(Buffer.from(JSON.stringify(said, null, 2)), { name: 'answers.json', type: 'application/json' });
  drawFeet(pdf, parts);
  pdf.end();
  return content;
}

/** Writes one paragraph, and remembers whether everything could be drawn. */
interface Writer {
  (text: string, style: TextStyle): void;
  isWhole(): boolean;
}

function createWriter(pdf: Pdf, root: PDFKit.PDFStructureElement): Writer {
  let isWhole = true;
  const write = (text: string, style: TextStyle) => {
    const draw = () => {
      isWhole = drawText(pdf, text, style) && isWhole;
    };
    root.add(pdf.struct(style.role ?? 'P', {}, draw));
  };
  return Object.assign(write, { isWhole: () => isWhole });
}

function openPdf({ body, entry, words, language }: RecordParts): Pdf {
  const { number, name } = body.application;
  return new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    bufferPages: true,
    tagged: true,
    pdfVersion: '1.7',
    lang: language || 'en-US',
    displayTitle: true,
    info: {
      Title: fillText(words.document.title, { number }),
      Author: name,
      Keywords: `record ${number} ${entry.hash}`,
      CreationDate: entry.at,
    },
  });
}

function drawHead(write: Writer, { words, body: { application } }: RecordParts): void {
  write(fillText(words.document.title, { ...application }), { role: 'H1', size: 22, weight: 600, after: 2 });
  write(fillText(words.document.with, { ...application }), { size: 11, color: MUTED, after: 14 });
}

/** Gives what was written, for the file inside the document. */
function drawSections(write: Writer, { sections, answers, words }: RecordParts) {
  return sections.map(({ step, stepTitle, section, title, schema, ui }, index) => {
    if (sections[index - 1]?.step !== step) write(stepTitle, { role: 'H2', size: 17, weight: 600, after: 6 });
    write(title, { role: 'H3', size: 13, weight: 600, after: 4 });
    const lines = answerLines(schema, ui, answers[step]?.[section], words.answers);
    for (const { label, text } of lines) drawLine(write, label, text);
    if (lines.length === 0) write(words.document.none, { size: 10, color: MUTED, after: 6 });
    return { step, section, answers: lines.map(({ label, text }) => ({ label, text })) };
  });
}

/** A question and its answer. */
function drawLine(write: Writer, label: string, text: string): void {
  write(label, { size: 8.5, color: MUTED });
  write(text, { size: 10.5, after: 5 });
}

function drawTerms(write: Writer, { terms, words }: RecordParts): void {
  if (!isRecord(terms)) return;
  write(words.document.terms, { role: 'H2', size: 17, weight: 600, after: 6 });
  for (const text of [terms.text, terms.subscriber_text])
    if (typeof text === 'string') write(plain(text), { size: 9.5, after: 8 });
}

/** Terms may hold a little markup; the document shows their words. */
function plain(text: string): string {
  return text.replace(/<(?:br|\/p|\/li|\/h\d)[^>]*>/gi, '\n').replace(/<[^>]+>/g, '');
}

/** Who signed what, when and from where, with the fingerprints by which a change is found. */
function drawSignedPage(pdf: Pdf, root: PDFKit.PDFStructureElement, write: Writer, parts: RecordParts): void {
  const { body, signature } = parts;
  const words = parts.words.page;
  write(words.title, { role: 'H2', size: 17, weight: 600, after: 4 });
  write(words.intro, { size: 9.5, color: MUTED, after: 8 });
  write(words.signature, { size: 8.5, color: MUTED, after: 2 });
  const picture = () => pdf.image(signature, { fit: [SIGNATURE_WIDTH, (SIGNATURE_WIDTH * 200) / 380] });
  const alt = fillText(words.signatureOf, { ...body.application });
  root.add(pdf.struct('Figure', { alt }, picture));
  pdf.moveDown(0.5);
  for (const [label, text] of linesOf(parts)) {
    write(label, { size: 8, color: MUTED });
    write(text, { size: 9, after: 3 });
  }
}

function linesOf({ entry, body, words: { page: words } }: RecordParts): [string, string][] {
  const { payment, application, documents } = body;
  const amount = formatDollars(payment.amount_cents / 100);
  return [
    [words.name, application.name],
    [words.email, application.email],
    [words.signed, body.signed_at],
    [words.ip, body.ip],
    [words.agent, body.user_agent],
    [words.paid, fillText(words.paidText, { ...payment, amount })],
    [words.answers, body.answers],
    [words.questions, body.questions],
    [words.terms, body.terms],
    [words.picture, body.signature],
    ...documents.map(({ name, digest }): [string, string] => [words.documents, `${name}: ${digest}`]),
    [words.entry, String(entry.seq)],
    [words.hash, entry.hash],
    [words.previous, entry.previous],
  ];
}

function drawFeet(pdf: Pdf, { body, words }: RecordParts): void {
  const { number } = body.application;
  const { count: pages } = pdf.bufferedPageRange();
  for (let page = 0; page < pages; page++) {
    pdf.switchToPage(page);
    // Below the margin text would begin a page of its own.
    pdf.page.margins.bottom = 0;
    pdf.x = MARGIN;
    pdf.y = pdf.page.height - 36;
    // Not read aloud in the middle of a sentence that goes on overleaf.
    pdf.markContent('Artifact', { type: 'Pagination' });
    drawText(pdf, fillText(words.document.page, { number, page: page + 1, pages }), { size: 8, color: MUTED });
    pdf.endMarkedContent();
  }
}

function collect(pdf: Pdf): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
}

/**
 * Gives the document the WOFF2 fonts that a text may need, as what lies inside them: PDFKit embeds WOFF2 with its letters empty.
 * They are found under their path, like the others.
 */
export async function openFonts(pdf: Pdf, text: string): Promise<void> {
  const points = new Set([...text.normalize('NFC')].map((char) => char.codePointAt(0) ?? 0));
  const packed = [...points].flatMap((point) => fontsFor(point, 400)).filter(({ isThin }) => isThin);
  for (const path of new Set(packed.map((font) => font.path)))
    pdf.registerFont(path, Buffer.from(await decompress(await readFile(path))));
}
