import { type Browser, type BrowserContext, type Page, request } from '@playwright/test';
import { type Applicant, makeApplicant, openAsApplicant } from '../../../e2e/support/applicant';
import { type Persona, withNewEmail } from '../../../e2e/support/journey';
import { openContext } from '../support/withBrowser';
import type { DroppingProxy } from './droppingProxy';
import type { Effects } from './effects';
import { retryUploads } from './retryUploads';

export interface ScenarioDeps {
  browser: Browser;
  proxy: DroppingProxy;
  /** The server itself, without losses. */
  address: string;
  /** Its DATA_DIR. */
  folder: string;
  /** Folder for generated documents. */
  made: string;
}

/** An applicant's or office user's actions on the pages, after an application was filled out through the API. */
export interface Scenario {
  name: string;
  persona: Persona;
  isSubmitted?: boolean;
  /** Where the page opens with a session; logged out by default. */
  opens?: string;
  walk(stage: ScenarioContext): Promise<void>;
  /** Expected effects, whatever was lost. */
  leaves: Effects;
}

export interface ScenarioContext extends ScenarioDeps {
  context: BrowserContext;
  page: Page;
  applicant: Applicant;
  email: string;
}

/** Creates the applicant and runs the scenario. Returns the email address and the problems. */
export async function runScenario(
  deps: ScenarioDeps,
  scenario: Scenario,
): Promise<{ email: string; failures: string[] }> {
  const asking = await request.newContext({ baseURL: deps.address });
  const applicant = await makeApplicant(
    asking,
    withNewEmail(scenario.persona, scenario.name),
    scenario.isSubmitted ? 'submitted' : 'saved',
  );
  const email = String(applicant.session.email);
  deps.proxy.forget();
  const play = async (context: BrowserContext, page: Page) => {
    await retryUploads(page);
    if (scenario.opens) await openAsApplicant(page, applicant, scenario.opens);
    await scenario.walk({ ...deps, context, page, applicant, email });
  };
  const failures = await inContext(deps, play);
  await asking.dispose();
  return { email, failures: failures.map((failure) => `${scenario.name}: ${failure}`) };
}

/** Runs `work` in a separate browser context behind the proxy. Returns its error, with what the page shows. */
export async function inContext(
  { browser, proxy }: ScenarioDeps,
  work: (context: BrowserContext, page: Page) => Promise<void>,
): Promise<string[]> {
  const context = await openContext(browser, { baseURL: proxy.address, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  try {
    await work(context, page);
    return [];
  } catch (cause) {
    const shown = await page.locator('body').innerText();
    return [`${String(cause).slice(0, 400)} at ${page.url()}, which shows … ${shown.slice(-2_000)}`];
  } finally {
    await context.close();
  }
}
