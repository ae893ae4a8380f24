import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** Code for all forms. It must find sections by their properties, never by name. */
const GENERAL = [
  'src/api',
  'src/app/form',
  'src/app/payment',
  'src/app/shell',
  'src/app/steps',
  'src/app/studio',
  'src/engine',
  'src/model',
  'src/server/applications',
  'src/server/features',
  'src/server/forms',
  'src/server/pageData',
];

/** The demo's invented applicants. Their answers are grouped by section. */
const DEMO = 'src/server/features/demo/';

/** Section names with a second meaning in the code: a folder, an event, a kind of personal data. */
const WORDS = ['address', 'banking', 'consent', 'login', 'payment', 'signature', 'ssn', 'supplemental'];
/** Forms that every product has: accounts and the office. */
const OF_EVERY_PRODUCT = /^(office-.*|(change|forgot|reset)-password|household-.*)$/;

const sections = readdirSync('schemas')
  .flatMap((file) => /^(.+)\.schema\.json$/.exec(file)?.[1] ?? [])
  .filter((name) => !WORDS.includes(name) && !OF_EVERY_PRODUCT.test(name));

const files = GENERAL.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith(DEMO)),
);

/** Returns the sections that code names, in a string, in SQL or as a member: `answers['employers']`. */
function sectionsIn(code: string): string[] {
  const plain = code.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  const quoted = [...plain.matchAll(/['"`]([a-z-]+)['"`]/g)].map(([, name]) => name ?? '');
  return sections.filter((name) => quoted.includes(name));
}

describe('the code for all forms', () => {
  it('names no section of schemas/, except names with a second meaning and forms that every product has', () => {
    const found = files.flatMap((file) => sectionsIn(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`));
    expect(found).toEqual([]);
  });

  it('fails this check if TypeScript or SQL names a section, but not if a comment does', () => {
    expect(sectionsIn("answers['personal-details']")).toEqual(['personal-details']);
    expect(sectionsIn("`select data -> 'employers' from draft`")).toEqual(['employers']);
    expect(sectionsIn("// like 'employers'")).toEqual([]);
  });
});
