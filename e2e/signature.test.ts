import { type BrowserContext, type CDPSession, expect, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { type Applicant, makeApplicant, openAsApplicant } from './support/applicant';
import { fillSection } from './support/fill';
import { enterPdfCode, fillCard, openTerms, withNewEmail } from './support/journey';

const MISSING = 'Please Sign the Application.';
const PROVIDE = 'Please provide a signature.';
/** Milliseconds that Submit stays locked after a click. */
const LOCK = 10_000;

/** One application that is ready to pay, for the whole file. Tests continue where the previous one stopped. */
let context: BrowserContext;
let page: Page;
let applicant: Applicant;
/** Origins of the fonts that the page requests. */
const fonts: string[] = [];
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  context = await browser.newContext({ hasTouch: true });
  page = await context.newPage();
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(new URL(request.url()).origin);
  });
  applicant = await makeApplicant(context.request, withNewEmail(robin, 'signature'), 'saved');
  await page.clock.install();
  await openAsApplicant(page, applicant, '/identification/payment');
});
test.afterAll(() => context.close());

const submit = () => page.getByRole('button', { name: /^Submit and pay/ });
const pad = () => page.getByRole('img', { name: /sign here with a mouse/ });

/** Counts the pixels with ink. */
const ink = () =>
  pad().evaluate((canvas) => {
    const { data } = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, 380, 200) ?? { data: [] };
    return [...data].filter((value, at) => at % 4 === 3 && value > 100).length;
  });

test('an empty signature is reported for 2 seconds on the card form and 6 on the page', async () => {
  await openTerms(page);
  await enterPdfCode(page);
  const box = page.getByRole('checkbox', { name: /^I have read/ });
  await box.check({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByText('Sandbox', { exact: true })).toBeVisible();
  await page.getByRole('radio', { name: 'Draw my signature' }).check();
  await page.clock.pauseAt(Date.now() + 20_000);
  const errors = page.getByText(MISSING, { exact: true });
  await submit().click();
  await expect(errors).toHaveCount(2);
  await page.clock.runFor(1_900);
  await expect(errors).toHaveCount(2);
  await page.clock.runFor(200);
  await expect(errors).toHaveCount(1);
  await page.clock.runFor(3_700);
  await expect(errors).toHaveCount(1);
  await page.clock.runFor(300);
  await expect(errors).toHaveCount(0);
  await expect(page.getByText(PROVIDE, { exact: true }).first()).toBeVisible();
  await page.clock.resume();
});

test('a signature of 380 by 200 pixels can be drawn by mouse, finger and pen, undone and cleared', async () => {
  await pad().scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await pad().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  expect([width, height]).toEqual([380, 200]);
  const line = (top: number) => [0, 1, 2, 3, 4].map((n) => ({ x: x + 60 + n * 40, y: y + top + (n % 2) * 30 }));
  const browser = await context.newCDPSession(page);

  await stroke(line(40));
  const one = await ink();
  expect(one).toBeGreaterThan(50);
  await stroke(line(120));
  expect(await ink()).toBeGreaterThan(one);
  await page.getByRole('button', { name: 'Undo' }).click();
  // Redrawn in one step, the first stroke may differ by a few pixels.
  await expect.poll(async () => Math.abs((await ink()) - one)).toBeLessThan(one * 0.05);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(ink).toBe(0);
  await expect(page.getByText(PROVIDE, { exact: true }).first()).toBeVisible();

  for (const draw of [touch, drawStroke]) {
    await draw(browser, line(80));
    expect(await ink(), draw.name).toBeGreaterThan(50);
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(await ink()).toBe(0);
  }
  await expect(page.getByText(PROVIDE, { exact: true }).first()).toBeVisible();
});

test('a drawn signature shows completely in either orientation', async () => {
  await pad().scrollIntoViewIfNeeded();
  const { x, y } = (await pad().boundingBox()) ?? { x: 0, y: 0 };
  await stroke([0, 1, 2, 3].map((n) => ({ x: x + 60 + n * 80, y: y + 100 + (n % 2) * 40 })));
  const wide = page.viewportSize() ?? { width: 1280, height: 900 };
  await page.setViewportSize({ width: 360, height: 740 });
  const signed = page.getByRole('img', { name: /: signed$/ });
  const right = () => signed.evaluate((image) => image.getBoundingClientRect().right);
  await expect.poll(right).toBeLessThanOrEqual(360);
  await page.setViewportSize(wide);
  await expect(signed).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  expect((await pad().boundingBox())?.width).toBe(380);
  // An empty pad uses the full width.
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(async () => (await pad().boundingBox())?.width).toBeLessThan(360);
  await page.setViewportSize(wide);
  await expect.poll(async () => (await pad().boundingBox())?.width).toBe(380);
});

test('a typed signature has ten styles, whose fonts the app serves, and shows its errors', async () => {
  await page.getByRole('radio', { name: 'Type my name' }).check();
  await page.clock.fastForward(LOCK);
  const name = page.getByLabel('Full name');
  await expect(name).toHaveValue('Robin J Hale');
  await name.fill('');
  await submit().click();
  for (const text of ['Name is required', 'You must confirm this'])
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  await name.fill('Nobody Else');
  await name.blur();
  await expect(
    page.getByText("Name must contain and match the applicant's first or last name.", { exact: true }).first(),
  ).toBeVisible();
  await name.fill('r O b I n');
  await name.blur();
  await expect(page.getByText('Name must contain and match', { exact: false })).toHaveCount(0);
  const samples = page.locator('.rp-style-sample');
  await expect(samples).toHaveCount(3);
  await page.getByRole('button', { name: 'More styles' }).click();
  await expect(samples).toHaveCount(10);
  const missing = () =>
    samples.evaluateAll(async (all) => {
      const families = all.map((one) => getComputedStyle(one).fontFamily.split(',')[0] ?? '');
      const faces = await Promise.all(families.map((family) => document.fonts.load(`20px ${family}`, 'Robin')));
      return families.filter((_, at) => faces[at]?.length === 0);
    });
  await expect.poll(missing).toEqual([]);
  // Compared as images, because two styles may have the same width.
  const pictures = await samples.evaluateAll((all) =>
    all.map((one) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 100 });
      const brush = canvas.getContext('2d');
      if (!brush) throw new Error('no canvas');
      brush.font = `48px ${getComputedStyle(one).fontFamily}`;
      brush.fillText('Robin', 10, 70);
      return canvas.toDataURL();
    }),
  );
  expect(new Set(pictures).size).toBe(10);
  expect(new Set(fonts)).toEqual(new Set([new URL(page.url()).origin]));
});

test('at signing the terms are one tap away, and the card comes after the signature', async () => {
  const read = page.getByRole('button', { name: 'Read the terms' });
  await read.click();
  const terms = page.getByRole('dialog', { name: 'Terms and Conditions' });
  await expect(terms).toContainText('Your answers are true and complete.');
  const downloading = page.waitForEvent('download');
  await terms.getByRole('button', { name: "Download what you'll sign (PDF)" }).click();
  expect((await downloading).suggestedFilename()).toBe('not-signed-yet.pdf');
  await page.keyboard.press('Escape');
  await expect(read).toBeFocused();
  const tops = await Promise.all(
    [read, page.getByLabel('Full name'), page.getByLabel('Card number'), page.locator('.rp-next')].map(
      async (one) => (await one.boundingBox())?.y,
    ),
  );
  expect(tops).toEqual([...tops].sort((a, b) => (a ?? 0) - (b ?? 0)));
});

test('a typed signature shows whole and large in a preselected style before it is signed', async () => {
  await expect(page.getByRole('radio', { name: 'Allura' })).toBeChecked();
  const long = 'Robin Featherstonehaugh-Cholmondeley de la Cruz Hale Montgomery';
  await page.getByLabel('Full name').fill(long);
  const preview = page.getByRole('img', { name: `Your signature: ${long}` });
  await expect(preview).toBeVisible();
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const isWhole = async () => {
      const { x = -1, width: shown = 0 } = (await preview.boundingBox()) ?? {};
      return x >= 0 && x + shown <= width && shown >= Math.min(300, width - 80);
    };
    await expect.poll(isWhole).toBe(true);
  }
  // At 360 px, the styles are in two columns.
  const samples = page.locator('.rp-style-sample');
  expect(await samples.first().evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))).toBe(32);
  const lefts = await page
    .locator('.rp-styles label')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
  expect(new Set(lefts).size).toBe(2);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect.poll(() => preview.evaluate(inkRange)).toEqual({ isWhole: true, isThere: true });
  await page.getByRole('radio', { name: 'Pacifico' }).check();
  await expect.poll(() => preview.evaluate(inkRange)).toEqual({ isWhole: true, isThere: true });
  const clipped = await page
    .locator('.rp-style-sample')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length);
  expect(clipped).toBe(0);
});

/** `isThere`: something is drawn. `isWhole`: nothing is cut off at the edges. */
function inkRange(image: Element): { isWhole: boolean; isThere: boolean } {
  const canvas = Object.assign(document.createElement('canvas'), { width: 380, height: 200 });
  const pen = canvas.getContext('2d');
  pen?.drawImage(image as HTMLImageElement, 0, 0);
  const hasInk = (x: number, y: number, width: number, height: number) =>
    [...(pen?.getImageData(x, y, width, height).data ?? [])].some((value, at) => at % 4 === 3 && value > 0);
  // The page shows the image without its top and bottom 36 rows.
  const isCut = hasInk(0, 0, 4, 200) || hasInk(376, 0, 4, 200) || hasInk(0, 0, 380, 36) || hasInk(0, 164, 380, 36);
  return { isWhole: !isCut, isThere: hasInk(0, 0, 380, 200) };
}

test('a drawn signature is sent with the payment and shown in the consent view', async () => {
  await page.getByRole('radio', { name: 'Draw my signature' }).check();
  await pad().scrollIntoViewIfNeeded();
  const { x, y } = (await pad().boundingBox()) ?? { x: 0, y: 0 };
  await stroke([0, 1, 2, 3].map((n) => ({ x: x + 60 + n * 60, y: y + 100 + (n % 2) * 40 })));
  await fillSection({ page, section: 'payment', folder: '' }, robin.flows.application.payment.payment);
  await fillCard(page, { ...robin.card, number: '4242' });
  await page.clock.fastForward(LOCK);
  await submit().click();
  const own = page.getByRole('alert').filter({ hasText: 'Enter your full card number' });
  await expect(own.first()).toBeVisible();
  await fillCard(page, robin.card);
  await page.clock.fastForward(LOCK);
  await expect(submit()).not.toHaveAttribute('aria-disabled', 'true');
  await submit().click();
  await expect(page).toHaveURL(/\/success$/, { timeout: 30_000 });
  await page.goto('/viewconsent');
  const picture = page.getByRole('img', { name: 'Signature of Robin Hale' });
  await expect(picture).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(380);
});

type Point = { x: number; y: number };

async function stroke([first, ...rest]: Point[]): Promise<void> {
  await page.mouse.move(first?.x ?? 0, first?.y ?? 0);
  await page.mouse.down();
  for (const point of rest) await page.mouse.move(point.x, point.y, { steps: 4 });
  await page.mouse.up();
}

async function touch(browser: CDPSession, [first, ...rest]: Point[]): Promise<void> {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', first ? [first] : []);
  for (const point of rest) await send('touchMove', [point]);
  await send('touchEnd', []);
}

async function drawStroke(browser: CDPSession, [first = { x: 0, y: 0 }, ...rest]: Point[]): Promise<void> {
  const common = { pointerType: 'pen', button: 'left', buttons: 1, force: 0.5, clickCount: 1 } as const;
  await browser.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...first, ...common });
  for (const point of rest) await browser.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...point, ...common });
  await browser.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...(rest.at(-1) ?? first), ...common });
}
