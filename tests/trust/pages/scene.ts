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
  /** The server itself: what is asked there is not lost. */
  address: string;
  /** Its DATA_DIR. */
  folder: string;
  /** Where documents are made. */
  made: string;
}

/** What somebody does on the pages, whose application was filled in through the API. */
export interface Scene {
  name: string;
  persona: Persona;
  isSubmitted?: boolean;
  /** Where the page opens with a session; without it nobody is signed in yet. */
  opens?: string;
  walk(stage: Stage): Promise<void>;
  /** Whatever was lost. */
  leaves: Effects;
}

export interface Stage extends Ground {
  context: BrowserContext;
  page: Page;
  applicant: Applicant;
  email: string;
}

/** Makes the applicant and plays the scene; gives the email address and what went wrong. */
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

/** A context of its own behind the proxy; what `work` throws is told with what the page shows. */
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
