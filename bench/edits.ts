import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startBuiltServer } from './support/builtServer';

const ROUNDS = 5;
const MAX_MS = 60_000;

/** `npm run bench:edits`: prints how long staff wait for each tool after an edit of schemas/ (docs/speed.md). */
async function main(): Promise<void> {
  const folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'bench-edits-')), 'schemas');
  cpSync('schemas', folder, { recursive: true });
  const server = await startBuiltServer(process.cwd(), { SCHEMAS_DIR: folder });
  const [load = 0] = os.loadavg();
  try {
    console.log('| after an edit, until | median, s | slowest, s |\n| --- | --: | --: |');
    print('the page has the new label', await repeat((n) => timeLabel(server.address, folder, n)));
    print('a rejected edit is named at `/readyz`', await repeat(() => timeRejection(server.address, folder)));
    for (const command of ['lint', 'prove ssn', 'prove'])
      print(
        `\`npm run schemas -- ${command}\` ends`,
        await repeat(() => timeCommand(command), command === 'prove' ? 2 : 3),
      );
    console.log(`\nThe load was ${load.toFixed(1)} at the start and ${os.loadavg()[0]?.toFixed(1)} at the end.`);
  } finally {
    await server.stop();
    rmSync(path.dirname(folder), { recursive: true });
  }
}

async function repeat(measure: (round: number) => Promise<number> | number, rounds = ROUNDS): Promise<number[]> {
  const times: number[] = [];
  for (let round = 1; round <= rounds; round++) times.push(await measure(round));
  return times.sort((a, b) => a - b);
}

function print(what: string, times: readonly number[]): void {
  const [median = 0, slowest = 0] = [times[Math.floor(times.length / 2)], times.at(-1)];
  console.log(`| ${what} | ${(median / 1000).toFixed(1)} | ${(slowest / 1000).toFixed(1)} |`);
}

async function timeLabel(address: string, folder: string, round: number): Promise<number> {
  const label = `Your first name, ${round}`;
  replaceIn(folder, 'translations/es.json', /"texts": \{/, `"texts": { ${JSON.stringify(label)}: "Nombre ${round}",`);
  replaceIn(folder, 'definitions/first-name.json', /"title": "[^"]*"/, `"title": ${JSON.stringify(label)}`);
  const url = `${address}/api/forms/entry/registration`;
  const headers = { url: 'open', entry: '/Property/demo/harbor-view/open' };
  return until(async () => (await (await fetch(url, { headers })).text()).includes(label));
}

async function timeRejection(address: string, folder: string): Promise<number> {
  const isHeld = async () => (await (await fetch(`${address}/readyz`)).text()).includes('not-json');
  const file = path.join(folder, 'ssn.schema.json');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('{', '{,'));
  const took = await until(isHeld);
  writeFileSync(file, text);
  await until(async () => !(await isHeld()));
  return took;
}

function replaceIn(folder: string, name: string, from: RegExp, to: string): void {
  const file = path.join(folder, name);
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
}

async function until(isDone: () => Promise<boolean>): Promise<number> {
  const start = performance.now();
  while (!(await isDone())) {
    if (performance.now() - start > MAX_MS)
      throw new Error(`The server didn't apply the edit within ${MAX_MS / 1000} s`);
    await wait(20);
  }
  return performance.now() - start;
}

function timeCommand(command: string): number {
  const start = performance.now();
  const { status, stderr } = spawnSync('npm', ['run', '-s', 'schemas', '--', ...command.split(' ')], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${command}: ${stderr}`);
  return performance.now() - start;
}

await main();
