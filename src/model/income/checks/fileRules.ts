import { documentId, documentType } from '../../section/documentTypes';
import { payKey } from '../grossPay';
import { getPeriod } from '../payPeriods';
import { isPhoto } from '../photographed';
import type {
  BySource,
  CheckedFile,
  CheckedSource,
  Coverage,
  DocumentCheck,
  DocumentReading,
  IncomeCase,
  ShownValues,
} from './documentChecks';
import { checkRules } from './rules';
import { isSameName, type NamedPerson } from './sameName';
import { acceptedClasses, certainGross, checkSource, isOtherClass, isUnread, sourceCoverage } from './sourceRules';

export type RuleResult = Pick<DocumentCheck, 'outcome' | 'expected' | 'found'>;

interface FileCase {
  file: CheckedFile;
  reading: DocumentReading;
  source: CheckedSource;
  income: IncomeCase;
}

type FileRule = (one: FileCase) => RuleResult | undefined;

/** Checks a file against a rule. Undefined if the rule can't be applied. Throws for unknown rules. */
export function checkFile(
  rule: string,
  file: CheckedFile,
  source: CheckedSource,
  income: IncomeCase,
): RuleResult | undefined {
  const check = FILE_RULES[rule];
  if (!check) throw new Error(`schemas/checks/income.json uses the file rule '${rule}', which doesn't exist`);
  const { reading } = file;
  if (!reading || (isUnread(reading) && !RULES_FOR_EVERY_FILE.includes(rule))) return undefined;
  const result = check({ file, reading, source, income });
  return result && reading.isPicture && TEXT_RULES.includes(rule) ? askApplicant(result) : result;
}

const RULES_FOR_EVERY_FILE = ['readable', 'original', 'duplicate'];

/** Files read from images can't fail these rules, because their text can be misread. */
const TEXT_RULES = ['class', 'name', 'age'];

const askApplicant = (result: RuleResult): RuleResult =>
  result.outcome === 'failed' ? { ...result, outcome: 'inconclusive' } : result;

const FILE_RULES: Record<string, FileRule> = {
  readable: ({ reading, source }) => {
    const problem =
      reading.problem ?? (isUnread(reading) && acceptsPictures(reading, source) ? 'unreadPhoto' : undefined);
    return {
      outcome: problem ? 'failed' : 'passed',
      expected: { word: 'readable' },
      found: { word: problem ?? 'readable' },
    };
  },
  picture: ({ reading }) => {
    if (!reading.isPicture) return undefined;
    const all = toShownValues(reading);
    // `found` is null if there's nothing for the applicant to confirm.
    return { outcome: 'inconclusive', expected: null, found: all.length > 0 ? { all } : null };
  },
  original: ({ reading, source }) => {
    // The rule `picture` covers readable scans.
    if (reading.problem || (reading.isPicture === true && reading.hasText)) return undefined;
    if (!reading.hasText && acceptsPictures(reading, source)) return undefined;
    const expected = { word: 'original' };
    const tampered = findTampering(reading);
    if (tampered) return { outcome: 'failed', expected, found: tampered };
    const saved = isPrintedFreely(reading) ? undefined : findResaveSigns(reading);
    return { outcome: saved ? 'inconclusive' : 'passed', expected, found: saved ?? expected };
  },
  class: ({ reading, source, income }) => {
    const expected = { classes: acceptedClasses(source, income.isSelfEmployed) };
    const found = reading.class && { classes: reading.parts ?? [reading.class.name] };
    const isUnsure = !reading.parts && (reading.class?.confidence ?? 0) < checkRules().leastConfidence;
    if (!found || isUnsure) return { outcome: 'inconclusive', expected, found: null };
    return {
      outcome: expected.classes.some((one) => found.classes.includes(one)) ? 'passed' : 'failed',
      expected,
      found,
    };
  },
  name: ({ reading, income: { applicant } }) => {
    if (isOtherClass(reading)) return undefined;
    const documents = listNamedDocuments(reading);
    const expected = { text: `${applicant.first_name} ${applicant.last_name}` };
    const others = documents.filter((document) => !isNamedOn(document, applicant));
    const other = others.find(({ name }) => name !== undefined)?.name;
    if (other !== undefined) return { outcome: 'failed', expected, found: { text: other } };
    if (documents.length === 0 || others.length > 0) return { outcome: 'inconclusive', expected, found: null };
    const same = documents.find(({ name }) => name !== undefined && isSameName(name, applicant))?.name;
    return { outcome: 'passed', expected, found: same === undefined ? expected : { text: same } };
  },
  statement: ({ reading }) => {
    // The rule `picture` shows what was read in a picture.
    const all = reading.isPicture ? [] : statementValues(reading);
    return all.length > 0 ? { outcome: 'passed', expected: null, found: { all } } : undefined;
  },
  duplicate: ({ file, reading, source, income }) => {
    const earlier = income.sources
      .filter(({ type }) => type === source.type)
      .flatMap(({ files }) => files)
      .filter(({ id }) => id < file.id);
    const nothing = { expected: null, found: null };
    if (earlier.some((one) => one.digest === file.digest)) return { outcome: 'failed', ...nothing };
    if (isUnread(reading)) return undefined;
    if (repeatsPay(reading, earlier)) return { outcome: reading.isPicture ? 'inconclusive' : 'failed', ...nothing };
    return { outcome: reading.hasText ? 'passed' : 'inconclusive', ...nothing };
  },
  age: ({ reading, source, income }) => {
    if (isOtherClass(reading)) return undefined;
    const since = sourceCoverage(source, income)?.needed[0]?.from;
    if (!since) return undefined;
    const periods = reading.stubs.flatMap((stub) => getPeriod(stub) ?? []);
    const last = periods
      .map(({ to }) => to)
      .sort()
      .at(-1);
    if (!last) return { outcome: 'inconclusive', expected: { since }, found: null };
    return { outcome: last < since ? 'failed' : 'passed', expected: { since }, found: { days: periods } };
  },
};

const acceptsPictures = (reading: DocumentReading, { type }: CheckedSource): boolean =>
  isPhoto(reading) || documentType(type)?.files.some((mime) => mime.startsWith('image/')) === true;

function toShownValues(reading: DocumentReading): ShownValues[] {
  const { class: found, stubs, statements } = reading;
  const names = [...stubs.map(({ employee }) => employee), ...statements.map(({ holder }) => holder)];
  const periods = stubs.flatMap((stub) => getPeriod(stub) ?? []);
  return [
    ...(found ? [{ classes: [found.name] }] : []),
    ...names.flatMap((text) => (text ? [{ text }] : [])),
    ...statementValues(reading),
    ...(periods.length > 0 ? [{ days: periods }] : []),
    ...stubs.flatMap(({ gross }) => (gross === undefined ? [] : [{ dollars: gross }])),
  ];
}

function statementValues({ statements }: DocumentReading): ShownValues[] {
  const days = statements.flatMap(({ from, to }) => (from && to ? [{ from, to }] : []));
  return [...statements.flatMap(({ bank }) => (bank ? [{ bank }] : [])), ...(days.length > 0 ? [{ days }] : [])];
}

const CHANGED_MS = 10 * 60_000;

function findTampering(reading: DocumentReading) {
  if (!reading.hasText) return { word: 'unreadScan' };
  const editor = makerIn(reading, checkRules().editors);
  return editor === undefined ? undefined : { text: editor };
}

/** Originals can show these signs too. */
function findResaveSigns(reading: DocumentReading) {
  const { createdAt, modifiedAt, updates = 0, signer } = reading;
  // Signing adds to the file and changes its date.
  if (signer) return undefined;
  const printer = makerIn(reading, checkRules().printers);
  if (printer !== undefined) return { text: printer };
  const isLater = createdAt && modifiedAt && Date.parse(modifiedAt) - Date.parse(createdAt) > CHANGED_MS;
  return isLater || updates > 0 ? { word: 'changed' } : undefined;
}

function makerIn(
  { producer = '', creator = '' }: DocumentReading,
  programs: Record<string, string>,
): string | undefined {
  const makers = `${producer}\n${creator}`.toLowerCase();
  return Object.entries(programs).find(([word]) => makers.includes(word))?.[1];
}

function isPrintedFreely({ class: found }: DocumentReading): boolean {
  return (
    found !== undefined &&
    found.confidence >= checkRules().leastConfidence &&
    checkRules().printedFreely.includes(found.name)
  );
}

interface NamedDocument {
  name?: string;
  names?: string[];
}

const listNamedDocuments = ({ stubs, statements }: DocumentReading): NamedDocument[] => [
  ...stubs.map(({ employee, names }) => ({ name: employee, names })),
  ...statements.map(({ holder, names }) => ({ name: holder, names })),
];

const SHORT_NAME = 4;

/** Initials count only in short texts, because 'a' is a word in longer texts. */
function isNamedOn({ name, names = [] }: NamedDocument, applicant: NamedPerson): boolean {
  const texts = names.map((text) => (text.split(' ').length > SHORT_NAME ? text.replace(/\b\p{L}\b/gu, '') : text));
  return [...(name === undefined ? [] : [name]), ...texts].some((text) => isSameName(text, applicant));
}

function repeatsPay({ stubs }: DocumentReading, earlier: readonly CheckedFile[]): boolean {
  const keys = new Set(earlier.flatMap(({ reading }) => (reading?.stubs ?? []).map(payKey)));
  return stubs.some((stub) => payKey(stub) !== undefined && keys.has(payKey(stub)));
}

export interface IncomeCheckResult {
  checks: DocumentCheck[];
  coverage: BySource<Coverage>;
  gross: Record<string, number | null>;
}

/** Checks all income documents. Files that haven't been read yet have no checks. */
export function checkIncome(income: IncomeCase): IncomeCheckResult {
  return {
    checks: income.sources.flatMap((source) => checkSourceFiles(source, income)),
    coverage: findCoverage(income),
    gross: Object.fromEntries(
      income.sources
        .filter(({ type }) => type === documentId('employment'))
        .map((source) => [source.source, certainGross(source) ?? null]),
    ),
  };
}

function checkSourceFiles(source: CheckedSource, income: IncomeCase): DocumentCheck[] {
  const rules = checkRules().rules.filter(({ documents }) => documents.includes(source.type));
  return rules.flatMap(({ id, per }): DocumentCheck[] => {
    const place = { type: source.type, source: source.source, rule: id };
    if (per === 'source') {
      const result = checkSource(id, source, income);
      return result ? [{ ...place, document: null, ...result }] : [];
    }
    return source.files.flatMap((file) => {
      const result = checkFile(id, file, source, income);
      return result ? [{ ...place, document: file.id, ...result }] : [];
    });
  });
}

function findCoverage(income: IncomeCase): BySource<Coverage> {
  const all: BySource<Coverage> = {};
  for (const source of income.sources) {
    const coverage = sourceCoverage(source, income);
    if (coverage) all[source.type] = { ...all[source.type], [`source_${source.source}`]: coverage };
  }
  return all;
}
