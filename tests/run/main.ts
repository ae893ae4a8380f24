import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { hasPostgres, noPostgres } from '../trust/support/postgres';
import { ownCount, playwrightCount, vitestCount } from './counts';
import { type Outcome, REPORTS, report, runStage, type Stage } from './stage';
import { chooseTodaysTurn } from './turns';

/**
 * Runs the project's checks: `npm test`, `npm test -- types lint` for some, `npm test -- all`; `--help` lists them. An
 * unknown name ends the run with the list, because a run without checks isn't a pass.
 */
async function main(): Promise<void> {
  const words = process.argv.slice(2);
  if (words.includes('--help') || words.includes('-h')) return console.log(help());
  const unknown = words.filter((word) => word !== ALL && !STAGES.some(([name]) => name === word));
  if (unknown.length) return refuse(unknown);
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const isNamed = (name: StageName) => words.includes(name);
  // These stages start the built server.
  const isNeeded = (name: StageName) => name === 'build' && [...OTHER_NODES, 'engines' as const].some(isNamed);
  const isWanted = (name: StageName) => isNamed(name) || isNeeded(name) || words.includes(ALL);
  const wanted = (name: StageName) => (words.length ? isWanted(name) : !SEPARATE_STAGES.includes(name));
  const outcomes: Outcome[] = [];
  for (const group of await groups(wanted, isNamed)) outcomes.push(...(await Promise.all(group.map(runStage))));
  report(outcomes);
}

const STAGES = [
  ['types', 'TypeScript 7 over the whole project'],
  ['lint', 'Biome: rules and formatting; npm run format fixes what it can'],
  [
    'spelling',
    'cspell: American spelling in code, docs and messages; docs/glossary.md lists the extra words it accepts',
  ],
  ['reading', 'messages that are too hard to read, or use a word that docs/glossary.md replaces'],
  ['imports', 'which folders, features and packages may import which'],
  ['unused', 'files, exports and packages that nothing uses'],
  [
    'unit',
    "Vitest: the model, pages, and the API on PostgreSQL, or on the embedded database if PostgreSQL isn't running",
  ],
  ['build', 'builds the app and the server as they are deployed'],
  ['browser', 'complete journeys in Chromium on the built server'],
  [
    'embedded',
    "Vitest: the API on the embedded database; with 'all', a quarter of the files, different ones for each day and commit",
  ],
  [
    'long-unit',
    "the rest of Vitest: reading scans and photos, killing processes, and changing forms while a server runs; with 'all', a quarter of it",
  ],
  [
    'long-browser',
    "the rest in Chromium: how pages open, lists, households, cameras, all messages, and edited forms; with 'all', a quarter of it",
  ],
  ['engines', 'one application, from the entry link to the success page, in Firefox and WebKit (npm run e2e:engines)'],
  ['node22', "types, tests that depend on Node, and the built server on Node 22; with 'all', fewer tests"],
  ['node24', 'the same on Node 24'],
  [
    'trust',
    "checks that the portal survives kills, outages and load (npm run trust); with 'all', one of the three longest suites and a third of the others",
  ],
  [
    'breaks',
    'breaks three lines of code, different ones for each day and commit, and checks that their tests fail (npm run breaks)',
  ],
] as const;

/** Checked without a cache, which would miss words removed from docs/glossary.md. */
const SPELLED = '**/*.{ts,tsx,mjs,cjs,md,json}';

type StageName = (typeof STAGES)[number][0];
type Choice = (name: StageName) => boolean;

const USE_BROWSER: StageName[] = ['unit', 'browser', 'embedded', 'long-unit', 'long-browser', 'trust'];

/** Too slow for every run. .ci/run runs everything, including these. */
const SEPARATE_STAGES: StageName[] = [
  'embedded',
  'long-unit',
  'long-browser',
  'engines',
  'node22',
  'node24',
  'trust',
  'breaks',
];

const OTHER_NODES = ['node22', 'node24'] as const;

const ALL = 'all';

function help(): string {
  const lines = STAGES.map(([name, what]) => `  ${name.padEnd(12)} ${what}`);
  const without = `without a stage: all but ${SEPARATE_STAGES.join(', ')}`;
  return `npm test [-- stage …]   ${without}\nnpm test -- ${ALL}           every stage\n\n${lines.join('\n')}`;
}

function refuse(unknown: string[]): void {
  console.error(`There's no stage '${unknown.join("', '")}'.\n\n${help()}`);
  process.exitCode = 2;
}

/** For two cores: quick stages run side by side, stages with deadlines run alone (docs/decisions/023). */
async function groups(wanted: Choice, isNamed: Choice): Promise<Stage[][]> {
  const needsBrowser = USE_BROWSER.some(wanted);
  const chromium = needsBrowser ? (await import('./chromium')).findChromium() : '';
  // Tests start the built server only if this run built it.
  const env = { CHROMIUM_PATH: chromium, ...(wanted('build') && { BUILT_SERVER: '1' }) };
  const all: (Stage & { name: StageName })[][] = [
    [
      { name: 'types', command: ['node', 'node_modules/typescript7/bin/tsc', '--noEmit', '-p', '.'] },
      { name: 'lint', command: ['npx', 'biome', 'ci', '.'] },
      { name: 'spelling', command: ['npx', 'cspell', 'lint', '--no-progress', SPELLED] },
      { name: 'reading', command: ['npx', 'tsx', 'tests/language/checkReading.ts'] },
      {
        name: 'imports',
        command: ['npx', 'depcruise', 'src', 'widgets', 'e2e', '--config', '.dependency-cruiser.cjs'],
      },
      { name: 'unused', command: ['npx', 'knip'] },
      { name: 'build', command: ['npm', 'run', '-s', 'build'] },
    ],
    wanted('unit') ? [vitest('unit', ['--project=!long'], { ...env, TEST_ENGINE: await chooseDatabase() })] : [],
    [await browser('browser', chromium)],
    wanted('embedded') ? [embedded(isNamed('embedded'), env)] : [],
    wanted('long-unit') ? [vitest('long-unit', ['--project=long', ...quarter(isNamed('long-unit'))], env)] : [],
    wanted('long-browser') ? [await browser('long-browser', chromium, quarter(isNamed('long-browser')))] : [],
    [{ name: 'engines', command: ['npm', 'run', '-s', 'e2e:engines'], count: () => ownCount('engines') }],
    OTHER_NODES.map((name) => otherNode(name, isNamed(name) ? [] : ['--short'])),
    [
      {
        name: 'trust',
        command: ['npm', 'run', '-s', 'trust', ...(isNamed('trust') ? [] : ['--', '--turn'])],
        env: { CHROMIUM_PATH: chromium },
        count: () => ownCount('trust'),
      },
    ],
    [{ name: 'breaks', command: ['npm', 'run', '-s', 'breaks', '--', '--turn', '3'], count: () => ownCount('breaks') }],
  ];
  return all.map((group) => group.filter(({ name }) => wanted(name)));
}

function vitest(name: 'unit' | 'embedded' | 'long-unit', which: string[], env: Record<string, string>) {
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORTS}/${name}.json`];
  return { name, command: ['npx', 'vitest', 'run', ...which, ...reports], env, count: () => vitestCount(name) };
}

function otherNode(name: (typeof OTHER_NODES)[number], options: string[]) {
  const command = ['npx', 'tsx', 'tests/run/otherNode.ts', name.replace('node', ''), ...options];
  return { name, command, count: () => vitestCount(name) };
}

async function chooseDatabase(): Promise<'PostgreSQL' | 'PGlite'> {
  if (await hasPostgres()) return 'PostgreSQL';
  console.log(`${noPostgres}: the API is tested on the embedded database`);
  return 'PGlite';
}

function embedded(isNamed: boolean, env: Record<string, string>) {
  const all = testsOfBoth();
  const files = isNamed ? all : chooseTodaysTurn(Math.ceil(all.length / 4), all);
  return vitest('embedded', ['--project=!long', ...files], { ...env, TEST_ENGINE: 'PGlite' });
}

/** Lists the test files that run on each database. */
function testsOfBoth(): string[] {
  const files = readdirSync('tests/server', { recursive: true, encoding: 'utf8' }).map((file) =>
    path.join('tests/server', file),
  );
  return files.filter((file) => file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes('each(engines)'));
}

/** A long stage that isn't named runs a quarter of its tests, depending on the day and commit (docs/decisions/036). */
function quarter(isNamed: boolean): string[] {
  return isNamed ? [] : [`--shard=${chooseTodaysTurn(1, [1, 2, 3, 4])}/4`];
}

async function browser(name: 'browser' | 'long-browser', chromium: string, options: string[] = []) {
  const { E2E_PORT = String(await freePort()) } = process.env;
  return {
    name,
    command: ['npx', 'playwright', 'test', `--project=${name}`, ...options],
    env: { CHROMIUM_PATH: chromium, E2E_PORT, PLAYWRIGHT_JSON_OUTPUT_NAME: `${REPORTS}/${name}.json` },
    count: () => playwrightCount(name),
  };
}

/** Finds a free port, because an aborted run may have left its server behind. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

await main();
