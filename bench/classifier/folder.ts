import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readContent } from '../../src/server/features/income/readIncomeDocument';

const MIN_CERTAINTY = 0.6;

/** Reads each PDF in a folder and compares its class with its file name. */
export async function readFolder(folder: string): Promise<string> {
  const rows: string[] = [];
  const counts = { text: 0, right: 0, wrongKind: 0 };
  for (const name of readdirSync(folder)
    .filter((one) => one.endsWith('.pdf'))
    .sort()) {
    const reading = await readContent(readFileSync(path.join(folder, name)), 'bench');
    const [wanted] = name.split('__');
    const found = reading.class;
    const isRight = found?.name === wanted;
    if (found) counts.text += 1;
    if (isRight) counts.right += 1;
    if (found && !isRight && found.name !== 'other' && found.confidence >= MIN_CERTAINTY) counts.wrongKind += 1;
    const stubs = reading.stubs.map(({ gross, from, to, payDate }) => ({ gross, from, to, payDate }));
    const result = found ? `${found.name} ${found.confidence}` : (reading.problem ?? 'no text');
    rows.push(
      `  ${isRight || !found ? ' ' : '×'} ${name.padEnd(36)} ${result} ${stubs.length ? JSON.stringify(stubs) : ''}`,
    );
  }
  const sums = `${counts.right} of ${counts.text} with text have the right class, ${counts.wrongKind} are confidently taken for a requested type that they aren't`;
  return [...rows, sums].join('\n');
}
