import { expect, type Page, test } from '@playwright/test';
import sam from '../schemas/personas/sam-ortega.json' with { type: 'json' };
import catalog from '../schemas/translations/es.json' with { type: 'json' };
import demo from '../src/server/features/demo/demo.json' with { type: 'json' };
import { axeFindings } from './support/axe';
import { findNextButton } from './support/panels';
import { draftSection, ROUTES, start } from './support/start';

/** Names of people and the subscriber, and the subscriber's own Spanish texts. */
const GIVEN = ['Demo Homes', 'Sam', 'Ortega', ...demo.leadSources.map(({ names }) => names.es)];

/** A plural or a choice, without other placeholders in its forms. */
const FORMS = /\{\w+, (?:plural|select), ((?:=?\w+ \{[^{}]*\} ?)+)\}/;

/** Patterns of all Spanish texts, with any values in their placeholders. */
const SPANISH = Object.values(catalog.texts).flatMap(expandForms).filter(isText).map(patternOf);

test('the registration is entirely in Spanish, including options and messages', async ({ page }) => {
  await page.goto('/Property/demo/harbor-view/open');
  await page.getByRole('button', { name: 'Español' }).click();
  const send = page.getByRole('button', { name: 'Comenzar la solicitud' });
  await expect(send).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByRole('option', { name: 'NH - Nuevo Hampshire' })).toBeAttached();
  await send.click();
  await expect(page.getByText('Hay un problema').first()).toBeVisible();
  expect(await foreignTexts(page)).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
});

test('step 1 is entirely in Spanish, in every section', async ({ page }) => {
  await start(page, sam, 'es');
  await page.context().addCookies([{ name: 'language', value: 'es', url: page.url() }]);
  await page.goto(ROUTES.identification);
  await page.getByRole('button', { name: 'Siguiente', exact: true }).click();
  await expect(page.getByText('Hay un problema').first()).toBeVisible();
  expect(await foreignTexts(page)).toEqual([]);
  for (const [section, answers] of Object.entries(sam.flows.application.identification))
    await draftSection(page, section, answers);
  for (const anchor of ['personal-details', 'poi', 'address', 'ssn']) {
    await page.goto('/healthz');
    await page.goto(`${ROUTES.identification}#${anchor}`);
    await expect(page.locator('.rp-accordion__item[data-open=true]')).toHaveAttribute('id', anchor);
    expect(await foreignTexts(page), anchor).toEqual([]);
  }
  await expect(findNextButton(page)).toHaveCount(0);
});

/** Finds visible or announced texts that aren't in the Spanish catalog. */
async function foreignTexts(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => {
    const texts = document.title.split(' – ');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (!parentElement?.closest('script, style, noscript, textarea, [lang=en], [translate=no], #translate-widget'))
        texts.push(textContent ?? '');
    }
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`))
        if (!element.closest('[translate=no]')) texts.push(element.getAttribute(name) ?? '');
    return texts;
  });
  const english = found
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => isText(text) && !text.includes('@'));
  return [...new Set(english)].filter((text) => !GIVEN.includes(text) && !SPANISH.some((one) => one.test(text)));
}

function isText(text: string): boolean {
  return /\p{L}{2}/u.test(text.replace(/\{[^}]+\}/g, ''));
}

/** `'{n, plural, one {# file} other {# files}}'` → `['{n} file', '{n} files']` */
function expandForms(text: string): string[] {
  const [whole, options] = FORMS.exec(text) ?? [];
  if (whole === undefined || options === undefined) return [text];
  const forms = [...options.matchAll(/\{([^{}]*)\}/g)].map(([, form = '']) => form.replaceAll('#', '{n}'));
  return forms.flatMap((form) => expandForms(text.replace(whole, () => form)));
}

function patternOf(text: string): RegExp {
  const parts = text.trim().split(/\{[^}]+\}/);
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`, 'u');
}
