import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createRandom } from '../e2e/support/scan/random';
import { defaultLimits } from '../src/model/section/documentTypes';
import { drawSheet } from '../tests/sampleDocuments/drawSheet';
import * as hostile from '../tests/sampleDocuments/hostileFiles';
import { CLASSES, makeSheet, type Share, stylesOf } from '../tests/sampleDocuments/makeSheet';
import { recentStatements, recentStubs } from '../tests/sampleDocuments/recentDocuments';

const SHARES: Share[] = ['trained', 'held'];

/**
 * `npm run sample-documents -- <folder>`: writes every kind of generated document, valid and invalid, so you can try
 * uploads by hand. All people in them are invented.
 */
async function main(folder = 'test-results/documents'): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const files = { ...(await validFiles()), ...(await badFiles()) };
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  console.log(`${Object.keys(files).length} files in ${path.resolve(folder)}`);
}

async function validFiles(): Promise<Record<string, Buffer>> {
  const random = createRandom(7);
  const today = new Date().toISOString().slice(0, 10);
  const files: Record<string, Buffer> = {
    'robin-hale-stubs.pdf': await recentStubs(),
    'robin-hale-statements.pdf': await recentStatements(2),
  };
  for (const name of CLASSES)
    for (const share of SHARES)
      for (const style of stylesOf(name, share))
        files[`${name}-${share}-${style}.pdf`] = await drawSheet(makeSheet({ name, share, style }, random, today));
  return files;
}

async function badFiles(): Promise<Record<string, Buffer>> {
  return {
    'bad-empty.pdf': Buffer.alloc(0),
    'bad-one-byte-over.pdf': hostile.padded(await recentStubs(), defaultLimits().maxBytes + 1),
    'bad-program.exe.pdf': hostile.exeNamedPdf,
    'bad-scan.pdf': await hostile.scannedPdf(),
    'bad-password.pdf': await hostile.protectedPdf(),
    'bad-damaged.pdf': await hostile.damagedPdf(),
    'bad-10000-pages.pdf': hostile.manyPages(10_000),
    'bad-deep-nesting.pdf': hostile.deepArrays(200_000),
    'bad-bomb.pdf': hostile.bombPdf(200),
  };
}

await main(process.argv[2]);
