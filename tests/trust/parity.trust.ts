import { createRandom, type Random } from '../../e2e/support/scan/random';
import { validatorRuntime } from '../../src/engine/loadChecker';
import { rjsfChecker } from '../../src/engine/rjsfChecker';
import { keyOf } from '../../src/model/answers/paths';
import { readConfigSettings } from '../../src/model/section/subscriberSettings';
import type {
  Answers,
  Checker,
  Context,
  SampleConfig,
  ServedSection,
  Setting,
  SubscriberSettings,
} from '../../src/model/types';
import { createChecker } from '../../src/model/validation/checker';
import { configKeys } from '../../src/schema-tools/lint/lintConfigs';
import { completeSection } from '../../src/schema-tools/prove/completeSection';
import { createTestServer, type TestServer } from '../support/serverFixture';
import { compareOverHttp } from './parity/overHttp';
import { openPageCheckers } from './parity/pageCheckers';
import { arbitraryAnswers, mutateAnswers } from './parity/payloads';
import type { Mode, Outcome, Suite } from './suite';
import { withBrowser } from './support/withBrowser';

const SEED = 20_261_121;
const TYPES = ['Office', 'Agent', 'Property', 'Floor', 'Unit'] as const;
const LISTS: Context['lists'] = {
  floors: [{ ID: 1, MinimumRent: 0 }],
  units: [{ ID: 2, FloorPlanID: 1 }],
  agents: [],
  offices: [],
};
const SETTINGS: Setting[] = ['Hide', 'Required', 'Optional'];

/** The browser's module must agree with the server: same errors, messages and paths, and same stored answers. */
async function run(mode: Mode): Promise<Outcome> {
  const [payloads, random, sent, inPage] = mode === 'long' ? [100_000, 8, 300, 5000] : [10_000, 0, 40, 400];
  const server = await createTestServer();
  const tally: Tally = { n: 0, wrong: 0, inPage: 0, overHttp: 0, failures: [] };
  try {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const pairs = await pairUp(server, address, random);
    const each = Math.ceil(payloads / pairs.length);
    for (const pair of pairs) comparePair(pair, each, tally);
    await compareInPage(pairs, address, inPage, tally);
    await compareOverHttp(server, sent, tally, (served) => loadFrom(address, served));
    const figure = `${tally.failures.length} disagreements over ${pairs.length} sections × settings × languages, ${tally.wrong} payloads rejected, ${tally.inPage} validated in Chromium, ${tally.overHttp} saved over HTTP in three steps, seed ${SEED}`;
    return { n: tally.n, figure, failures: tally.failures };
  } finally {
    await server.close();
  }
}

interface Tally {
  n: number;
  /** Rejected payloads. A run that rejects all or none proves nothing. */
  wrong: number;
  /** Payloads validated in a real page. */
  inPage: number;
  /** Payloads saved over HTTP. */
  overHttp: number;
  failures: string[];
}

interface Pair {
  name: string;
  served: ServedSection;
  browser: Checker;
  server: Checker;
  /** The server's message in the page's language. */
  say(message: string): string;
  random: Random;
}

/**
 * Returns each section without settings, with every sample of settings, with each of its keys at each setting, and with
 * some invented settings. Each of these pairs has one of the languages, in turn.
 */
async function pairUp({ deps: { forms } }: TestServer, address: string, invented: number): Promise<Pair[]> {
  const pairs: Pair[] = [];
  const random = createRandom(SEED);
  const samples = Object.entries(forms.files).filter(([file]) => file.startsWith('configs/'));
  for (const section of forms.catalog.sectionNames) {
    const settingsByOwner: [string, SubscriberSettings][] = [
      ['no settings', { settings: {} }],
      ...samples.map(([file, content]): [string, SubscriberSettings] => [
        file,
        readConfigSettings(content as SampleConfig),
      ]),
      ...shiftSettings(keysOf(forms, section)),
      ...Array.from({ length: invented }, (_, n): [string, SubscriberSettings] => [
        `invented ${n}`,
        createSettings(keysOf(forms, section), () => random.pick(SETTINGS)),
      ]),
    ];
    for (const [index, [name, settings]] of settingsByOwner.entries()) {
      const languages = ['', ...Object.keys(forms.languages)];
      const language = languages[index % languages.length] ?? '';
      const served: ServedSection = JSON.parse(JSON.stringify(await forms.serveSection(section, settings, language)));
      pairs.push({
        name: `${section} under ${name}${language && ` in ${language}`}`,
        served,
        browser: await loadFrom(address, served),
        server: forms.getChecker(section, settings),
        say: (message) => forms.languages[language]?.[message] ?? message,
        random: createRandom(SEED + pairs.length),
      });
    }
  }
  return pairs;
}

const keysOf = ({ catalog }: TestServer['deps']['forms'], section: string): string[] =>
  configKeys(catalog.section(section).schema).map(({ key }) => key);

/**
 * Returns as many sets of settings as there are values. Over all sets, each key takes each value. Empty without keys.
 */
function shiftSettings(keys: string[]): [string, SubscriberSettings][] {
  if (keys.length === 0) return [];
  return SETTINGS.map((first, turn) => [
    `${keys[0]} ${first} and so on`,
    createSettings(keys, (place) => SETTINGS[(place + turn) % SETTINGS.length] ?? first),
  ]);
}

const createSettings = (keys: string[], settingOf: (place: number) => Setting): SubscriberSettings => ({
  settings: Object.fromEntries(keys.map((key, place) => [key, settingOf(place)])),
});

/** Loads a checker as a page does: the module by HTTP, its helpers from the app, RJSF's validator. */
async function loadFrom(address: string, served: ServedSection): Promise<Checker> {
  const answer = await fetch(address + served.validator);
  const url = `data:text/javascript,${encodeURIComponent(await answer.text())}`;
  const { default: make } = await import(/* @vite-ignore */ url);
  return rjsfChecker(served, createChecker(served, make(validatorRuntime)));
}

function comparePair(pair: Pair, count: number, tally: Tally): void {
  const { random, served, server } = pair;
  const contexts = Array.from({ length: 4 }, () => inventContext(random));
  const good = contexts.map((context) => {
    const done = completeSection({ schema: served.schema, ui: served.ui }, server, context);
    return 'answers' in done ? done.answers : {};
  });
  for (let n = 0; n < count; n++) {
    const place = n % contexts.length;
    const answers =
      n % 4 === 3 ? arbitraryAnswers(random, served.schema) : mutateAnswers(random, served.schema, good[place] ?? {});
    compare(pair, answers, contexts[place] as Context, tally);
  }
}

function compare(pair: Pair, answers: Answers, context: Context, tally: Tally): void {
  const inPage = runCheck(pair.browser, answers, context);
  verify(pair, answers, inPage, runCheck(pair.server, answers, context, pair.say), tally);
}

/** Validates some payloads of each pair in a real page under the app's content security policy. */
async function compareInPage(pairs: Pair[], address: string, count: number, tally: Tally): Promise<void> {
  await withBrowser(async (browser) => {
    const page = await openPageCheckers(browser, address);
    for (const pair of pairs) {
      const context = inventContext(pair.random);
      const done = completeSection({ schema: pair.served.schema, ui: pair.served.ui }, pair.server, context);
      const good = 'answers' in done ? done.answers : {};
      const cases = Array.from({ length: Math.ceil(count / pairs.length) }, () => ({
        answers: mutateAnswers(pair.random, pair.served.schema, good),
        context,
      }));
      for (const [index, inPage] of (await page.verdicts(pair.served, cases)).entries()) {
        const { answers } = cases[index] as (typeof cases)[number];
        verify(pair, answers, inPage, runCheck(pair.server, answers, context, pair.say), tally);
        tally.inPage++;
      }
    }
    tally.failures.push(...page.violations.map((directive) => `the page's policy reports ${directive}`));
    await page.close();
  });
}

function runCheck(checker: Checker, answers: Answers, context: Context, words = (message: string) => message): string {
  try {
    const result = checker.check(structuredClone(answers), context);
    return JSON.stringify([result.errors.map(({ path, message }) => [keyOf(path), words(message)]), result.answers]);
  } catch (error) {
    return `throws ${error}`;
  }
}

function verify({ name }: Pair, answers: Answers, inPage: string, onServer: string, tally: Tally): void {
  tally.n++;
  if (!onServer.startsWith('[[],')) tally.wrong++;
  if (inPage === onServer && !inPage.startsWith('throws')) return;
  tally.failures.push(
    `${name}: ${JSON.stringify(answers).slice(0, 300)}\n  browser ${inPage.slice(0, 300)}\n  server  ${onServer.slice(0, 300)}`,
  );
}

function inventContext(random: Random): Context {
  return {
    today: random.pick(['2026-11-21', '2024-02-29', '2026-01-01', '2026-12-31']),
    applicationType: random.pick(TYPES),
    applicant: random.pick([
      { first_name: 'Robin', last_name: 'Hale' },
      { first_name: "D'Arcy", last_name: 'O’Neil 李' },
    ]),
    emailTaken: random.int(0, 1) === 1,
    lists: random.int(0, 1) ? LISTS : {},
  };
}

export default { name: 'parity', run } satisfies Suite;
