import type { Browser } from '@playwright/test';
import { build } from 'vite';
import type { Answers, Context, ServedSection } from '../../../src/model/types';
import { openContext } from '../support/withBrowser';

export interface Case {
  answers: Answers;
  context: Context;
}

/** The app's loader of compiled rules with RJSF's validator, in a page under the app's content security policy. */
export interface PageCheckers {
  /** The page's result for each case as `[[path, message][], answers]` in JSON, or `throws …`. */
  verdicts(served: ServedSection, cases: readonly Case[]): Promise<string[]>;
  /** Directives that the page violated. */
  violations: string[];
  close(): Promise<void>;
}

export async function openPageCheckers(browser: Browser, address: string): Promise<PageCheckers> {
  const context = await openContext(browser);
  const page = await context.newPage();
  const violations: string[] = [];
  await page.exposeFunction('policyBroken', (directive: string) => void violations.push(directive));
  const body = await bundle();
  await context.route('**/assets/parity.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
  const answer = await page.goto(`${address}/healthz`);
  if (!answer?.headers()['content-security-policy']?.includes("script-src 'self'"))
    throw new Error('The page has no policy');
  await page.evaluate(() => {
    const page = window as unknown as { policyBroken(directive: string): void };
    document.addEventListener('securitypolicyviolation', (event) => page.policyBroken(event.effectiveDirective));
  });
  return {
    violations,
    // As JSON, because lone surrogates wouldn't arrive otherwise.
    verdicts: async (served, cases) => JSON.parse(await page.evaluate(verify, JSON.stringify({ served, cases }))),
    close: () => context.close(),
  };
}

/** Runs in the page. */
async function verify(text: string): Promise<string> {
  const { served, cases } = JSON.parse(text) as { served: ServedSection; cases: Case[] };
  const { loadChecker, rjsfChecker, keyOf } = await import('/assets/parity.js' as string);
  const checker = rjsfChecker(served, await loadChecker(served));
  const checkCase = ({ answers, context }: Case) => {
    try {
      const result = checker.check(answers, context);
      const errors = result.errors.map(({ path, message }: { path: unknown; message: string }) => [
        keyOf(path),
        message,
      ]);
      return JSON.stringify([errors, result.answers]);
    } catch (error) {
      return `throws ${error}`;
    }
  };
  return JSON.stringify(cases.map(checkCase));
}

/** Bundles the app's loader into one file, like the build. */
async function bundle(): Promise<string> {
  const ENTRY = 'parity-entry';
  const source =
    "export { loadChecker } from '/src/engine/loadChecker.ts'; export { rjsfChecker } from '/src/engine/rjsfChecker.ts'; export { keyOf } from '/src/model/answers/paths.ts';";
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: ENTRY,
        resolveId: (id) => (id === ENTRY ? `\0${ENTRY}` : undefined),
        load: (id) => (id === `\0${ENTRY}` ? source : undefined),
      },
    ],
    build: { write: false, rolldownOptions: { input: ENTRY, preserveEntrySignatures: 'strict' }, modulePreload: false },
  });
  const [output] = [built].flat();
  if (!output || !('output' in output)) throw new Error('Vite built nothing');
  return output.output[0].code;
}
