import { expect as plain } from '@playwright/test';

/** The helpers also run where no Playwright configuration says how long to wait (tests/trust, bench). */
export const expect = plain.configure({ timeout: 20_000 });
