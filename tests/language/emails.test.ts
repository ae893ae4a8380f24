import { describe, expect, it } from 'vitest';
import { findAllTexts } from './findAllTexts';

const { texts, spanish } = await findAllTexts();

/** Every email in `schemas/texts`: a subject with a text. */
const emails = texts.flatMap(({ text: subject, file, path }) => {
  const body =
    path.endsWith('/subject') &&
    texts.find((one) => one.file === file && one.path === path.replace(/subject$/, 'text'));
  return body ? [{ name: `${file}${path.slice(0, -'/subject'.length)}`, subject, body: body.text }] : [];
});

const inBoth = emails.flatMap(({ name, subject, body }) => [
  { name, subject, body },
  { name: `${name} in Spanish`, subject: spanish[subject] ?? '', body: spanish[body] ?? '' },
]);

describe('emails', () => {
  it('include at least ten', () => {
    expect(emails.length).toBeGreaterThanOrEqual(10);
  });

  it.each(inBoth)('$name starts with a greeting and a capital letter', ({ body }) => {
    expect(body).toMatch(/^(\{greeting\}|Hello,|Hola:)\n\n["“«]?(\p{Lu}|\{)/u);
  });

  it.each(inBoth)('$name names a way to reach a person', ({ body }) => {
    expect(body).toMatch(/\{support\}|ask the person who gave you access|a la persona que le dio/);
  });

  it.each(inBoth)('$name has at most one call to action', ({ body }) => {
    const links = body.split('\n').filter((line) => /^\{(link|accounts)\}$/.test(line));
    expect(links.length).toBeLessThanOrEqual(1);
  });

  it.each(inBoth)('$name has a subject that no other English email has and that fits on a phone', ({ subject }) => {
    expect(emails.filter((email) => email.subject === subject).length).toBeLessThanOrEqual(1);
    expect(subject).toMatch(/^[\p{Lu}{¿¡]/u);
    expect(subject.replace(/\{[^{}]*\}/g, 'Demo Homes').length).toBeLessThanOrEqual(70);
  });
});
