import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRandom } from '../../../e2e/support/scan/random';
import { findContradictions } from '../../../src/model/income/checks/compareStubs';
import type { DocumentReading, PayStub } from '../../../src/model/income/checks/documentChecks';
import { isSameName } from '../../../src/model/income/checks/sameName';
import { documentGross } from '../../../src/model/income/grossPay';
import { monthlyPay } from '../../../src/model/income/pay';
import { analyzeDocument } from '../../../src/server/features/income/analyzeDocument';
import { drawSheet } from '../drawSheet';
import { money, type Sheet } from '../sheet';
import { EDITS } from './edits';
import { inventPay, type Job, type Pay, payBefore, QUIRKS } from './inventPay';
import type { PayLayout } from './tunedLayouts';

type Layouts = Record<string, PayLayout>;

const TODAY = '2026-11-21';
const JOBS: Job[] = ['hourly', 'salaried', 'tips', 'commission'];

/** The server's PDF reader runs in this process, because a process for each of hundreds of files takes minutes. */
const reader = pathToFileURL(path.resolve('src/server/platform/files/workers/pdfText.mjs')).href;

/** Prints paychecks in a layout as one file, and reads it. */
export async function readPay(layout: PayLayout, ...pays: Pay[]): Promise<DocumentReading> {
  return readSheet({ producer: 'Invented Payroll', pages: pays.flatMap(layout) });
}

export async function readSheet(sheet: Sheet): Promise<DocumentReading> {
  const { default: readText } = await import(/* @vite-ignore */ reader);
  return analyzeDocument(await readText(await drawSheet(sheet)));
}

export interface GenuineScore {
  layout: string;
  count: number;
  class: number;
  gross: number;
  /** Stubs that were read with a wrong gross or monthly amount. */
  wrong: number;
  month: number;
  period: number;
  name: number;
  year: number;
  flagged: string[];
}

/** Scores how each layout is read, with every job and quirk. */
export async function scoreGenuine(
  layouts: Layouts,
  seed: number,
  quirks = Object.keys(QUIRKS),
): Promise<GenuineScore[]> {
  const scores: GenuineScore[] = [];
  for (const [layout, print] of Object.entries(layouts)) {
    const random = createRandom(seed);
    const score = {
      layout,
      count: 0,
      class: 0,
      gross: 0,
      wrong: 0,
      month: 0,
      period: 0,
      name: 0,
      year: 0,
      flagged: [],
    };
    for (const quirk of quirks)
      for (const job of JOBS) {
        const frequency = layout === 'tips' ? 'Weekly' : undefined;
        const pay = (QUIRKS[quirk] ?? ((one) => one))(inventPay(random, TODAY, job, frequency));
        addReading(score, print, pay, await readPay(print, pay), `${quirk}, ${job}`);
      }
    scores.push(score);
  }
  return scores;
}

function addReading(
  score: GenuineScore,
  print: PayLayout,
  pay: Pay,
  { class: found, stubs }: DocumentReading,
  which: string,
): void {
  const stub: PayStub = stubs[0] ?? {};
  const month = documentGross(stubs);
  const isMonth = month !== undefined && Math.abs(month - monthlyPay(pay.gross, pay.frequency)) < 0.02;
  score.count += 1;
  score.class += Number(found?.name === 'paystub');
  score.gross += Number(stub.gross === pay.gross);
  score.wrong += Number((stub.gross !== undefined && stub.gross !== pay.gross) || (month !== undefined && !isMonth));
  score.month += Number(isMonth);
  score.period += Number(stub.from === pay.from && stub.to === pay.to);
  const person = { first_name: pay.first, last_name: pay.last };
  score.name += Number((stub.names ?? []).some((name) => isSameName(name, person)));
  // Compares digits only, because some layouts print a comma before the cents.
  const isPrinted = digits(JSON.stringify(print(pay))).includes(digits(money(pay.grossYear)));
  score.year += Number(
    isPrinted ? Math.abs((stub.grossToDate ?? 0) - pay.grossYear) < 0.01 : stub.grossToDate === undefined,
  );
  for (const { kind } of findContradictions(stubs)) score.flagged.push(`${which}: ${kind}`);
}

const digits = (text: string) => text.replace(/[.,]/g, '');

export interface EditScore {
  edit: string;
  noticed: string[];
  missed: string[];
}

/** Returns the layouts in which each edit is detected or missed, without layouts that don't print the figure. */
export async function scoreEdits(layouts: Layouts, seed: number, edits = Object.keys(EDITS)): Promise<EditScore[]> {
  const scores: EditScore[] = [];
  for (const edit of edits) {
    const score: EditScore = { edit, noticed: [], missed: [] };
    for (const [layout, print] of Object.entries(layouts)) {
      const pay = inventPay(createRandom(seed), TODAY, 'hourly', layout === 'tips' ? 'Weekly' : 'Bi-Weekly');
      const edited = EDITS[edit]?.(pay) ?? pay;
      if (JSON.stringify(print(edited)) === JSON.stringify(print(pay))) continue;
      const { stubs } = await readPay(print, payBefore(pay), edited);
      (findContradictions(stubs).length ? score.noticed : score.missed).push(layout);
    }
    scores.push(score);
  }
  return scores;
}
