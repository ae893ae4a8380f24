import { Secret } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { findTimeStep } from '../../../../src/server/features/office/officeLoginRoutes';

// Test vectors of RFC 6238, appendix B, for SHA-1: Unix seconds and the eight digits.
const VECTORS = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
] as const;

const secret = Secret.fromLatin1('12345678901234567890').base32;
const at = (seconds: number) => new Date(seconds * 1000);

describe('the second factor', () => {
  it.each(VECTORS)('accepts the code of second %i', (seconds, code) => {
    expect(findTimeStep(secret, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  it.each(VECTORS)('accepts the six digits of second %i', (seconds, code) => {
    expect(findTimeStep(secret, code.slice(2), at(seconds))).toBe(Math.floor(seconds / 30));
  });

  it('accepts a code one step early or late, and returns its step', () => {
    expect(findTimeStep(secret, '94287082', at(59 + 30))).toBe(1);
    expect(findTimeStep(secret, '94287082', at(59 - 30))).toBe(1);
    expect(findTimeStep(secret, '94287082', at(59 + 60))).toBeUndefined();
  });

  it('refuses another code', () => {
    expect(findTimeStep(secret, '94287083', at(59))).toBeUndefined();
  });
});
