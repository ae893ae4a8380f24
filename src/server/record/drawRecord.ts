import { readFile } from 'node:fs/promises';
import { decodeHTML, escapeUTF8 } from 'entities';
import PDFDocument from 'pdfkit';
import { decompress } from 'wawoff2';
import type texts from '../../../schemas/texts/record.json';
import { answerLines } from '../../model/answerLines';
import { fillText } from '../../model/fillText';
import { formatDollars, formatMoment } from '../../model/format';
import { isRecord } from '../../model/paths';
import type { AuditEntry } from './auditStore';
import type { RecordBody, SignedAnswers } from './describeRecord';
import { drawText, heightOfText, nameMarks, type TextStyle } from './drawText';
import { fontsFor, unpackedFonts } from './fontFor';
import type { Pdf } from './layText';
import type { RecordHead } from './recordHead';
import type { ShownSection } from './shownParts';

/** All that the document is made of. */
export interface RecordParts {
  /** The document's own words, in the language of its questions. */
  words: typeof texts;
  /** That language; empty for the files' own. */
  language: string;
  entry: AuditEntry;
  body: RecordBody;
  head: RecordHead;
  /** What each type of document is called, by its number. */
  kinds: Readonly<Record<number, string>>;
  sections: ShownSection[];
  answers: SignedAnswers;
  terms: unknown;
  /** The signature's picture. */
  signature: Buffer;
}

const MUTED = '#4a5563';
const RULE = '#d5dbe3';
const MARGIN = 56;
const FOOT = 44;
const LABELS = 168;
const GAP = 14;
const LOGO = 40;
const SIGNATURE_WIDTH = 220;
/** A heading stands on a page with at least this much below it, the larger one with a smaller one as well. */
const BELOW = { H1: 0, H2: 108, H3: 60 };
/** An answer that is higher may begin on one page and end on the next. */
const MOST_KEPT = 220;

/** The whole application as a PDF with the signed record at its end: a tagged one that archives take (PDF/A-3a, PDF/UA-1). */
export async function drawRecord(parts: RecordParts): Promise<Buffer> {
  const pdf = openPdf(parts);
  await openFonts(pdf, textIn(parts));
  const content = collect(pdf);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const page = createPage(pdf, root);
  drawHead(page, parts);
  const said = drawSections(page, parts);
  drawTerms(page, parts);
  pdf.addPage();
  drawSignedPage(page, parts);
  if (!page.isWhole()) page.write(parts.words.document.undrawn, { size: 9, color: MUTED });
  root.end();
  attach(pdf, JSON.stringify(said, null, 2), parts.entry.at);
  drawFeet(pdf, parts);
  nameMarks(pdf);
  claimStandards(pdf, parts.body.application.name);
  pdf.end();
  return content;
}

/** All that may be written, for its letters. */
function textIn({ words, body, head, kinds, sections, answers, terms }: RecordParts): string {
  const { landlord, ...home } = head;
  return JSON.stringify([words, body, landlord.name, home, kinds, sections, answers, terms]);
}

/** The answers for programs, as an archive wants a file to stand in a document. */
function attach(pdf: Pdf, json: string, at: Date): void {
  // The types do not know the relationship, which PDF/A asks for.
  const options: PDFKit.Mixins.PDFAttachmentOptions & { relationship: string } = {
    ...{ name: 'answers.json', type: 'application/json', relationship: 'Data' },
    ...{ creationDate: at, modifiedDate: at },
  };
  pdf.file(Buffer.from(json), options);
}

type Structure = PDFKit.PDFStructureElement;

/** The ways in which something is put on a page. */
interface Page {
  pdf: Pdf;
  write(text: string, style: TextStyle): void;
  heading(text: string, role: 'H1' | 'H2' | 'H3', size: number): void;
  /** Questions on the left, each with its answer on the right. */
  rows(lines: readonly (readonly [label: string, text: string])[], size?: number): void;
  picture(alt: string, draw: () => void): void;
  /** Lines and areas, which say nothing to who has the document read aloud. */
  ornament(draw: () => void): void;
  /** Whether everything could be drawn so far. */
  isWhole(): boolean;
}

function createPage(pdf: Pdf, root: Structure): Page {
  let isWhole = true;
  const draw = (text: string, style: TextStyle) => () => {
    isWhole = drawText(pdf, text, style) && isWhole;
  };
  const page: Page = {
    pdf,
    write: (text, style) => void root.add(pdf.struct('P', {}, draw(text, style))),
    heading(text, role, size) {
      const isFirst = pdf.y <= MARGIN;
      if (pdf.y + size + BELOW[role] > pdf.page.maxY()) pdf.addPage();
      else if (!isFirst && role !== 'H1') pdf.y += role === 'H2' ? 14 : 6;
      root.add(pdf.struct(role, {}, draw(text, { size, weight: 600, after: 5, isOurs: true })));
      if (role === 'H2') pdf.outline.addItem(text);
    },
    rows(lines, size = 10) {
      if (!lines.length) return;
      const list = pdf.struct('L');
      root.add(list);
      for (const [label, text] of lines) drawRow(page, list, draw, { label, text, size });
      list.end();
      pdf.y += 6;
    },
    picture: (alt, work) => void root.add(pdf.struct('Figure', { alt }, work)),
    ornament(work) {
      pdf.markContent('Artifact', { type: 'Layout' });
      pdf.save();
      work();
      pdf.restore();
      pdf.endMarkedContent();
    },
    isWhole: () => isWhole,
  };
  return page;
}

function drawRow(
  { pdf, ornament }: Page,
  list: Structure,
  draw: (text: string, style: TextStyle) => () => void,
  { label, text, size }: { label: string; text: string; size: number },
): void {
  const left: TextStyle = { size: size - 0.5, color: MUTED, width: LABELS, isOurs: true };
  const right: TextStyle = { size, x: MARGIN + LABELS + GAP };
  const height = Math.max(heightOfText(pdf, label, left), heightOfText(pdf, text, right));
  if (height < MOST_KEPT && pdf.y + height > pdf.page.maxY()) pdf.addPage();
  const top = pdf.y;
  let low = top;
  const drawLabel = () => {
    draw(label, left)();
    low = pdf.y;
    pdf.y = top;
  };
  list.add(pdf.struct('LI', {}, [pdf.struct('Lbl', {}, drawLabel), pdf.struct('LBody', {}, draw(text, right))]));
  // On another page the answer's end is all that counts.
  pdf.y = (pdf.y < top ? pdf.y : Math.max(pdf.y, low)) + 3;
  ornament(() =>
    pdf
      .moveTo(MARGIN, pdf.y)
      .lineTo(pdf.page.width - MARGIN, pdf.y)
      .lineWidth(0.5)
      .stroke(RULE),
  );
  pdf.y += 3;
}

function openPdf({ body, entry, words, language }: RecordParts): Pdf {
  const { number } = body.application;
  return new PDFDocument({
    size: 'LETTER',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT / 2 },
    bufferPages: true,
    tagged: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    lang: language || 'en-US',
    displayTitle: true,
    info: {
      Title: fillText(words.document.title, { number }),
      Keywords: `record ${number} ${entry.hash}`,
      CreationDate: entry.at,
    },
  });
}

/** What PDFKit leaves out when it writes PDF/A: that the document is PDF/UA as well, and whose it is, which it would not escape. */
function claimStandards(pdf: Pdf, name: string): void {
  pdf.appendXML(
    `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator><rdf:Seq><rdf:li>${escapeUTF8(name)}</rdf:li></rdf:Seq></dc:creator></rdf:Description>
     <rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>`,
  );
}

/** The landlord's letterhead, and what this is: who applied for which home, when it was signed and paid. */
function drawHead(page: Page, { words, body, head, entry, language }: RecordParts): void {
  const { pdf } = page;
  const { landlord, property, address, unit } = head;
  const x = MARGIN + (landlord.logo ? LOGO + GAP : 0);
  const { logo } = landlord;
  if (logo)
    page.picture(fillText(words.document.logo, { name: landlord.name }), () =>
      pdf.image(logo, MARGIN, MARGIN, { fit: [LOGO, LOGO] }),
    );
  pdf.y = MARGIN + 3;
  page.write(landlord.name, { size: 13, weight: 600, x });
  page.write(fillText(words.document.contact, { ...landlord }), { size: 9.5, color: MUTED, x });
  pdf.y = MARGIN + LOGO + 10;
  page.ornament(() => pdf.rect(MARGIN, pdf.y, pdf.page.width - 2 * MARGIN, 2).fill(landlord.accent));
  pdf.y += 20;
  page.heading(fillText(words.document.title, { ...body.application }), 'H1', 22);
  page.write(fillText(words.document.with, { ...body.application }), {
    size: 11,
    color: MUTED,
    after: 12,
    isOurs: true,
  });
  const said: [string, string][] = [
    [words.page.name, body.application.name],
    [words.document.property, [property, address].filter(Boolean).join('\n')],
    [words.document.unit, unit],
    [words.page.signed, momentOf(body.signed_at, head, language)],
    [words.page.paid, paidText(words, body)],
    [words.page.entry, String(entry.seq)],
  ];
  page.rows(said.filter(([, text]) => text));
}

/** `'November 21, 2026 at 3:05:09 PM EST'`, where the landlord is. */
function momentOf(moment: string, { landlord }: RecordHead, language: string): string {
  return formatMoment(moment, { dateStyle: 'long', timeStyle: 'long', timeZone: landlord.timeZone }, language);
}

function paidText({ page }: RecordParts['words'], { payment }: RecordBody): string {
  return fillText(page.paidText, { ...payment, amount: formatDollars(payment.amount_cents / 100) });
}

/** Gives what was written, for the file inside the document. */
function drawSections(page: Page, { sections, answers, words }: RecordParts) {
  return sections.map(({ step, stepTitle, section, title, schema, ui }, index) => {
    if (sections[index - 1]?.step !== step) page.heading(stepTitle, 'H2', 17);
    page.heading(title, 'H3', 12.5);
    const lines = answerLines(schema, ui, answers[step]?.[section], words.answers);
    page.rows(lines.map(({ label, text }) => [label, text]));
    if (lines.length === 0) page.write(words.document.none, { size: 10, color: MUTED, after: 6 });
    return { step, section, answers: lines.map(({ label, text }) => ({ label, text })) };
  });
}

function drawTerms(page: Page, { terms, words }: RecordParts): void {
  if (!isRecord(terms)) return;
  page.heading(words.document.terms, 'H2', 17);
  for (const text of [terms.text, terms.subscriber_text])
    if (typeof text === 'string') for (const part of plain(text)) page.write(part, { size: 9.5, after: 4 });
}

/** Terms may hold a little markup; the document shows their words: `'<li>Water &amp; heat</li>'` → `['• Water & heat']`. */
function plain(text: string): string[] {
  const marked = text
    .replace(/\s+/g, ' ')
    .replace(/<li[^>]*>/gi, '\n• ')
    .replace(/<(?:br|\/?p|\/?ul|\/?ol|\/li|\/?h\d)[^>]*>/gi, '\n');
  const lines = decodeHTML(marked.replace(/<[^>]+>/g, '')).split('\n');
  return lines.map((line) => line.trim()).filter(Boolean);
}

/** Who signed what, when and from where, with the fingerprints by which a change is found. */
function drawSignedPage(page: Page, parts: RecordParts): void {
  const { pdf } = page;
  const { body, signature, head, language } = parts;
  const words = parts.words.page;
  page.ornament(() => pdf.rect(MARGIN, MARGIN, pdf.page.width - 2 * MARGIN, 2).fill(head.landlord.accent));
  pdf.y = MARGIN + 16;
  page.heading(words.title, 'H2', 20);
  page.write(words.intro, { size: 9.5, color: MUTED, after: 10 });
  const top = pdf.y;
  const height = (SIGNATURE_WIDTH * 200) / 380;
  page.picture(fillText(words.signatureOf, { ...body.application }), () =>
    pdf.image(signature, MARGIN, top, { fit: [SIGNATURE_WIDTH, height] }),
  );
  pdf.y = top + height + 2;
  page.ornament(() =>
    pdf
      .moveTo(MARGIN, pdf.y)
      .lineTo(MARGIN + SIGNATURE_WIDTH, pdf.y)
      .lineWidth(0.75)
      .stroke(MUTED),
  );
  pdf.y += 4;
  page.write(body.application.name, { size: 11, weight: 600 });
  page.write(momentOf(body.signed_at, head, language), { size: 9.5, color: MUTED, after: 12 });
  page.rows(linesOf(parts), 8.2);
  if (body.documents.length) page.heading(words.documents, 'H3', 12.5);
  page.rows(documentLines(parts), 8.2);
}

function linesOf({ entry, body, words }: RecordParts): [string, string][] {
  const { page } = words;
  return [
    [page.name, body.application.name],
    [page.email, body.application.email],
    [page.ip, body.ip],
    [page.agent, body.user_agent],
    [page.paid, paidText(words, body)],
    [page.answers, body.answers],
    [page.questions, body.questions],
    [page.terms, body.terms],
    [page.picture, body.signature],
    [page.entry, String(entry.seq)],
    [page.hash, entry.hash],
    [page.previous, entry.previous],
  ];
}

/** Each file by what it was handed in as, its name and its fingerprint: three may be called 'scan.jpg'. */
function documentLines({ body, kinds, words: { page } }: RecordParts): [string, string][] {
  return body.documents.map(({ document_id, source_id, name, digest }) => {
    const kind = kinds[document_id] ?? '';
    return [source_id ? fillText(page.source, { kind, n: source_id }) : kind, `${name}\n${digest}`];
  });
}

function drawFeet(pdf: Pdf, { body, words, head }: RecordParts): void {
  const { number } = body.application;
  const { count: pages } = pdf.bufferedPageRange();
  for (let page = 0; page < pages; page++) {
    pdf.switchToPage(page);
    pdf.y = pdf.page.height - FOOT;
    // Below the margin text would begin a page of its own.
    pdf.page.margins.bottom = 0;
    // Not read aloud in the middle of a sentence that goes on overleaf.
    pdf.markContent('Artifact', { type: 'Pagination' });
    const y = pdf.y;
    drawText(pdf, head.landlord.name, { size: 8, color: MUTED });
    pdf.y = y;
    const said = fillText(words.document.page, { number, page: page + 1, pages });
    drawText(pdf, said, { size: 8, color: MUTED, align: 'right' });
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
 * Gives the document its fonts under their paths, as what lies inside them; of the WOFF2 ones, whose letters PDFKit would embed empty, those that
 * a text may need.
 */
async function openFonts(pdf: Pdf, text: string): Promise<void> {
  for (const { path, data } of unpackedFonts()) pdf.registerFont(path, data);
  const points = new Set([...text.normalize('NFC')].map((char) => char.codePointAt(0) ?? 0));
  const packed = [...points].flatMap((point) => fontsFor(point, 400)).filter(({ isThin }) => isThin);
  for (const path of new Set(packed.map((font) => font.path)))
    pdf.registerFont(path, Buffer.from(await decompress(await readFile(path))));
}
