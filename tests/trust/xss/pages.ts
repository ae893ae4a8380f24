import type { Page } from '@playwright/test';
import { findMissing, shortenName, waitForTexts } from './expectedTexts';
import { payloads } from './payloads';
import { type NextPayload, nextFileName } from './seedOperator';

export type Visitor = 'nobody' | 'fresh' | 'typing' | 'saved' | 'submitted';

/** Pages of src/app/routes.tsx, by who can see them. `$` is a payload. */
export const PAGES: Record<Visitor, string[]> = {
  nobody: [
    ...['/Property/demo/harbor-view/open', '/Floor/demo/harbor-view/2br/open', '/Unit/demo/harbor-view/2br/204/open'],
    ...[
      '/Office/demo/main-office/open',
      '/Agent/demo/riley-chen/open',
      '/Property/demo/$/open',
      '/Property/demo/harbor-view/$',
    ],
    ...['/login', '/login?code=$&url=$', '/login?trn_id=$&token=$&url=$', '/registration'],
    ...[
      '/reset-password/$',
      '/atss/privacy',
      '/atss/$',
      '/unauthorizedAccess?reason=$&message=$',
      '/Office/GuestCard/$',
    ],
    ...['/scan/$?token=$', '/scan/$/menu', '/studio?section=$', '/$'],
  ],
  fresh: ['/instruction'],
  typing: [
    ...[
      '/identification',
      '/identification/applicantDetail',
      '/identification/incomeDetail',
      '/identification/payment#tc',
    ],
    ...['/identification#$', '/ml/predectPaystub', '/ml/predectBankStatement'],
  ],
  saved: [
    '/account',
    '/identification/payment',
    '/identification/payment#tc',
    '/identification/incomeDetail',
    '/identification',
  ],
  submitted: ['/success', '/viewconsent', '/view', '/view/applicantDetail', '/view/incomeDetail', '/identification'],
};

/** Fills the address's parameters with payloads. */
export function fillAddress(address: string, nextPayload: NextPayload): string {
  return address.replaceAll('$', () => encodeURIComponent(nextPayload()));
}

export interface PageUse {
  /** The page's texts with each of its dialogs open. */
  seen: string[];
  /** Names of chosen files that weren't shown. */
  unnamed: string[];
}

/**
 * Uses a page: types payloads into its text fields, chooses files with payloads as names, and submits. Opens dialogs
 * and fills them in as well. Each dialog gets some time to show the texts in `wanted`.
 */
export async function exerciseAll(page: Page, nextPayload: NextPayload, wanted: readonly string[]): Promise<PageUse> {
  const unnamed = await chooseFiles(page, nextPayload);
  const seen: string[] = [];
  await fillAllFields(page, nextPayload);
  await clickAll(page, SUBMIT_BUTTONS);
  await clickAll(page, DIALOG_BUTTONS, async () => {
    seen.push(await waitForTexts(page, wanted));
    unnamed.push(...(await chooseFiles(page, nextPayload)));
    await fillAllFields(page, nextPayload);
    await page.keyboard.press('Escape');
  });
  return { seen, unnamed };
}

/** Chooses a file for every file field. Returns the names that aren't shown next to it. */
async function chooseFiles(page: Page, nextPayload: NextPayload): Promise<string[]> {
  const names: string[] = [];
  for (const field of await page.locator('.rp-drop:visible input[type=file]:enabled, #prediction-file').all()) {
    const name = `${nextFileName(nextPayload)}.pdf`;
    await field.setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
    if ((await field.getAttribute('id')) !== 'prediction-file') names.push(shortenName(name));
  }
  if (names.length === 0) return [];
  await waitUntilIdle(page);
  return findMissing(page, names);
}

const DIALOG_BUTTONS =
  /^(Document Upload|View your Document Upload|Desired Floor\/Unit|Secondary Application.*|Forgot Password.*)$/i;
const SUBMIT_BUTTONS = /^(Next|Submit|Log in|Start Application)$/i;

async function clickAll(page: Page, names: RegExp, then = async () => {}): Promise<void> {
  const texts = await page.getByRole('button', { name: names, disabled: false }).allInnerTexts();
  for (const text of new Set(texts)) {
    await page
      .getByRole('button', { name: text.trim(), exact: true })
      .last()
      .click({ timeout: 5000, noWaitAfter: true })
      .catch(() => undefined);
    await waitUntilIdle(page);
    await then();
  }
}

/** Sets each text field's value and notifies the field, like a paste. */
async function fillAllFields(page: Page, nextPayload: NextPayload): Promise<void> {
  const texts = payloads.map(nextPayload);
  await page.evaluate((words) => {
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
    const typed = fields.filter(({ type, readOnly, disabled }) => {
      return (
        !readOnly && !disabled && !['radio', 'checkbox', 'file', 'hidden', 'date', 'submit', 'button'].includes(type)
      );
    });
    for (const [index, field] of typed.entries()) {
      const { prototype } = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
      field.focus();
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, words[index % words.length]);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
      field.blur();
    }
  }, texts);
}

/** Waits until the page has loaded and hasn't changed for 120 milliseconds, but not longer than 4 seconds. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page
    .waitForFunction(
      () => {
        const state = window as unknown as { quietSince?: number; seen?: number };
        const seen = performance.getEntriesByType('resource').length + document.querySelectorAll('*').length;
        const waiting = '.rp-spinner, .ap-skeleton, .rp-waiting, [aria-busy=true]';
        // A page without its heading isn't ready.
        const isBusy = document.querySelector(waiting) !== null || document.querySelector('h1') === null;
        if (state.seen !== seen || isBusy) Object.assign(state, { seen, quietSince: performance.now() });
        return performance.now() - (state.quietSince ?? 0) > 120;
      },
      undefined,
      // A page under load can take this long. A page that's never idle is tested as it is.
      { timeout: 15_000, polling: 40 },
    )
    .catch(() => undefined);
}
