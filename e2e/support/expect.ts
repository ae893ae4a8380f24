import { expect as plain } from '@playwright/test';

/** Waiting times, because the helpers also run without a Playwright configuration (tests/trust, bench). */
export const expect = plain.configure({ timeout: 20_000 });
