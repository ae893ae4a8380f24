import { readFileSync } from 'node:fs';

const GLOSSARY = new URL('../../docs/glossary.md', import.meta.url);
const SECTION = '## In English and Spanish\n';

/** A row of the glossary's table of English and Spanish. */
interface Term {
  english: RegExp;
  spanish: string[];
  right: RegExp[];
  wrong: { words: RegExp; onlyForTerm: boolean }[];
}

/**
 * Returns the Spanish words that docs/glossary.md replaces, each with the word to use.
 * `('Settings', 'Ajustes')` → `['"Ajustes": use configuración']`.
 */
export function findWrongSpanish(english: string, spanish: string): string[] {
  const text = withoutNames(spanish);
  return readTerms().flatMap((term) => {
    const rest = term.right.reduce((left, right) => left.replace(right, ' '), text);
    const named = term.english.test(withoutNames(english));
    return term.wrong
      .filter(({ onlyForTerm }) => named || !onlyForTerm)
      .flatMap(({ words }) => rest.match(words) ?? [])
      .map((found) => `"${found}": use ${term.spanish.join(', ')}`);
  });
}

let terms: Term[] | undefined;

/** Reads the table once: `| rent | alquiler | renta, arriendo |`. */
export function readTerms(): Term[] {
  terms ??= readTable().map(([english = '', spanish = '', wrong = '']) => ({
    english: new RegExp(`\\b(${splitCell(english).join('|')})`, 'i'),
    spanish: splitCell(spanish),
    right: splitCell(spanish).map(wholeWords),
    wrong: splitCell(wrong).map((word) => ({
      words: wholeWords(word.replace('*', '')),
      onlyForTerm: word.endsWith('*'),
    })),
  }));
  return terms;
}

function readTable(): string[][] {
  const [, section = ''] = readFileSync(GLOSSARY, 'utf8').split(SECTION);
  const rows = section.split('\n## ', 1)[0]?.match(/^\|.*\|$/gm) ?? [];
  return rows.slice(2).map((row) => row.split('|').slice(1, -1));
}

/** Notes in parentheses aren't part of a term: `'front, back (of a license)'` → `['front', 'back']`. */
function splitCell(cell: string): string[] {
  return cell
    .replace(/\([^)]*\)/g, '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
}

/** Also matches plurals, which lose the accent of -ón: `cargo` finds `cargos`, `aplicación` finds `aplicaciones`. */
function wholeWords(term: string): RegExp {
  const words = term.split(' ').map((word) => `${word.replaceAll('.', '\\.').replace(/ón$/, '[oó]n')}(?:e?s)?`);
  return new RegExp(`(?<!\\p{L})${words.join(' ')}(?!\\p{L})`, 'giu');
}

/** Leaves out names of values: `'{email}, {n, plural, one {día} other {días}}'` → `' ,   one {día} other {días}}'`. */
function withoutNames(message: string): string {
  return message.replace(/\{\w+(\|\w+)*\}|\{\w+, (plural|select),/g, ' ');
}
