import type { Messages } from '../../../messages/files';
import { answerLines } from '../../../model/answers/answerLines';
import { isRecord } from '../../../model/answers/paths';
import { formatMoment } from '../../../model/format/dates';
import { formatDollars, toDollars } from '../../../model/format/money';
import { fillText } from '../../../model/messages/fillText';
import type { AuditEntry } from './auditRepository';
import type { SignedAnswers } from './describeRecord';
import { drawText, fixMarkedContentNames } from './drawText';
import { createLandlordPdf, drawLetterhead, drawPageFooters } from './landlordPdf';
import type { Pdf } from './layOutText';
import { toPlainLines } from './plainLines';
import type { RecordHead } from './recordHead';
import { createPage, MARGIN, MUTED, type Page } from './recordPage';
import { attachAnswers, claimStandards, collectBytes, registerFonts } from './recordPdf';
import type { RecordBody } from './recordRepository';
import type { ConfirmedNotice, SectionSnapshot } from './snapshotParts';

export interface RecordContent {
  texts: Messages<'record'>;
  /** Empty for the schema files' own language. */
  language: string;
  entry: AuditEntry;
  body: RecordBody;
  head: RecordHead;
  documentTitles: Readonly<Record<number, string>>;
  sections: SectionSnapshot[];
  answers: SignedAnswers;
  terms: unknown;
  notices: readonly ConfirmedNotice[];
  signature: Buffer;
  isRedacted?: boolean;
}
const SIGNATURE_WIDTH = 220;

/** Draws an application and its signed record as a tagged PDF (PDF/A-3a, PDF/UA-1). */
export async function drawRecord(content: RecordContent): Promise<Buffer> {
  const pdf = createLandlordPdf(describeRecord(content));
  await registerFonts(pdf, allText(content));
  const pdfBytes = collectBytes(pdf);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const page = createPage(pdf, root);
  drawFirstPage(page, content);
  const written = drawSections(page, content);
  drawTerms(page, content);
  drawNotices(page, content);
  drawInstructions(page, content);
  pdf.addPage();
  drawSignedPage(page, content);
  if (!page.isWhole()) page.write(content.texts.document.undrawn, { size: 9, color: MUTED });
  root.end();
  attachAnswers(pdf, JSON.stringify(written, null, 2), content.entry.at);
  drawFooters(pdf, content);
  fixMarkedContentNames(pdf);
  claimStandards(pdf, content.body.application.name);
  pdf.end();
  return pdfBytes;
}

function allText({ texts, body, head, documentTitles, sections, answers, terms, notices }: RecordContent): string {
  const { landlord, ...home } = head;
  return JSON.stringify([texts, body, landlord.name, home, documentTitles, sections, answers, terms, notices]);
}

/** The keywords include the audit entry's hash, so that a copy can be identified. */
function describeRecord({ body, entry, texts, language, isRedacted }: RecordContent) {
  const { number } = body.application;
  return {
    title: fillText(texts.document.title, { number }),
    keywords: `${isRedacted ? 'redacted' : 'record'} ${number} ${entry.hash}`,
    language,
    at: entry.at,
  };
}

function drawFirstPage(page: Page, { texts, body, head, entry, language, isRedacted }: RecordContent): void {
  const { landlord, property, address, unit } = head;
  drawLetterhead(page, {
    landlord,
    contact: fillText(texts.document.contact, { ...landlord }),
    logoText: fillText(texts.document.logo, { name: landlord.name }),
  });
  page.heading(fillText(texts.document.title, { ...body.application }), 'H1', 22);
  page.write(fillText(texts.document.with, { ...body.application }), {
    size: 11,
    color: MUTED,
    after: 12,
    isAlwaysLtr: true,
  });
  if (isRedacted) page.write(texts.document.redacted, { size: 11, weight: 600, after: 12, isAlwaysLtr: true });
  const rows: [string, string][] = [
    [texts.page.name, body.application.name],
    [texts.document.property, [property, address].filter(Boolean).join('\n')],
    [texts.document.unit, unit],
    [texts.page.signed, formatSignedAt(body.signed_at, head, language)],
    [texts.page.paid, paidText(texts, body)],
    [texts.page.entry, String(entry.seq)],
  ];
  page.rows(rows.filter(([, text]) => text));
}

/** Formats a time in the landlord's time zone: `'Nov 21, 2026, 3:05:09 PM EST'`. */
function formatSignedAt(moment: string, { landlord }: RecordHead, language: string): string {
  return formatMoment(moment, { dateStyle: 'medium', timeStyle: 'long', timeZone: landlord.timeZone }, language);
}

function paidText({ page }: RecordContent['texts'], { payment }: RecordBody): string {
  return fillText(page.paidText, { ...payment, amount: formatDollars(toDollars(payment.amount_cents)) });
}

function drawSections(page: Page, { sections, answers, texts, language }: RecordContent) {
  return sections.map(({ step, stepTitle, section, title, schema, ui }, index) => {
    if (sections[index - 1]?.step !== step) page.heading(stepTitle, 'H2', 17);
    page.heading(title, 'H3', 12.5);
    const lines = answerLines(schema, ui, answers[step]?.[section], { ...texts.answers, language });
    page.rows(lines.map(({ label, text }) => [label, text]));
    if (lines.length === 0) page.write(texts.document.none, { size: 10, color: MUTED, after: 6 });
    return { step, section, answers: lines.map(({ label, text }) => ({ label, text })) };
  });
}

function drawTerms(page: Page, { terms, texts }: RecordContent): void {
  if (!isRecord(terms)) return;
  page.heading(texts.document.terms, 'H2', 17);
  drawHtml(page, terms.subscriber_text);
}

function drawInstructions(page: Page, { terms, texts }: RecordContent): void {
  if (!isRecord(terms) || !terms.text) return;
  page.heading(texts.document.instructions, 'H2', 17);
  drawHtml(page, terms.text);
}

function drawHtml(page: Page, html: unknown): void {
  if (typeof html === 'string') for (const line of toPlainLines(html)) page.write(line, { size: 9.5, after: 4 });
}

function drawNotices(page: Page, { notices, texts, head, language }: RecordContent): void {
  if (notices.length) page.heading(texts.document.notices, 'H2', 17);
  for (const { title, paragraphs, points, criteria, at } of notices) {
    page.heading(title, 'H3', 12.5);
    const date = formatSignedAt(at, head, language);
    page.write(fillText(texts.document.confirmed, { date }), { size: 9.5, color: MUTED, after: 4, isAlwaysLtr: true });
    for (const text of [...paragraphs, ...points.map((point) => `• ${point}`), ...criteria])
      page.write(text, { size: 9.5, after: 4 });
  }
}

function drawSignedPage(page: Page, content: RecordContent): void {
  const { pdf } = page;
  const { body, signature, head, language } = content;
  const { page: texts } = content.texts;
  page.ornament(() => pdf.rect(MARGIN, MARGIN, pdf.page.width - 2 * MARGIN, 2).fill(head.landlord.accent));
  pdf.y = MARGIN + 16;
  page.heading(texts.title, 'H2', 20);
  page.write(texts.intro, { size: 9.5, color: MUTED, after: 10 });
  const top = pdf.y;
  const height = (SIGNATURE_WIDTH * 200) / 380;
  page.picture(fillText(texts.signatureOf, { ...body.application }), () =>
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
  page.write(formatSignedAt(body.signed_at, head, language), { size: 9.5, color: MUTED, after: 12 });
  page.rows(signedRows(content), 8.2);
  if (body.documents.length) page.heading(texts.documents, 'H3', 12.5);
  page.rows(documentRows(content), 8.2);
}

function signedRows(content: RecordContent): [string, string][] {
  const { entry, body } = content;
  const { page } = content.texts;
  return [
    [page.name, body.application.name],
    [page.email, body.application.email],
    [page.ip, body.ip],
    [page.agent, body.user_agent],
    [page.paid, paidText(content.texts, body)],
    [page.answers, body.answers],
    [page.questions, body.questions],
    [page.terms, body.terms],
    ...content.notices.map(({ title, digest }): [string, string] => [fillText(page.notice, { title }), digest]),
    [page.picture, body.signature],
    [page.entry, String(entry.seq)],
    [page.hash, entry.hash],
    [page.previous, entry.previous],
  ];
}

/** Includes digests, because names may repeat. */
function documentRows({ body, documentTitles, texts: { page } }: RecordContent): [string, string][] {
  return body.documents.map(({ document_id, source_id, name, digest }) => {
    const kind = documentTitles[document_id] ?? '';
    return [source_id ? fillText(page.source, { kind, n: source_id }) : kind, `${name}\n${digest}`];
  });
}

function drawFooters(pdf: Pdf, { body, texts, head }: RecordContent): void {
  const { number } = body.application;
  drawPageFooters(pdf, (page, pages) => {
    const { y } = pdf;
    drawText(pdf, head.landlord.name, { size: 8, color: MUTED });
    pdf.y = y;
    drawText(pdf, fillText(texts.document.page, { number, page, pages }), { size: 8, color: MUTED, align: 'right' });
  });
}
