import { expect as plain } from '@playwright/test';

/** Sets the timeout here, because helpers also run without a Playwright configuration (tests/trust, bench). */
export const expect = plain.configure({ timeout: 20_000 });
