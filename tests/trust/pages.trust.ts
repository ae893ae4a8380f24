import { type Persona, withNewEmail } from '../../e2e/support/journey';
import { readSession } from '../../e2e/support/session';
import robin from '../../schemas/personas/robin-hale.json';
import { checkPaid } from './kill/charges';
import { droppableCalls } from './pages/calls';
import { completeWithRetries } from './pages/completeWithRetries';
import { deletions } from './pages/deletions';
import { type DroppingProxy, startDroppingProxy } from './pages/droppingProxy';
import { checkEffects, type Effects, type Expected } from './pages/effects';
import { entry } from './pages/entry';
import { office } from './pages/office';
import { officeDesk } from './pages/officeDesk';
import { officeEntry } from './pages/officeEntry';
import { phoneScan } from './pages/phoneScan';
import { inContext, runScenario, type Scenario, type ScenarioDeps } from './pages/scenario';
import { submitted } from './pages/submitted';
import { findUnlisted } from './pages/unlisted';
import type { Mode, Outcome, Suite } from './suite';
import { startBuilt } from './support/builtServer';
import { withFolder } from './support/folders';
import { remoteServer } from './support/remoteServer';
import { withBrowser } from './support/withBrowser';

const ROUNDS = { quick: 1, long: 20 };

/** Number of walks at the same time, each behind its own proxy. */
const LANES = 2;

const scenarios = [submitted, office, officeDesk, officeEntry, deletions, entry, phoneScan];

/** Expected effects of the journey, the same as without lost responses. */
const ONCE: Effects = {
  accounts: 1,
  applications: 1,
  documents: { 2: 1, 13: 1, 4: 1, 3: 1, 6: 1 },
  sources: 2,
  steps: { identification: 1, 'applicant-details': 1, income: 1, 'desired-unit': 1 },
  attempts: 1,
};

type Walk = (deps: ScenarioDeps, expected: Expected[]) => Promise<string[]>;

/**
 * In a real browser, drops each call's first response after its commit. The pages must reach 'saved', and everything
 * must happen once.
 */
function run(mode: Mode): Promise<Outcome> {
  return withFolder(async (folder) => {
    const server = await startBuilt({ DATA_DIR: folder, LIMIT_FACTOR: '50' });
    const proxies = await Promise.all(Array.from({ length: LANES }, () => startDroppingProxy(server.address)));
    const failures = findUnlisted();
    const expected: Expected[] = [];
    const walks = Array.from({ length: ROUNDS[mode] }, () => [walkThrough, ...scenarios.map(walkOf)]).flat();
    await withBrowser(async (browser) => {
      const lane = async (proxy: DroppingProxy, n: number): Promise<void> => {
        const deps = { browser, proxy, address: server.address, folder, made: `${folder}/made${n}` };
        for (let walk = walks.shift(); walk; walk = walks.shift()) {
          failures.push(...(await walk(deps, expected)));
          // Without this, a long run prints nothing for half an hour.
          if (mode === 'long') console.error(`  pages: ${walks.length} walks left, ${failures.length} failed`);
        }
      };
      await Promise.all(proxies.map(lane));
    });
    for (const proxy of proxies) proxy.close();
    await server.stop();
    const lost = sumOf(proxies);
    failures.push(...(await checkEffects(folder, expected)), ...tooFew(lost, ROUNDS[mode]));
    const n = [...lost.values()].reduce((sum, one) => sum + one, 0);
    const figure = `${n} responses of ${lost.size} calls lost in ${expected.length} walks of a real browser; ${failures.length} pages that never showed 'saved', or repeated effects`;
    return { n, figure, failures };
  });
}

function sumOf(proxies: readonly DroppingProxy[]): Map<string, number> {
  const lost = new Map<string, number>();
  for (const [route, count] of proxies.flatMap((proxy) => [...proxy.lost]))
    lost.set(route, (lost.get(route) ?? 0) + count);
  return lost;
}

const walkOf =
  (scenario: Scenario): Walk =>
  async (deps, expected) => {
    const { email, failures } = await runScenario(deps, scenario);
    expected.push({ email, leaves: scenario.leaves });
    return failures;
  };

/** The whole journey, with one charge at the card provider. */
async function walkThrough(deps: ScenarioDeps, expected: Expected[]): Promise<string[]> {
  const persona = withNewEmail(robin as unknown as Persona, `lost${expected.length}`);
  expected.push({ email: String(Object(persona.flows.entry.login?.login).email), leaves: ONCE });
  deps.proxy.forget();
  const unpaid: string[] = [];
  const failures = await inContext(deps, async (_, page) => {
    await completeWithRetries(page, persona, deps.made);
    const { trnId: trn, headers } = await readSession(page);
    const server = remoteServer(() => deps.address);
    unpaid.push(...(await checkPaid(server, deps.folder, { trn, headers })));
  });
  return [...failures, ...unpaid];
}

/** Each call must lose its response at least once per round. */
function tooFew(lost: ReadonlyMap<string, number>, least: number): string[] {
  const seldom = droppableCalls.filter((route) => (lost.get(route) ?? 0) < least);
  return seldom.map((route) => `${route} lost ${lost.get(route) ?? 0} responses, not ${least}`);
}

export default { name: 'pages', run } satisfies Suite;
