import type { Page } from '@playwright/test';

/** Holds back all requests for the path until the returned function is called. */
export async function holdRequests(page: Page, path: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    await isReleased;
    await route.continue();
  });
  return release;
}
