// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { ApiError } from '../../../src/api/apiError';
import { refusalMessage } from '../../../src/app/ui/LoadError';

const tooMany = (retryAfter: number) => new ApiError(429, '', { retryAfter });

it.each([
  [1, 'Wait 1 second and'],
  [119, 'Wait 119 seconds and'],
  [120, 'Wait 2 minutes and'],
  [3_312, 'Wait 56 minutes and'],
])('a wait of %i seconds is shown as "%s"', (seconds, text) => {
  expect(refusalMessage(tooMany(seconds), '')).toContain(text);
});
