import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mode, Outcome, Suite } from './suite';
import { requireBuild } from './support/requireBuild';

/**
 * `npm run trust` (quick), `npm run trust -- long`, `npm run trust -- kill load` for some suites.
 *
 * A suite is a file `<name>.trust.ts` in this folder whose default export is a `Suite` ({ name, run(mode) }, suite.ts): it tries its N
 * cases against the built server (support/builtServer.ts), or against a server of its own, and gives back n, figure and failures. It
 * prints nothing, stops what it starts, takes free ports and temporary folders, and throws only when it is itself broken.
 * Suites run one after another, since some of them measure. All quick parts together stay below six minutes on two cores.
 */
async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const mode: Mode = words.includes('long') ? 'long' : 'quick';
  const wanted = words.filter((word) => word !== 'long' && word !== 'quick');
  requireBuild();
  const all: Told[] = [];
  for (const suite of await loadSuites(wanted)) all.push(tell(await time(suite, mode)));
  report(all);
}

interface Told extends Outcome {
  name: string;
  seconds: number;
}

async function loadSuites(wanted: string[]): Promise<Suite[]> {
  const folder = path.dirname(fileURLToPath(import.meta.url));
  const names = readdirSync(folder).flatMap((file) => /^(.+)\.trust\.ts$/.exec(file)?.[1] ?? []);
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length) throw new Error(`No suite '${unknown.join("', '")}': there are ${names.join(', ')}`);
  const chosen = names.filter((name) => !wanted.length || wanted.includes(name)).sort();
  return Promise.all(chosen.map(async (name) => (await import(`./${name}.trust.ts`)).default as Suite));
}

async function time({ name, run }: Suite, mode: Mode): Promise<Told> {
  const started = Date.now();
  const outcome = await run(mode).catch((error: Error): Outcome => {
    return { n: 0, figure: 'the suite itself broke', failures: [error.stack ?? String(error)] };
  });
  return { name, ...outcome, seconds: Math.round((Date.now() - started) / 1000) };
}

function tell(told: Told): Told {
  const { name, n, figure, failures, notRun = [], seconds } = told;
  console.log(`${failures.length ? 'FAIL' : 'ok  '} ${name.padEnd(12)} N=${n}  ${figure}  (${seconds} s)`);
  for (const failure of failures.slice(0, 20)) console.log(`       ${failure}`);
  if (failures.length > 20) console.log(`       and ${failures.length - 20} more`);
  for (const part of notRun) console.log(`       not run: ${part}`);
  return told;
}

function report(all: Told[]): void {
  const failed = all.filter(({ failures, n }) => failures.length > 0 || n === 0).length;
  const passed = all.length - failed;
  mkdirSync('test-results/reports', { recursive: true });
  writeFileSync('test-results/reports/trust.json', JSON.stringify({ passed, failed, suites: all }, null, 2));
  const seconds = all.reduce((total, one) => total + one.seconds, 0);
  console.log(`\ntrust: ${passed} passed, ${failed} failed, ${seconds} s`);
  process.exit(failed ? 1 : 0);
}

await main();
