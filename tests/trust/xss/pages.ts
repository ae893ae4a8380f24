import type { Page } from '@playwright/test';
import { payloads } from './payloads';
import type { Deal } from './plant';

export type Who = 'nobody' | 'fresh' | 'typing' | 'saved' | 'submitted';

/** Every page of src/app/routes.tsx, by who may see it; `$` is a payload. */
export const PAGES: Record<Who, string[]> = {
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
      '/identification/payment',
    ],
    ...['/identification#$', '/ml/predectPaystub', '/ml/predectBankStatement'],
  ],
  saved: ['/identification/payment', '/identification'],
  submitted: ['/success', '/viewconsent', '/view', '/view/applicantDetail', '/view/incomeDetail', '/identification'],
};

/** The address with payloads in its places. */
export function fillAddress(address: string, deal: Deal): string {
  return address.replaceAll('$', () => encodeURIComponent(deal()));
}

/** Does in a page what there is to do: types payloads into all its fields, opens its dialogs and types there, presses what sends them. */
export async function stir(page: Page, deal: Deal): Promise<void> {
  await typeEverywhere(page, deal);
  await pressAll(page, SENDERS);
  await pressAll(page, OPENERS, async () => {
    await typeEverywhere(page, deal);
    await page.keyboard.press('Escape');
  });
}

const OPENERS =
  /^(Document Upload|View your Document Upload|Desired Floor\/Unit|Secondary Application.*|Forgot Password.*)$/i;
const SENDERS = /^(Next|Submit|Log in|Start Application)$/i;

async function pressAll(page: Page, names: RegExp, then = async () => {}): Promise<void> {
  const texts = await page.getByRole('button', { name: names }).allInnerTexts();
  for (const text of new Set(texts)) {
    await page
      .getByRole('button', { name: text.trim(), exact: true })
      .last()
      .click({ timeout: 500, noWaitAfter: true })
      .catch(() => undefined);
    await settle(page);
    await then();
  }
}

/** As a paste would: the value is set and the field told of it. */
async function typeEverywhere(page: Page, deal: Deal): Promise<void> {
  const texts = payloads.map(deal);
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

/** Waits until the page asks the server for nothing more and has drawn. */
export async function settle(page: Page): Promise<void> {
  await page
    .waitForFunction(
      () => {
        const state = window as unknown as { quietSince?: number; seen?: number };
        const seen = performance.getEntriesByType('resource').length + document.querySelectorAll('*').length;
        const isBusy = document.querySelector('.ap-loader, .ap-skeleton, [aria-busy=true]') !== null;
        if (state.seen !== seen || isBusy) Object.assign(state, { seen, quietSince: performance.now() });
        return performance.now() - (state.quietSince ?? 0) > 120;
      },
      undefined,
      { timeout: 4000, polling: 40 },
    )
    .catch(() => undefined);
}
