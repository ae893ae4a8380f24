import { createHash } from 'node:crypto';

export interface Canary {
  name: string;
  /** The typed value, and other ways to write it. */
  spellings: string[];
  /** True if someone with a digest could find the value by trying all values. */
  guessable: boolean;
}

export interface SearchPattern {
  /** Example: `SSN in hex`. */
  name: string;
  bytes: Buffer;
}

/**
 * Returns the forms in which a secret could be stored: plain, UTF-16, base64 at three alignments, hex, and a plain
 * digest if it's guessable.
 */
export function createPatterns({ name, spellings, guessable }: Canary): SearchPattern[] {
  const needles = spellings.flatMap((text) => [
    ...[text, encodeURIComponent(text)].map((one) => ({ name: `${name} in plain`, bytes: Buffer.from(one) })),
    { name: `${name} in UTF-16`, bytes: Buffer.from(text, 'utf16le') },
    ...base64Of(text).map((one) => ({ name: `${name} in base64`, bytes: Buffer.from(one) })),
    ...hexOf(Buffer.from(text)).map((one) => ({ name: `${name} in hex`, bytes: Buffer.from(one) })),
    ...(guessable ? digestsOf(text).map((bytes) => ({ name: `${name} as a plain digest`, bytes })) : []),
  ]);
  return [...new Map(needles.map((needle) => [needle.bytes.toString('hex'), needle])).values()];
}

/** Returns the part of a text's base64 that doesn't depend on the text around it, for each of three alignments. */
function base64Of(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((lead) => {
    const whole = Buffer.concat([Buffer.alloc(lead), bytes]);
    const known = whole.toString('base64').slice(lead === 0 ? 0 : lead + 1, Math.floor((whole.length * 8) / 6));
    return [known, known.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function hexOf(bytes: Buffer): string[] {
  return [bytes.toString('hex'), bytes.toString('hex').toUpperCase()];
}

function digestsOf(text: string): Buffer[] {
  return ['sha256', 'sha1', 'md5'].flatMap((algorithm) => {
    const digest = createHash(algorithm).update(text).digest();
    return [digest, Buffer.from(digest.toString('hex')), Buffer.from(digest.toString('base64url').slice(0, 20))];
  });
}
