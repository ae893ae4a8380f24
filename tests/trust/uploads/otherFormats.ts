import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { sampleJpeg, samplePdf } from '../../support/sampleFiles';
import type { Upload } from './upload';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
const HTML = '<!doctype html><html><script>alert(document.domain)</script></html>';

/** Files in formats that no page accepts, empty and too large files, and pictures with hostile names. */
export async function otherFormats(): Promise<Upload[]> {
  const paint = sharp({ create: { width: 32, height: 32, channels: 3, background: '#fff' } });
  const kinds: [string, Buffer | string, string][] = [
    ['an SVG with a script', SVG, 'logo.svg'],
    ['an SVG named .png', SVG, 'scan.png'],
    ['an SVG after an XML line', `<?xml version="1.0"?>${SVG}`, 'scan.jpg'],
    ['an SVG packed with gzip', gzipSync(SVG), 'scan.svgz'],
    ['HTML named .pdf', HTML, 'w2.pdf'],
    ['HTML named .jpg', HTML, 'scan.jpg'],
    ['HTML in UTF-16', Buffer.from(`\ufeff${HTML}`, 'utf16le'), 'scan.png'],
    [
      'XML that names a file',
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
      'a.pdf',
    ],
    ['a zip named .pdf', zip(), 'w2.pdf'],
    ['a Windows program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(400)]), 'scan.jpg'],
    ['a Linux program', Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(400)]), 'w2.pdf'],
    ['a shell script', '#!/bin/sh\nrm -rf ~\n', 'scan.png'],
    ['a gzip bomb', gzipSync(Buffer.alloc(50_000_000)), 'w2.pdf'],
    ['a BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(300)]), 'scan.bmp'],
    ['a TIFF', await paint.clone().tiff().toBuffer(), 'scan.tif'],
    ['an AVIF', await paint.clone().avif().toBuffer(), 'scan.avif'],
    ['a video', Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(300)]), 'scan.mp4'],
    ['plain text', 'I earn $ 5,000 a month.', 'w2.pdf'],
    ['noise', Buffer.alloc(4000, 0x5a), 'scan.jpg'],
    ['one byte', 'x', 'scan.jpg'],
  ];
  const jpeg = await sampleJpeg();
  return [
    ...kinds.map(
      ([what, content, name]): Upload => ({
        what,
        content: Buffer.from(content as string),
        name,
        refusal: 'fileWrongType',
      }),
    ),
    { what: 'nothing', content: Buffer.alloc(0), name: 'scan.jpg', refusal: 'fileEmpty' },
    {
      what: 'eleven megabytes',
      content: Buffer.concat([jpeg, Buffer.alloc(11_000_000)]),
      name: 'scan.jpg',
      refusal: 'fileTooBig',
    },
    {
      what: 'a picture where a PDF is asked for',
      content: jpeg,
      name: 'proof.pdf',
      type: 15,
      source: 1,
      refusal: 'filePdfOnly',
    },
    {
      what: 'a proof of 4 MB',
      content: Buffer.concat([await samplePdf(), Buffer.alloc(4_000_000)]),
      name: 'p.pdf',
      type: 15,
      source: 1,
      refusal: 'proofTooBig',
    },
    ...hostileNames().map(
      ([what, name]): Upload => ({ what: `a name with ${what}`, content: jpeg, name, as: 'image/jpeg' }),
    ),
  ];
}

const hostileNames = (): [string, string][] => [
  ['a path', '../../../../etc/passwd.jpg'],
  ['a Windows path', 'C:\\Windows\\system32\\config.jpg'],
  ['an HTML extension', 'scan.jpg.html'],
  ['markup', '<img src=x onerror=alert(1)>.jpg'],
  ['a right-to-left override', 'scan\u202egpj.exe'],
  ['a semicolon and an extension', 'scan.jpg;.html'],
  ['nothing but dots', '...'],
  ['a thousand letters', `${'n'.repeat(1000)}.jpg`],
  ['half a character where it is cut', `${'a'.repeat(119)}😀.jpg`],
  ['escapes', '%2e%2e%2f%00.jpg'],
  ['a header in it', 'a%0d%0aset-cookie: x=1.jpg'],
  ['a device name', 'CON'],
];

/** An archive with the name of one file, but without its content. */
function zip(): Buffer {
  const name = Buffer.from('word/document.xml');
  const local = Buffer.concat([
    Buffer.from('PK\u0003\u0004'),
    Buffer.alloc(22),
    Buffer.from([name.length, 0, 0, 0]),
    name,
  ]);
  return Buffer.concat([local, Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)]);
}
