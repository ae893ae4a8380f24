import { Secret, TOTP } from 'otpauth';
import { openText, sealText } from '../crypto/seal';
import type { Deps } from '../deps';

/** Seconds that a code is for, as authenticators count (RFC 6238). */
const PERIOD = 30;
/** Codes of the step before and after are taken, too: clocks differ. */
const WINDOW = 1;

type Sealing = Pick<Deps, 'tokenKey'>;

const boundTo = (person: string) => `office_person/${person}/factor`;

/** A new secret for somebody's authenticator: as it is typed, as a QR code says it, and as it is kept. */
export function newFactor({ tokenKey }: Sealing, person: string, label: { issuer: string; email: string }) {
  const secret = new Secret({ size: 20 });
  const uri = new TOTP({ issuer: label.issuer, label: label.email, secret }).toString();
  return { secret: secret.base32, uri, sealed: sealText(secret.base32, tokenKey, boundTo(person)) };
}

/** The time step whose code this is; undefined for a wrong one. The caller refuses a step that was used. */
export function stepOfCode({ tokenKey }: Sealing, person: string, sealed: string, code: string, now: Date) {
  return stepOf(openText(sealed, tokenKey, boundTo(person)), code, now);
}

/** The same of a secret in base32. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: code.length, period: PERIOD });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD) + delta;
}
