import { fillText } from '../../model/fillText';
import type { RecordParts, Writer } from './drawRecord';
import type { Pdf } from './drawText';

const MUTED = '#4a5563';
const WIDTH = 220;

/** Who signed what, when and from where, with the fingerprints by which a change is found. */
export function drawSignedPage(pdf: Pdf, root: PDFKit.PDFStructureElement, write: Writer, parts: RecordParts): void {
  const { body, signature } = parts;
  const words = parts.words.page;
  write(words.title, { role: 'H2', size: 17, weight: 600, after: 4 });
  write(words.intro, { size: 9.5, color: MUTED, after: 8 });
  write(words.signature, { size: 8.5, color: MUTED, after: 2 });
  const picture = () => pdf.image(signature, { fit: [WIDTH, (WIDTH * 200) / 380] });
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
  const amount = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(
    payment.amount_cents / 100,
  );
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
