import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';

/** The start of a Windows program. */
export const exeNamedPdf = Buffer.concat([Buffer.from('MZ\x90\x00\x03', 'latin1'), Buffer.alloc(4000)]);

/** Returns the PDF with spaces at the end, up to this size. */
export function padded(pdf: Buffer, bytes: number): Buffer {
  return Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length, ' ')]);
}

/** A page with only an image and no text. */
export async function scannedPdf(): Promise<Buffer> {
  const lines = Array.from(
    { length: 12 },
    (_, n) => `<rect x="60" y="${80 + n * 40}" width="${420 - n * 9}" height="12" fill="#444"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="612" height="792"><rect width="612" height="792" fill="#f7f4ec"/>${lines.join('')}</svg>`;
  const picture = await sharp(Buffer.from(svg)).jpeg().toBuffer();
  return drawn({ info: { Producer: 'Office Scanner 2' } }, (pdf) => pdf.image(picture, 0, 0, { width: 612 }));
}

/** A PDF that opens only with a password. */
export function protectedPdf(): Promise<Buffer> {
  return drawn({ userPassword: 'not told' }, (pdf) => pdf.text('Earnings statement'));
}

/** The first half of a PDF, without its end and its object table. */
export async function damagedPdf(): Promise<Buffer> {
  const whole = await drawn({}, (pdf) => pdf.text('Earnings statement '.repeat(50)));
  return whole.subarray(0, whole.length / 2);
}

/** A form with these fields by label. '' leaves one empty. */
export function formPdf(heading: string, fields: Record<string, string>): Promise<Buffer> {
  return drawn({ font: 'Helvetica' }, (pdf) => {
    pdf.text(heading, 72, 60);
    pdf.initForm();
    for (const [n, [label, value]] of Object.entries(fields).entries()) {
      pdf.fontSize(10).text(label, 72, 100 + n * 24, { lineBreak: false });
      pdf.formText(`f${n}`, 240, 96 + n * 24, 200, 18, { value });
    }
  });
}

/** A form that only Adobe's programs can display: an XFA template on an empty page. */
export function xfaPdf(): Buffer {
  const template = '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"></xdp:xdp>';
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[]/XFA 4 0 R>>>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>',
    `<</Length ${template.length}>>stream\n${template}\nendstream`,
    `<</Comment(${'x'.repeat(1200)})>>`,
  ]);
}

/** A PDF with this many empty pages. */
export function manyPages(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, n) => `${n + 3} 0 R`).join(' ');
  const pages = Array.from({ length: count }, () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>');
  return pdfOf(['<</Type/Catalog/Pages 2 0 R>>', `<</Type/Pages/Kids[${kids}]/Count ${count}>>`, ...pages]);
}

/** A PDF with deeply nested arrays in an object. */
export function deepArrays(depth: number): Buffer {
  return pdfOf([
    `<</Type/Catalog/Pages 2 0 R/Deep ${'['.repeat(depth)}${']'.repeat(depth)}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
  ]);
}

/** A few kilobytes of content, deflated twice, that unpack to many megabytes of text. */
export function bombPdf(megabytes: number): Buffer {
  const drawing = Buffer.from('BT /F 9 Tf (aaaa bbbb) Tj ET\n'.repeat((megabytes * 1_000_000) / 29));
  const packed = deflateSync(deflateSync(drawing, { level: 9 }), { level: 9 });
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>',
    Buffer.concat([
      Buffer.from(`<</Length ${packed.length}/Filter[/FlateDecode/FlateDecode]>>stream\n`),
      packed,
      Buffer.from('\nendstream'),
    ]),
  ]);
}

/** Returns a PDF of these objects with a correct object table. The first object is its catalog. */
function pdfOf(objects: (string | Buffer)[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let at = parts[0]?.length ?? 0;
  for (const [n, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${n + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    offsets.push(at);
    at += part.length;
    parts.push(part);
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}

type Options = ConstructorParameters<typeof PDFDocument>[0];

async function drawn(options: Options, draw: (pdf: InstanceType<typeof PDFDocument>) => unknown): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'LETTER', ...options });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  draw(pdf);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
