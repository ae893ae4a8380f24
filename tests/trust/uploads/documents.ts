import { deflateSync } from 'node:zlib';
import { samplePdf } from '../../support/sampleFiles';
import type { Upload } from './upload';

/** A W-2, because the type accepts PDFs and pictures, and only the inspection reads it. */
const W2 = 5;

/** PDFs that are locked, cut off, endless, or combined with another format. */
export async function documents(): Promise<Upload[]> {
  const pdf = await samplePdf();
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R >>';
  const kept = (what: string, content: Buffer, name = 'w2.pdf'): Upload => {
    return { what, content, name, type: W2, as: 'application/pdf' };
  };
  const refused = (what: string, content: Buffer, refusal: Upload['refusal'], name = 'w2.pdf'): Upload => {
    return { what, content, name, type: W2, refusal };
  };
  const flate = deflateSync(Buffer.alloc(200_000_000, ' '));
  return [
    kept('a PDF', pdf),
    kept('a PDF named .html', pdf, 'w2.html'),
    kept('a PDF followed by HTML', Buffer.concat([pdf, Buffer.from('<html><script>alert(1)</script>')])),
    kept('a PDF followed by a zip', Buffer.concat([pdf, Buffer.from('PK\u0003\u0004'), Buffer.alloc(100)])),
    kept(
      'a PDF that runs a script when opened',
      write([
        `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>`,
        pages('[3 0 R]', 1),
        page,
        stream(Buffer.from('BT ET')),
      ]),
    ),
    kept(
      'a PDF with a page of 200 MB, compressed',
      write([CATALOG, pages('[3 0 R]', 1), page, stream(flate, '/Filter /FlateDecode')]),
    ),
    kept(
      'a PDF that calls another server',
      write([
        CATALOG.replace('>>', '/URI << /Base (http://127.0.0.1:1/) >> >>'),
        pages('[3 0 R]', 1),
        page,
        stream(Buffer.from('BT ET')),
      ]),
    ),
    refused('a PDF with a password', await samplePdf({ password: 'secret' }), 'fileProtected'),
    refused('a truncated PDF', pdf.subarray(0, pdf.length / 3), 'fileDamaged'),
    refused('the first line of a PDF', Buffer.from('%PDF-1.7\n'), 'fileDamaged'),
    refused(
      'a PDF of random bytes',
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5000, 0xa5)]),
      'fileDamaged',
    ),
    refused('a PDF that claims a billion pages', write([CATALOG, pages('[]', 1_000_000_000)]), 'fileDamaged'),
    refused('a PDF without pages', write([CATALOG, pages('[]', 0)]), 'fileDamaged'),
    refused('a PDF with circular pages', write([CATALOG, pages('[2 0 R]', 3)]), 'fileDamaged'),
    kept('a PDF after a line of HTML', Buffer.concat([Buffer.from('<html><script>alert(1)</script>'), pdf])),
    refused(
      'HTML with a PDF far after it',
      Buffer.concat([Buffer.from(`<html><script>alert(1)</script>${' '.repeat(1024)}`), pdf]),
      'fileWrongType',
    ),
  ];
}

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const pages = (kids: string, count: number): string => `<< /Type /Pages /Kids ${kids} /Count ${count} >>`;

function stream(data: Buffer, more = ''): Buffer {
  const head = `<< /Length ${data.length} ${more} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream')]);
}

/** Returns a PDF of these objects. The first is its catalog. */
function write(objects: (string | Buffer)[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  for (const [n, body] of objects.entries()) {
    offsets.push(Buffer.concat(parts).length);
    parts.push(Buffer.from(`${n + 1} 0 obj\n`), Buffer.from(body as string), Buffer.from('\nendobj\n'));
  }
  const start = Buffer.concat(parts).length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`;
  return Buffer.concat([...parts, Buffer.from(table)]);
}
