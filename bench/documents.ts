import { type EditScore, type HonestScore, scoreEdits, scoreHonest } from '../tests/papers/pays/scorePays';
import { SECOND_LAYOUTS } from '../tests/papers/pays/secondLayouts';

import { THIRD_LAYOUTS } from '../tests/papers/pays/thirdLayouts';
import { type PayLayout, TUNED_LAYOUTS } from '../tests/papers/pays/tunedLayouts';
import { UNSEEN_LAYOUTS } from '../tests/papers/pays/unseenLayouts';
import { readFolder } from './classifier/folder';

const SEED = 71;

/**
 * `npm run bench:documents`: how pay stubs are read by layout, and which edits of them are noticed. `-- tuned` leaves out the layouts
 * that nobody looks at while the reader changes; `-- <folder>` reads real papers, named <class>__<anything>.pdf.
 */
async function main(): Promise<void> {
  const [what] = process.argv.slice(2);
  if (what && what !== 'tuned') {
    console.log(await readFolder(what));
    process.exit(0);
  }
  await report('layouts the reader was improved with', { ...TUNED_LAYOUTS, ...SECOND_LAYOUTS, ...THIRD_LAYOUTS });
  if (what !== 'tuned') await report('layouts set aside before', UNSEEN_LAYOUTS);
  // The reading processes stay open for the next file.
  process.exit(0);
}

async function report(group: string, layouts: Record<string, PayLayout>): Promise<void> {
  console.log(`\n${group}\n\n${honestTable(await scoreHonest(layouts, SEED))}`);
  console.log(`\n${editTable(await scoreEdits(layouts, SEED))}`);
}

const FIGURES = ['wrong', 'class', 'gross', 'month', 'period', 'name', 'year'] as const;

function honestTable(scores: readonly HonestScore[]): string {
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
  const told = scores.flatMap(({ layout, flagged }) => flagged.map((one) => `  ${layout}: ${one}`));
  return [head, `|---|${'--:|'.repeat(FIGURES.length + 2)}`, ...rows, ...told].join('\n');
}

function add(one: HonestScore, other: HonestScore): HonestScore {
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
    '| edit | noticed in | missed in |',
    '|---|--:|---|',
    ...rows,
    `${most.length} of ${scores.length} kinds are noticed in at least three of four layouts.`,
  ].join('\n');
}

await main();
