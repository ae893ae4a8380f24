import type { Random } from '../../../e2e/support/scan/random';
import type { RawRequest } from '../support/rawRequest';

const ROUTES = ['/api/applicant/document', '/api/contextual/petimage', '/api/secondary/proof'];
const NAMES = [
  'trn_id',
  'document_id',
  'source_id',
  '__proto__',
  'constructor',
  '',
  'a'.repeat(300),
  'a\u0000b',
  'hasOwnProperty',
];
const FILES = [
  'a.pdf',
  '',
  '../../x.pdf',
  'a\u0000.pdf',
  '%00.jpg',
  'a'.repeat(9000),
  '"; name="x',
  'CON',
  '\u202efdp.exe',
  '.',
];

/** An upload that is cut off, has a thousand parts, or has invalid names and boundaries. */
export function brokenMultipart(random: Random, trn: string, { headers }: RawRequest): RawRequest {
  const boundary = random.pick(['xxBoundary', 'x'.repeat(70), 'x'.repeat(300), "'()+_,-./:=?"]);
  const parts = partsOf(random, trn).map((part) => `--${boundary}\r\n${part}\r\n`);
  const whole = Buffer.from(
    `${random.next() < 0.2 ? 'before\r\n' : ''}${parts.join('')}--${boundary}${random.next() < 0.8 ? '--\r\n' : ''}`,
  );
  const request: RawRequest = {
    method: 'POST',
    path: random.pick(ROUTES),
    headers: [
      ...headers.filter(([name]) => name !== 'content-type'),
      ['content-type', `multipart/form-data; boundary=${random.pick([boundary, boundary, `"${boundary}"`, 'other'])}`],
    ],
    body: whole,
  };
  const way = random.next();
  if (way < 0.25) return { ...request, cutAt: random.int(0, whole.length) };
  if (way < 0.5) return { ...request, body: whole.subarray(0, random.int(0, whole.length)) };
  return request;
}

function partsOf(random: Random, trn: string): string[] {
  const file = (name: string): string =>
    `content-disposition: form-data; name="files"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n${'a'.repeat(50)}`;
  const field = (name: string, value: string): string =>
    `content-disposition: form-data; name="${name}"\r\n\r\n${value}`;
  const good = [field('trn_id', trn), field('document_id', '2'), field('source_id', '0')];
  return random.pick([
    () => [...good, file(random.pick(FILES))],
    () => [...good, field(random.pick(NAMES), random.pick(['', '\u0000', 'a'.repeat(5000), '{"a":1}'])), file('a.png')],
    () => [...good, ...Array.from({ length: 1000 }, (_, n) => field(`f${n}`, 'x'))],
    () => [...good, ...Array.from({ length: 1000 }, () => file('a.png'))],
    () => [...good, `${'x: y\r\n'.repeat(3000)}\r\nbody`],
    () => [...good, `content-disposition: ${random.pick(['', 'attachment', 'form-data', 'form-data; name'])}\r\n\r\nx`],
    () => [...good, `content-disposition: form-data; name="files"; filename*=UTF-8''%zz%00\r\n\r\nx`],
    () => [
      field('document_id', random.pick(['-1', '1e9', 'x', '999999999', '2.5'])),
      field('source_id', random.pick(['-1', '21', 'NaN', '1e99'])),
      file('a.png'),
    ],
    () => [file('a.png')],
    () => [],
  ])();
}
