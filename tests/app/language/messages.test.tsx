// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import manifest from '../../../schemas/meta/page-files.json';
import shell from '../../../schemas/texts/shell.json';
import { pageMessages, useMessages } from '../../../src/messages/useMessages';
import { fillText } from '../../../src/model/messages/fillText';
import { replaceLiveFiles } from '../../../src/model/messages/liveFiles';

afterEach(() => {
  cleanup();
  act(() => replaceLiveFiles((_, built) => built));
});

function Back() {
  return <p>{useMessages('shell').back}</p>;
}

describe('the messages of a page', () => {
  it('rerender after an edit, and are current outside React', () => {
    render(<Back />);
    expect(screen.getByText(shell.back)).toBeDefined();
    act(() => replaceLiveFiles((name, built) => (name === 'texts/shell' ? { ...built, back: 'Go there' } : built)));
    expect(screen.getByText('Go there')).toBeDefined();
    expect(pageMessages('shell').back).toBe('Go there');
  });

  it('cover exactly the namespaces of the manifest', () => {
    const sources = ['src', 'widgets'].flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => readFileSync(path.join(room, file), 'utf8')),
    );
    const used = sources.flatMap((source) =>
      [...source.matchAll(/\b(?:use|page)Messages\('([\w-]+)'\)/g)].map(([, name]) => `texts/${name}`),
    );
    const named = manifest.pages.filter((name) => name.startsWith('texts/'));
    expect([...new Set(used)].sort()).toEqual(named.sort());
  });
});

describe('fillText', () => {
  it.each([
    ['en', 1, '1 file'],
    ['en', 1000, '1,000 files'],
    ['ar', 2, 'ملفان'],
  ])("uses the language's plural: %s, %d", (language, n, text) => {
    const template =
      language === 'ar'
        ? '{n, plural, two {ملفان} few {# ملفات} other {# ملف}}'
        : '{n, plural, one {# file} other {# files}}';
    expect(fillText(template, { n }, language)).toBe(text);
  });

  it.each([
    ['{first|n}', { n: 2 }, '2'],
    ['{first|n}', { first: 'Ana', n: 2 }, 'Ana'],
    ["Don't show {what} <b>", {}, "Don't show  <b>"],
    ['{broken', { broken: 1 }, '{broken'],
  ])('fills %j with %j: %j', (template, values, text) => {
    expect(fillText(template, values)).toBe(text);
  });
});
