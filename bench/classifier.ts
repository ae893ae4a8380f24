import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ClassWeights, classify } from '../src/server/features/income/text/classify';
import { CLASSES } from '../tests/sampleDocuments/makeSheet';
import { readFolder } from './classifier/folder';
import { makeSamples, type Sample } from './classifier/samples';
import { train } from './classifier/train';

const FILE = path.join(import.meta.dirname, '../src/server/features/income/class-weights.json');
const TRAIN_SEED = 11;
const HELD_SEED = 29;

/**
 * `npm run bench:classifier`: trains on some styles, and reports the accuracy of the saved weights on these and other
 * styles. `-- --write` saves the new weights first.
 * `DOCUMENTS_FOLDER=<folder>` adds real documents named `<class>__<anything>.pdf`.
 */
async function main(): Promise<void> {
  const trained = await makeSamples('trained', 36, TRAIN_SEED);
  const weights = train(trained, TRAIN_SEED);
  if (process.argv.includes('--write')) writeFileSync(FILE, `${JSON.stringify(weights, null, 2)}\n`);
  const kept = JSON.parse(readFileSync(FILE, 'utf8')) as ClassWeights;
  console.log(
    `trained on ${trained.length} documents of ${CLASSES.length} classes, ${Object.keys(weights.words).length} words`,
  );
  report('trained layouts, other documents', kept, await makeSamples('trained', 12, HELD_SEED));
  report('layouts never trained on', kept, await makeSamples('held', 40, HELD_SEED));
  const folder = process.env.DOCUMENTS_FOLDER;
  if (folder) console.log(`\ndocuments in ${folder}\n${await readFolder(folder)}`);
  // Ends the reading processes, because they wait for more files.
  process.exit(0);
}

function report(what: string, weights: ClassWeights, samples: readonly Sample[]): void {
  const predictions = samples.map(({ cells }) => classify(weights, cells));
  const right = predictions.filter(({ name }, n) => samples[n]?.name === name);
  const sure = predictions.filter(({ confidence }) => confidence >= 0.6);
  const sureRight = sure.filter((one) => samples[predictions.indexOf(one)]?.name === one.name);
  console.log(
    `\n${what}: ${right.length} of ${predictions.length} right (${percent(right.length, predictions.length)})`,
  );
  console.log(
    `confident (0.6 or more) in ${percent(sure.length, predictions.length)}, and correct in ${percent(sureRight.length, sure.length)} of those`,
  );
  for (const name of CLASSES) {
    const answers = predictions.filter((_, n) => samples[n]?.name === name).map((one) => one.name);
    const counts = CLASSES.flatMap((one) => {
      const count = answers.filter((answer) => answer === one).length;
      return count ? [`${one} ${count}`] : [];
    });
    console.log(`  ${name.padEnd(15)} → ${counts.join(', ')}`);
  }
}

const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)}%`;

await main();
