import { type Browser, type BrowserContext, type Page, request } from '@playwright/test';
import { type Applicant, enter, makeApplicant } from '../../../e2e/support/applicant';
import { freshCopy, type Persona } from '../../../e2e/support/journey';
import { openContext } from '../support/withBrowser';
import type { Effects } from './effects';
import type { LosingProxy } from './losingProxy';
import { tryUploadsAgain } from './tryUploadsAgain';

export interface Ground {
  browser: Browser;
  proxy: LosingProxy;
  /** The server itself, without losses. */
  address: string;
  /** Its DATA_DIR. */
  folder: string;
  /** Folder for generated documents. */
  made: string;
}

/** An applicant's actions on the pages, after the application was filled out through the API. */
export interface Scene {
  name: string;
  persona: Persona;
  isSubmitted?: boolean;
  /** Where the page opens with a session; logged out by default. */
  opens?: string;
  walk(stage: Stage): Promise<void>;
  /** Expected effects, whatever was lost. */
  leaves: Effects;
}

export interface Stage extends Ground {
  context: BrowserContext;
  page: Page;
  applicant: Applicant;
  email: string;
}

/** Creates the applicant and runs the scene. Returns the email address and the problems. */
export async function playScene(ground: Ground, scene: Scene): Promise<{ email: string; failures: string[] }> {
  const asking = await request.newContext({ baseURL: ground.address });
  const applicant = await makeApplicant(
    asking,
    freshCopy(scene.persona, scene.name),
    scene.isSubmitted ? 'submitted' : 'saved',
  );
  const email = String(applicant.session.email);
  ground.proxy.forget();
  const play = async (context: BrowserContext, page: Page) => {
    await tryUploadsAgain(page);
    if (scene.opens) await enter(page, applicant, scene.opens);
    await scene.walk({ ...ground, context, page, applicant, email });
  };
  const failures = await inContext(ground, play);
  await asking.dispose();
  return { email, failures: failures.map((failure) => `${scene.name}: ${failure}`) };
}

/** Runs `work` in a separate browser context behind the proxy. Its errors include what the page shows. */
export async function inContext(
  { browser, proxy }: Ground,
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
    return [`${String(cause).slice(0, 400)} at ${page.url()}, which shows … ${shown.slice(-500)}`];
  } finally {
    await context.close();
  }
}
