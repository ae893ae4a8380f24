import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { playwrightCount, trustCount, vitestCount } from './counts';
import { type Outcome, REPORTS, report, runStage, type Stage } from './stage';

/**
 * Every check of the project: `npm test`, or `npm test -- types lint` for some of them; `--help` lists them.
 * A name that is no stage ends it at once, with the list: nothing run is not a pass.
 */
async function main(): Promise<void> {
  const words = process.argv.slice(2);
  if (words.includes('--help') || words.includes('-h')) return console.log(help());
  const unknown = words.filter((word) => !STAGES.some(([name]) => name === word));
  if (unknown.length) return refuse(unknown);
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const wanted = (name: StageName) => (words.length ? words.includes(name) : !ON_THEIR_OWN.includes(name));
  const outcomes: Outcome[] = [];
  for (const group of await groups(wanted)) outcomes.push(...(await Promise.all(group.map(runStage))));
  report(outcomes);
}

const STAGES = [
  ['types', 'TypeScript 7 over the whole project'],
  ['lint', 'Biome: rules and formatting; npm run format mends what it can'],
  ['rooms', 'which way the rooms, features and packages may be imported'],
  ['unused', 'files, exports and packages that nothing uses'],
  ['unit', 'all that Vitest runs: the model, pages, and the API on each database'],
  ['build', 'the app and the server, as they are deployed'],
  ['browser', 'whole journeys in Chromium against the built server'],
  ['trust', 'what must not break: kills, outages, load (npm run trust; not part of a plain npm test)'],
] as const;

type StageName = (typeof STAGES)[number][0];

/** Longer than one waits for: .ci/run runs them as well. */
const ON_THEIR_OWN: StageName[] = ['trust'];

function help(): string {
  const lines = STAGES.map(([name, what]) => `  ${name.padEnd(8)} ${what}`);
  return `npm test [-- stage …]   without a stage: all but ${ON_THEIR_OWN.join(', ')}\n\n${lines.join('\n')}`;
}

function refuse(unknown: string[]): void {
  console.error(`There is no stage '${unknown.join("', '")}'.\n\n${help()}`);
  process.exitCode = 2;
}

/** Two cores: what is quick goes side by side, what has deadlines goes by itself (docs/decisions/023). */
async function groups(wanted: (name: StageName) => boolean): Promise<Stage[][]> {
  const needsBrowser = wanted('unit') || wanted('browser') || wanted('trust');
  const chromium = needsBrowser ? (await import('./chromium')).findChromium() : '';
  const all: (Stage & { name: StageName })[][] = [
    [
      { name: 'types', command: ['node', 'node_modules/typescript7/bin/tsc', '--noEmit', '-p', '.'] },
      { name: 'lint', command: ['npx', 'biome', 'ci', '.'] },
      { name: 'rooms', command: ['npx', 'depcruise', 'src', 'widgets', 'e2e', '--config', '.dependency-cruiser.cjs'] },
      { name: 'unused', command: ['npx', 'knip'] },
      { name: 'build', command: ['npm', 'run', '-s', 'build'] },
    ],
    [
      {
        name: 'unit',
        command: vitest(),
        env: { CHROMIUM_PATH: chromium, ...(wanted('build') && { BUILT_SERVER: '1' }) },
        count: vitestCount,
      },
    ],
    [
      {
        name: 'browser',
        command: ['npx', 'playwright', 'test'],
        env: await browserEnv(chromium),
        count: playwrightCount,
      },
    ],
    [{ name: 'trust', command: ['npm', 'run', '-s', 'trust'], env: { CHROMIUM_PATH: chromium }, count: trustCount }],
  ];
  return all.map((group) => group.filter(({ name }) => wanted(name)));
}

function vitest(): string[] {
  return ['npx', 'vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORTS}/unit.json`];
}

async function browserEnv(chromium: string) {
  const { E2E_PORT = String(await freePort()) } = process.env;
  return { CHROMIUM_PATH: chromium, E2E_PORT, PLAYWRIGHT_JSON_OUTPUT_NAME: `${REPORTS}/browser.json` };
}

/** A port that nothing listens on: a run that was broken off may have left its server behind. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

await main();
