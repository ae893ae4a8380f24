import { describe, expect, it } from 'vitest';
import { findAllTexts } from './findAllTexts';
import exceptions from './same-in-spanish.json' with { type: 'json' };

const { texts, spanish } = await findAllTexts();
const allowed = exceptions.flatMap(({ texts: named }) => named);
const written = new Set(texts.map(({ text }) => text));

/** False for texts with only placeholders and punctuation, such as `{title} {n}`, which need no translation. */
const hasWords = (text: string) => /\p{L}/u.test(text.replace(/\{[^{}]*\}/g, ''));

describe('the Spanish translation', () => {
  it('has a Spanish text for each English text', () => {
    expect([...written].filter((text) => spanish[text] === undefined)).toEqual([]);
  });

  it('never repeats the English text, except where a reason is given', () => {
    const same = texts.filter(({ text }) => hasWords(text) && spanish[text] === text && !allowed.includes(text));
    expect([...new Map(same.map(({ text, file, path }) => [text, `${file}${path}: ${text}`])).values()]).toEqual([]);
  });

  it('has no exception for a text that is now translated', () => {
    expect(allowed.filter((text) => !written.has(text) || spanish[text] !== text)).toEqual([]);
  });

  it('leaves no common English word in a Spanish text', () => {
    const english = /\b(the|your|you|please|is|are|and|with|this|that)\b/i;
    expect(Object.values(spanish).filter((text) => english.test(text.replace(/\{[^{}]*\}/g, '')))).toEqual([]);
  });
});
