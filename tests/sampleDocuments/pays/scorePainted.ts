import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRandom } from '../../../e2e/support/scan/random';
import { findContradictions } from '../../../src/model/income/checks/compareStubs';
import { analyzeDocument } from '../../../src/server/features/income/analyzeDocument';
import { COVERING_EDITS, pasteOver, REPLACING_EDITS, repaint } from '../repaint';
import { money, type Sheet } from '../sheet';
import { inventPay } from './inventPay';
import type { EditScore } from './scorePays';
import type { PayLayout } from './tunedLayouts';

type Repaint = (sheet: Sheet, from: string, to: string) => Promise<Buffer>;

/** Nine ways to change the gross pay in a finished page, each detected by its traces in the file and not by a sum. */
export const PAINTED_OVER_EDITS: Record<string, Repaint> = {
  ...Object.fromEntries(
    [...Object.keys(COVERING_EDITS), ...Object.keys(REPLACING_EDITS)].map((how): [string, Repaint] => [
      how,
      (sheet, from, to) => repaint(sheet, from, to, how),
    ]),
  ),
  'a pasted picture and a new figure': pasteOver,
};

const TRACES = ['covered', 'coveredEmpty', 'otherFont', 'otherLine'];
const RAISE = 1200;
const reader = pathToFileURL(path.resolve('src/server/platform/files/workers/pdfText.mjs')).href;

/** Returns the layouts in which the trace of each way is detected, and those in which it's missed. */
export async function scorePainted(layouts: Record<string, PayLayout>, seed: number): Promise<EditScore[]> {
  const { default: readText } = await import(/* @vite-ignore */ reader);
  const scores: EditScore[] = [];
  for (const [how, paint] of Object.entries(PAINTED_OVER_EDITS)) {
    const score: EditScore = { edit: how, noticed: [], missed: [] };
    for (const [layout, print] of Object.entries(layouts)) {
      const pay = inventPay(createRandom(seed), '2026-11-21', 'hourly', layout === 'tips' ? 'Weekly' : 'Bi-Weekly');
      const sheet = { producer: 'Invented Payroll', pages: print(pay).slice(0, 1) };
      // Only if the figure is a separate text, or at the end of one.
      if (!JSON.stringify(sheet).includes(`${money(pay.gross)}"`)) continue;
      const painted = await paint(sheet, money(pay.gross), money(pay.gross + RAISE));
      const { stubs, contradictions = [] } = analyzeDocument(await readText(painted));
      const all = [...findContradictions(stubs), ...contradictions];
      (all.some(({ kind }) => TRACES.includes(kind)) ? score.noticed : score.missed).push(layout);
    }
    scores.push(score);
  }
  return scores;
}
