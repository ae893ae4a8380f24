import { vi } from 'vitest';
import type { Credentials, SessionSource } from '../../src/api/client';

/** A session in memory. `logInAgain` resolves false unless a test changes it. */
export function fakeSession(start: Partial<Credentials> = {}) {
  let credentials: Credentials | undefined = {
    email: 'ana@example.com',
    token: 'old',
    refreshToken: 'refresh-1',
    trnId: 'trn-1',
    ...start,
  };
  return {
    read: () => credentials,
    renew: vi.fn((tokens) => {
      if (credentials) credentials = { ...credentials, ...tokens };
    }),
    logInAgain: vi.fn(async () => false),
    refuse: vi.fn(),
    end: () => {
      credentials = undefined;
    },
  } satisfies SessionSource & { end(): void };
}
