import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ClassWeights, classify } from '../src/server/features/income/text/classify';
import { CLASSES } from '../tests/papers/makePaper';
import { readFolder } from './classifier/folder';
import { makeSamples, type Sample } from './classifier/samples';
import { train } from './classifier/train';

const FILE = path.join(import.meta.dirname, '../src/server/features/income/class-weights.json');
const TRAIN_SEED = 11;
const HELD_SEED = 29;

/**
 * `npm run bench:classifier`: learns from the trained styles and tells how right it is on styles it never saw; `-- --write` keeps
 * the weights. All of these papers are generated, and by the reader's own authors:
 * `PAPERS_FOLDER=<folder>` adds a table of real ones, named <class>__<anything>.pdf, which are no part of this repository.
 */
async function main(): Promise<void> {
  const trained = await makeSamples('trained', 36, TRAIN_SEED);
  const weights = train(trained, TRAIN_SEED);
  if (process.argv.includes('--write')) writeFileSync(FILE, `${JSON.stringify(weights, null, 2)}\n`);
  const kept = JSON.parse(readFileSync(FILE, 'utf8')) as ClassWeights;
  console.log(
    `trained on ${trained.length} documents of ${CLASSES.length} classes, ${Object.keys(weights.words).length} words`,
  );
  report('the trained styles, other documents', kept, await makeSamples('trained', 12, HELD_SEED));
  report('styles never trained on', kept, await makeSamples('held', 40, HELD_SEED));
  const folder = process.env.PAPERS_FOLDER;
  if (folder) console.log(`\nthe papers in ${folder}\n${await readFolder(folder)}`);
  // The reading processes stay open for the next file.
  process.exit(0);
}

function report(what: string, weights: ClassWeights, samples: readonly Sample[]): void {
  const told = samples.map(({ cells }) => classify(weights, cells));
  const right = told.filter(({ name }, n) => samples[n]?.name === name);
  const sure = told.filter(({ confidence }) => confidence >= 0.6);
  const sureRight = sure.filter((one) => samples[told.indexOf(one)]?.name === one.name);
  console.log(`\n${what}: ${right.length} of ${told.length} right (${percent(right.length, told.length)})`);
  console.log(
    `sure (0.6 or more) of ${percent(sure.length, told.length)}, and right in ${percent(sureRight.length, sure.length)} of those`,
  );
  for (const name of CLASSES) {
    const answers = told.filter((_, n) => samples[n]?.name === name).map((one) => one.name);
    const counts = CLASSES.flatMap((one) => {
      const count = answers.filter((answer) => answer === one).length;
      return count ? [`${one} ${count}`] : [];
    });
    console.log(`  ${name.padEnd(15)} → ${counts.join(', ')}`);
  }
}

const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

await main();
