import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { scorePainted } from '../tests/sampleDocuments/pays/scorePainted';
import { type EditScore, type GenuineScore, scoreEdits, scoreGenuine } from '../tests/sampleDocuments/pays/scorePays';
import { SECOND_LAYOUTS } from '../tests/sampleDocuments/pays/secondLayouts';
import { SPANISH_LAYOUTS } from '../tests/sampleDocuments/pays/spanishLayouts';
import { THIRD_LAYOUTS } from '../tests/sampleDocuments/pays/thirdLayouts';
import { type PayLayout, TUNED_LAYOUTS } from '../tests/sampleDocuments/pays/tunedLayouts';
import { UNSEEN_LAYOUTS } from '../tests/sampleDocuments/pays/unseenLayouts';
import { paddleReader } from './documents/paddleReader';
import { scorePictures } from './documents/pictures';
import {
  type DocumentScore,
  documentTable,
  type Medium,
  type PageReader,
  readDocuments,
} from './documents/readDocuments';

const SEED = 71;

/**
 * `npm run bench:documents`: reports how well pay stubs are read, and which edits are detected.
 * `-- tuned` skips the unseen layouts. `-- pictures` reads generated scans and photos. `-- <folder>` reads real
 * documents.
 * With the last two, `--paddle <folder>` reads pictures with PP-OCR (paddle.mjs).
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { paddle: { type: 'string' } }, allowPositionals: true });
  const [what] = positionals;
  const reader = values.paddle ? paddleReader(values.paddle) : undefined;
  const tuned = { ...TUNED_LAYOUTS, ...SECOND_LAYOUTS, ...THIRD_LAYOUTS };
  if (what === 'pictures')
    console.log(reportDocuments(byMedium('generated', await scorePictures(tuned, SEED, reader))));
  else if (what && what !== 'tuned') console.log(reportDocuments(await readGroups(what, reader)));
  else {
    await report('layouts used to improve the reader', { ...tuned, ...SPANISH_LAYOUTS });
    if (what !== 'tuned') await report('layouts set aside earlier', UNSEEN_LAYOUTS);
  }
  // Ends the reading processes, because they wait for more files.
  process.exit(0);
}

async function report(group: string, layouts: Record<string, PayLayout>): Promise<void> {
  console.log(`\n${group}\n\n${genuineTable(await scoreGenuine(layouts, SEED))}`);
  console.log(`\n${editTable([...(await scoreEdits(layouts, SEED)), ...(await scorePainted(layouts, SEED))])}`);
}

async function readGroups(folder: string, reader?: PageReader): Promise<Record<string, DocumentScore[]>> {
  const groups = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
  const folders = groups.length ? groups.map(({ name }) => name) : ['.'];
  const all: Record<string, DocumentScore[]> = {};
  for (const name of folders)
    Object.assign(all, byMedium(`public, ${name}`, await readDocuments(path.join(folder, name), reader)));
  return all;
}

const MEDIA: Medium[] = ['text', 'scan', 'photo', 'angled photo'];

function byMedium(group: string, scores: readonly DocumentScore[]): Record<string, DocumentScore[]> {
  const found = MEDIA.map((medium): [string, DocumentScore[]] => [
    `${group}, ${medium}`,
    scores.filter((one) => one.medium === medium),
  ]);
  return Object.fromEntries(found.filter(([, some]) => some.length > 0));
}

/** Lists confident errors first. */
function reportDocuments(groups: Record<string, DocumentScore[]>): string {
  const all = Object.values(groups).flat();
  const line = ({ name, right, contradictions, found }: DocumentScore) =>
    `  ${name}: ${
      Object.entries(right)
        .flatMap(([figure, isRight]) => (isRight === false ? [figure] : []))
        .join(', ') || 'right'
    } ${contradictions.join(', ')} ${found}`;
  const wrong = all.filter(({ isWrong }) => isWrong);
  const others = all.filter(({ isWrong }) => !isWrong);
  return [`${wrong.length} certain, but wrong`, ...wrong.map(line), documentTable(groups), ...others.map(line)].join(
    '\n',
  );
}

const FIGURES = ['wrong', 'class', 'gross', 'month', 'period', 'name', 'year'] as const;

function genuineTable(scores: readonly GenuineScore[]): string {
  const all = scores.reduce((sum, one) => ({
    ...add(sum, one),
    layout: 'all',
    flagged: [...sum.flagged, ...one.flagged],
  }));
  const rows = [...scores, all].map(
    (score) =>
      `| ${score.layout} | ${FIGURES.map((name) => score[name]).join(' | ')} | ${score.flagged.length} | ${score.count} |`,
  );
  const head = `| layout | certain, but wrong | ${FIGURES.slice(1).join(' | ')} | sentences to the office | stubs |`;
  const wrongFlags = scores.flatMap(({ layout, flagged }) => flagged.map((one) => `  ${layout}: ${one}`));
  return [head, `|---|${'--:|'.repeat(FIGURES.length + 2)}`, ...rows, ...wrongFlags].join('\n');
}

function add(one: GenuineScore, other: GenuineScore): GenuineScore {
  const sums = ['count', ...FIGURES] as const;
  return { ...one, ...Object.fromEntries(sums.map((name) => [name, one[name] + other[name]])) };
}

function editTable(scores: readonly EditScore[]): string {
  const rows = scores.map(
    ({ edit, noticed, missed }) =>
      `| ${edit} | ${noticed.length} of ${noticed.length + missed.length} | ${missed.join(', ')} |`,
  );
  const most = scores.filter(({ noticed, missed }) => noticed.length > 0 && noticed.length >= 3 * missed.length);
  return [
    '| edit | detected in | missed in |',
    '|---|--:|---|',
    ...rows,
    `${most.length} of ${scores.length} kinds of edits are detected in at least three quarters of the layouts.`,
  ].join('\n');
}

await main();
