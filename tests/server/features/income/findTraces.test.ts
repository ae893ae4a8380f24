import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../e2e/support/scan/random';
import type { DocumentReading } from '../../../../src/model/income/checks/documentChecks';
import { analyzeDocument } from '../../../../src/server/features/income/analyzeDocument';
import { drawSheet } from '../../../sampleDocuments/drawSheet';
import { inventPay } from '../../../sampleDocuments/pays/inventPay';
import { PAINTED_OVER_EDITS, scorePainted } from '../../../sampleDocuments/pays/scorePainted';
import { THIRD_LAYOUTS } from '../../../sampleDocuments/pays/thirdLayouts';
import { TUNED_LAYOUTS } from '../../../sampleDocuments/pays/tunedLayouts';
import { addUpdate, COVERING_EDITS, pasteOver, REPLACING_EDITS, repaint } from '../../../sampleDocuments/repaint';
import { money, type Sheet } from '../../../sampleDocuments/sheet';

const pay = inventPay(createRandom(3), '2026-11-21', 'hourly', 'Bi-Weekly');
const sheet: Sheet = { producer: 'Fernwood Payroll 3', pages: TUNED_LAYOUTS.windowed?.(pay) ?? [] };
const [was, raised] = [`$${money(pay.gross)}`, `$${money(pay.gross + 1200)}`];
const reader = pathToFileURL(path.resolve('src/server/platform/files/workers/pdfText.mjs')).href;

async function read(pdf: Buffer): Promise<DocumentReading> {
  const { default: readText } = await import(/* @vite-ignore */ reader);
  return analyzeDocument(await readText(pdf));
}

const tracesIn = ({ stubs }: DocumentReading) =>
  stubs
    .flatMap(({ contradictions = [] }) => contradictions)
    .filter(({ kind }) => ['covered', 'coveredEmpty', 'otherFont', 'otherLine'].includes(kind));

describe('a figure that was painted over', () => {
  it.each(Object.keys(COVERING_EDITS))(
    'is detected with its position, and makes the gross pay uncertain: %s',
    async (how) => {
      const reading = await read(await repaint(sheet, was, raised, how));
      const [trace] = tracesIn(reading);
      expect(trace?.values.under).toBe(was);
      expect(trace?.places).toHaveLength(1);
      expect(reading.stubs[0]?.gross).toBeUndefined();
    },
  );

  it('is reported with the covered and the displayed figure', async () => {
    const [trace] = tracesIn(await read(await repaint(sheet, was, raised, 'a white box and a new figure')));
    expect(trace).toMatchObject({ kind: 'covered', values: { under: was, figure: raised } });
    const [alone] = tracesIn(await read(await repaint(sheet, was, raised, 'a white box alone')));
    expect(alone).toMatchObject({ kind: 'coveredEmpty', values: { under: was } });
  });

  it('is detected below a small picture', async () => {
    expect(tracesIn(await read(await pasteOver(sheet, was, raised)))).toMatchObject([{ kind: 'covered' }]);
  });

  it('isn’t suspected below a see-through marking', async () => {
    const marked = await drawSheet(sheet, {
      paint: (pdf) => pdf.fillOpacity(0.3).rect(0, 0, 400, 300).fill('#ffff00'),
    });
    const reading = await read(marked);
    expect(tracesIn(reading)).toEqual([]);
    expect(reading.stubs[0]?.gross).toBe(pay.gross);
  });
});

describe('a figure that was replaced in the page', () => {
  it.each(Object.keys(REPLACING_EDITS))('is detected by its typeface or its position: %s', async (how) => {
    const kind = how === 'off the line' ? 'otherLine' : 'otherFont';
    expect(tracesIn(await read(await repaint(sheet, was, raised, how)))).toMatchObject([
      { kind, values: { figure: raised }, places: [{ page: 1 }] },
    ]);
  });

  it('isn’t suspected only because a figure is bold', async () => {
    const bold = await repaint(sheet, was, was, 'a white box alone');
    expect(bold.length).toBeGreaterThan(0);
    const honest = await drawSheet(sheet, { paint: (pdf) => pdf.font('Helvetica-Bold').text('12.00', 54, 700) });
    expect(tracesIn(await read(honest))).toEqual([]);
  });
});

describe('a gross pay that was painted over', () => {
  it('is detected in every layout by other authors', { timeout: 60_000 }, async () => {
    const scores = await scorePainted(THIRD_LAYOUTS, 5);
    expect(scores.map(({ edit, missed }) => ({ edit, missed }))).toEqual(
      Object.keys(PAINTED_OVER_EDITS).map((edit) => ({ edit, missed: [] })),
    );
    expect(scores.every(({ noticed }) => noticed.length > 1)).toBe(true);
  });
});

describe('a digital signature', () => {
  // Created with `openssl cms` and a self-signed certificate.
  const signed = readFileSync('tests/sampleDocuments/signed-stub.pdf');

  it('is reported if it covers the whole file and fits its bytes', async () => {
    const reading = await read(signed);
    expect(reading).toMatchObject({ signer: 'Fernwood Payroll', class: { name: 'paystub' } });
    expect(reading.stubs[0]?.gross).toBe(2000);
  });

  it('is not reported if a byte changed, or if something was added after it', async () => {
    const changed = Buffer.from(signed);
    const at = changed.indexOf('/CreationDate');
    changed.write('/CreationTime', at, 'latin1');
    expect((await read(changed)).signer).toBeUndefined();
    expect((await read(addUpdate(signed))).signer).toBeUndefined();
    expect((await read(await drawSheet(sheet))).signer).toBeUndefined();
  });
});

describe('updates at the end of a file', () => {
  it('are counted', async () => {
    const pdf = await drawSheet(sheet);
    expect((await read(pdf)).updates).toBe(0);
    expect((await read(addUpdate(pdf))).updates).toBe(1);
  });
});
