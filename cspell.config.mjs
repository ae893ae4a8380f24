import { readFileSync } from 'node:fs';

/** The words of the last section of docs/glossary.md: the one place to add a word. */
function glossaryWords() {
  const glossary = readFileSync(new URL('docs/glossary.md', import.meta.url), 'utf8');
  const [, section = ''] = glossary.split('## Words the spell checker knows\n');
  return section.match(/[\p{L}\p{M}'’]+/gu) ?? [];
}

/** Names of programs, and the Spanish words for self-employment. */
function incomeCheckWords() {
  const { editors, printers, selfEmployed } = JSON.parse(
    readFileSync(new URL('schemas/checks/income.json', import.meta.url), 'utf8'),
  );
  return (
    [...[editors, printers].flatMap(Object.entries), selfEmployed]
      .flat()
      .join(' ')
      .match(/\p{L}+/gu) ?? []
  );
}

/** British spellings that the American dictionary lets through. */
const BRITISH = [
  'catalogue->catalog',
  'cancelled->canceled',
  'cancelling->canceling',
  'labelled->labeled',
  'labelling->labeling',
  'modelled->modeled',
  'travelled->traveled',
  'cheque->check',
  'grey->gray',
  'dialogue->dialog',
  'analyse->analyze',
  'judgement->judgment',
  'whilst->while',
  'amongst->among',
  'tyre->tire',
  'programme->program',
  'practise->practice',
  'sceptical->skeptical',
];

/** Words of our own that docs/glossary.md replaces. */
const PRIVATE = ['errand->return path', 'hindrance->blocker', 'mendable->fixable', 'unmended->not fixed'];

/** Names in the API's payloads, in stored values and in files of operators; they can't be renamed. */
const STORED_NAMES = ['licence', 'licencematch', 'licenc'];

export default {
  version: '0.2',
  language: 'en-US',
  files: ['**/*.{ts,tsx,mjs,cjs,md,json}'],
  useGitignore: true,
  dictionaries: ['typescript', 'node', 'html', 'html-symbol-entities', 'css', 'softwareTerms', 'fonts'],
  ignorePaths: [
    'package-lock.json',
    'cspell.config.mjs',
    '**/snapshots/**',
    // Spanish, checked by tests/language, and third parties' names.
    'schemas/translations/**',
    'tests/jobApplication/schemas/translations/**',
    'docs/notices.md',
    // The banks' names, and the words on documents in English and Spanish.
    'src/server/features/income/labels.json',
    'src/server/features/income/us-banks.json',
    // Invented people, and documents as banks print them.
    'schemas/personas/**',
    'tests/sampleDocuments/**',
    'bench/classifier/**',
    // Words that no text can have.
    'tests/language/private-words.json',
  ],
  words: glossaryWords(),
  flagWords: [...BRITISH, ...PRIVATE],
  ignoreRegExpList: [
    // Strings that are data: base64, hex, keys.
    '/[A-Za-z0-9+\\/=_-]{40,}/g',
    // Scripts other than Latin.
    '/[\\u0370-\\u1FFF\\u3000-\\uFFFF]+/g',
  ],
  overrides: [
    { filename: ['{src,widgets,tests,e2e,bench}/**', '*.ts'], ignoreWords: STORED_NAMES },
    // Keys in files of texts and sections are also names in code.
    { filename: 'schemas/**/*.json', ignoreWords: STORED_NAMES },
    // The names of other people's programs.
    { filename: 'schemas/checks/income.json', ignoreWords: incomeCheckWords() },
    // PDF's own words.
    { filename: 'src/server/platform/files/workers/*.mjs', ignoreWords: ['startxref'] },
    // Names of repositories.
    { filename: 'docs/documents.md', ignoreRegExpList: ['/^\\| [\\w-]+\\/[\\w-]+ \\|/gm'] },
    // Paths of files.
    { filename: '**/*.md', ignoreRegExpList: ['/[\\w/.{},*-]+\\.(ts|tsx|mjs|json)\\b/g'] },
    // The last column of a table has the words not to use, and the one before it may be Spanish.
    {
      filename: 'docs/glossary.md',
      ignoreRegExpList: ['/\\|[^|\\n]*\\|$/gm', '/## In English and Spanish[\\s\\S]*?(?=\\n## )/g'],
    },
  ],
};
