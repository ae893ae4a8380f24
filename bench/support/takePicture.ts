import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';

export const PICTURES = 'docs/pictures';
export const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } };

/** Takes a screenshot in each size. `at` is scrolled to the top. */
export async function takePicture(
  page: Page,
  name: string,
  at?: Locator,
  sizes: readonly (keyof typeof SIZES)[] = ['phone', 'desktop'],
): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(SIZES[size]);
    // Reloads, because the width at load determines whether the review's cards are open.
    if (name.startsWith('review')) {
      await page.reload();
      await page.getByText('Bluebonnet Books').first().waitFor({ state: 'attached' });
    }
    // Waits for skeletons to disappear and for images to load.
    await page.waitForFunction(
      () =>
        !document.querySelector('.ap-skeleton, [aria-busy=true]') &&
        [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
    );
    await at?.evaluate((element) => element.scrollIntoView());
    await waitForThumbnails(page);
    if (name === 'record') await page.getByRole('heading', { name: 'Signed record' }).scrollIntoViewIfNeeded();
    await savePicture(await page.screenshot({ animations: 'disabled' }), `${name}-${size}`);
  }
  await page.setViewportSize(SIZES.desktop);
}

/** Waits until the thumbnails in view are drawn. */
async function waitForThumbnails(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('span.rp-thumbnail')].every((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return !one.checkVisibility() || bottom < 0 || top > window.innerHeight;
    }),
  );
}

/** Saves a picture with 64 colors, to make the file smaller. */
export async function savePicture(raw: Buffer, name: string): Promise<void> {
  await sharp(raw).png({ palette: true, colors: 64, compressionLevel: 9 }).toFile(`${PICTURES}/${name}.png`);
}
