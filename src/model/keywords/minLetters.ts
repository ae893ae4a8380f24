const WHOLE_SYLLABLE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** `x-minLetters`: at least that many characters, a Han, kana or Hangul sign counting as two, for a whole name may be 李. */
export function hasLetters(value: unknown, least: number): boolean {
  if (typeof value !== 'string') return true;
  return [...value].reduce((count, sign) => count + (WHOLE_SYLLABLE.test(sign) ? 2 : 1), 0) >= least;
}
