import { readFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';

/** The only inline script of the HTML, which the policy allows by its hash. */
const OWN: string = JSON.parse(readFileSync('dist/app/pages.json', 'utf8')).first;

/** Forbidden things that happened in a context since the last `forget`. */
export interface Watch {
  /** Numbers of the payloads that ran. */
  ran: Set<number>;
  /** Reports of the policy. */
  violations: string[];
  /**
   * Elements that our pages never have: handlers in attributes, scripts that aren't our files, links that would run.
   */
  aliens: string[];
  forget(): void;
}

/** Records calls of `q(…)`, dialogs of payloads, policy reports and `aliens` in all pages and frames of the context. */
export async function watchContext(context: BrowserContext): Promise<Watch> {
  const watch: Watch = {
    ran: new Set(),
    violations: [],
    aliens: [],
    forget() {
      watch.ran.clear();
      watch.violations.length = 0;
      watch.aliens.length = 0;
    },
  };
  await context.exposeBinding('q', (_source, number: number) => void watch.ran.add(number));
  await context.exposeBinding('policyBroken', (_source, text: string) => void watch.violations.push(text));
  await context.exposeBinding('alienSeen', (_source, text: string) => void watch.aliens.push(text));
  await context.addInitScript(observe, OWN);
  context.on('dialog', (dialog) => {
    const [, number] = /^q\((\d+)\)$/.exec(dialog.message()) ?? [];
    if (number) watch.ran.add(Number(number));
    void dialog.dismiss().catch(() => undefined);
  });
  return watch;
}

/** Runs in the page before anything else. */
function observe(own: string): void {
  const page = window as unknown as { policyBroken(text: string): void; alienSeen(text: string): void };
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
    page.policyBroken(`${location.pathname}: ${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber}`),
  );
  const runs = /^\s*(javascript|data:text\/html)/i;
  const isAlien = (element: Element) =>
    [...element.attributes].some(
      ({ name, value }) =>
        /^on|^srcdoc$/i.test(name) ||
        (/^(href|src|action|formaction|data|xlink:href)$/i.test(name) && runs.test(value.replace(/[\0-\x20]/g, ''))),
    ) ||
    (element instanceof HTMLScriptElement &&
      // The page's own data, which no browser runs.
      element.type !== 'application/json' &&
      element.text !== own &&
      !new URL(element.src, location.href).pathname.match(/^\/(assets\/|sandbox\/stripe\.js$)/));
  const look = (node: Node) => {
    if (!(node instanceof Element)) return;
    for (const element of [node, ...node.querySelectorAll('*')])
      if (isAlien(element)) page.alienSeen(`${location.pathname}: ${element.outerHTML.slice(0, 100)}`);
  };
  new MutationObserver((changes) => {
    for (const { addedNodes, target, type } of changes) type === 'attributes' ? look(target) : addedNodes.forEach(look);
  }).observe(document, { childList: true, subtree: true, attributes: true });
}
