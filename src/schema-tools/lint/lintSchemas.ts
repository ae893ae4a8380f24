import { isRecord } from '../../model/answers/paths';
import type { SchemaIssue } from '../../model/section/catalogError';
import { checkSchema, checkUi } from '../../model/section/checkSchema';
import { checkFlow } from '../../model/section/flow';
import type { SchemaFiles } from '../../model/types';
import { explainJson } from './explainJson';
import { lintConditions, lintContradictions, lintShown } from './lintConditions';
import { lintConfigs } from './lintConfigs';
import { lintContext } from './lintContext';
import { lintDocuments } from './lintDocuments';
import { lintFlows, lintPersonas } from './lintFlows';
import { lintLaw } from './lintLaw';
import { lintMessages, lintTranslations } from './lintMessages';
import { lintIds, lintLists, lintMeta, lintPii, lintWeakPii } from './lintMeta';
import { lintMigrations } from './lintMigrations';
import { lintNames } from './lintNames';
import { lintNeeds } from './lintNeeds';
import { lintNumbers } from './lintNumbers';
import { lintPatterns } from './lintPatterns';
import { lintPlaceholders } from './lintPlaceholders';
import { lintRefs } from './lintRefs';
import { lintRetention } from './lintRetention';
import { lintRoutes } from './lintRoutes';
import { lintUnused } from './lintUnused';
import { type JsonPlaces, jsonPlaces, type LintCheck, lintSources, nearestLine, sourceOf } from './sources';

/** Reports what the server rejects at startup. */
const lintDialect: LintCheck = ({ sections, flows, widgets, files }) => {
  const byName = new Map(sections.map((section) => [section.name, section]));
  const orphans = Object.keys(files).filter(
    (file) => file.endsWith('.ui.json') && !(file.replace('.ui.json', '.schema.json') in files),
  );
  return [
    ...sections.flatMap((section) => [...checkSchema(section), ...checkUi(section, widgets)]),
    ...flows.flatMap(({ file, flow }) => checkFlow(file.replace(/\.json$/, ''), flow, byName)),
    ...orphans.map((file) => ({
      code: 'ui-without-schema',
      file,
      path: '',
      fix: `Add ${file.replace('.ui.', '.schema.')} or delete this file.`,
    })),
  ];
};

export interface LintIssue extends SchemaIssue {
  line: number;
}

/** True for issues that only need cleanup and never block publishing. */
export function isCleanup({ code }: SchemaIssue): boolean {
  return /^(unused-.*|unset-setting|unreachable-section|unserved-flow|stale-list|large-file)$/.test(code);
}

/** True for issues in personas, which applicants don't see. False for invalid JSON, which prevents most checks. */
export function isInSample({ code, file }: SchemaIssue): boolean {
  return file.startsWith('personas/') && code !== 'not-json';
}

/** Groups issues with the same fix, in order of first occurrence. */
export function groupByCause(issues: readonly LintIssue[]): { first: LintIssue; others: LintIssue[] }[] {
  const groups = new Map<string, { first: LintIssue; others: LintIssue[] }>();
  for (const issue of issues) {
    const key = `${issue.code} ${issue.fix}`;
    const known = groups.get(key);
    if (known) known.others.push(issue);
    else groups.set(key, { first: issue, others: [] });
  }
  return [...groups.values()];
}

interface LintInput {
  /** Contents of files by path below `schemas/`. */
  texts: Record<string, string>;
  widgets: readonly string[];
  today: string;
}

const SHAPES: LintCheck[] = [lintDialect, lintMeta, lintNames, lintMigrations];

/** These checks require files with a valid structure. */
const CONTENT_CHECKS: LintCheck[] = [
  lintFlows,
  lintNeeds,
  lintRoutes,
  lintContext,
  lintConfigs,
  lintLaw,
  lintPersonas,
  lintConditions,
  lintShown,
  lintMessages,
  lintNumbers,
  lintPlaceholders,
  lintIds,
  lintPii,
  lintWeakPii,
  lintPatterns,
  lintContradictions,
  lintLists,
  lintDocuments,
  lintRefs,
  lintRetention,
  lintUnused,
  lintTranslations,
];

/** Returns issues sorted by file and line, without duplicates. docs/schemas.md lists the codes. */
export function lintSchemas({ texts, ...known }: LintInput): LintIssue[] {
  const { files, problems } = parseAll(texts);
  const places = new Map<string, JsonPlaces>();
  const findPlaces = (file: string) => {
    const found = places.get(file) ?? jsonPlaces(texts[file] ?? '');
    places.set(file, found);
    return found;
  };
  const twice = Object.keys(files).flatMap((file) => findPlaces(file).twice.map((path) => duplicateKey(file, path)));
  const found = problems.length ? twice : [...lintFiles(files, known), ...twice];
  const findings = [...found, ...findLarge(texts)].map((problem) => ({
    ...problem,
    line: nearestLine(findPlaces(problem.file), problem.path),
  }));
  return removeDuplicates([...problems, ...findings]);
}

/** Characters per file. Larger files slow down editors and the Studio. */
const LARGE = 200_000;

function findLarge(texts: Record<string, string>): SchemaIssue[] {
  return Object.entries(texts)
    .filter(([file, text]) => text.length > LARGE && !file.startsWith('translations/'))
    .map(([file, text]) => ({
      code: 'large-file',
      file,
      path: '',
      fix: `This file is ${Math.round(text.length / 1000)} kB. Files over ${LARGE / 1000} kB slow down editors and the Studio. Split it.`,
    }));
}

function lintFiles(files: SchemaFiles, known: Omit<LintInput, 'texts'>): SchemaIssue[] {
  const { sources, problems } = lintSources(files, known);
  const written = (found: SchemaIssue[]) =>
    found.map((problem) => ({
      ...problem,
      ...(problem.file in files ? sourceOf(files, problem.file, problem.path) : {}),
    }));
  // Sections with a broken reference are left out, so flows seem to name unknown sections.
  const isRoot = ({ code }: SchemaIssue) => problems.length === 0 || code !== 'unknown-section';
  const found = SHAPES.flatMap((check) => check(sources)).filter(isRoot);
  const shapes = onePerPlace(written([...problems, ...found]));
  if (shapes.some(({ code }) => code !== 'no-meta')) return shapes;
  return [...shapes, ...written(CONTENT_CHECKS.flatMap((check) => check(sources)))];
}

/** Removes a `meta` issue if another check found an issue at the same place or inside it. */
function onePerPlace(problems: SchemaIssue[]): SchemaIssue[] {
  const own = problems.filter(({ code }) => code !== 'meta');
  const isTold = ({ code, file, path }: SchemaIssue) =>
    code === 'meta' && own.some((one) => one.file === file && (one.path === path || one.path.startsWith(`${path}/`)));
  return problems.filter((problem) => !isTold(problem));
}

function parseAll(texts: Record<string, string>): { files: SchemaFiles; problems: LintIssue[] } {
  const files: SchemaFiles = {};
  const problems: LintIssue[] = [];
  for (const [file, text] of Object.entries(texts)) {
    const found = readJson(text);
    if ('content' in found) files[file] = found.content;
    else problems.push({ code: 'not-json', file, path: '', ...found });
  }
  return { files, problems };
}

function readJson(text: string): { content: unknown } | { fix: string; line: number } {
  try {
    const content: unknown = JSON.parse(text);
    return isRecord(content) ? { content } : { fix: 'A schema file must be a JSON object: { … }.', line: 1 };
  } catch {
    return explainJson(text);
  }
}

function duplicateKey(file: string, path: string): SchemaIssue {
  return {
    code: 'duplicate-key',
    file,
    path,
    fix: `'${path.split('/').at(-1)}' is in this object twice, and only the last one counts. Delete one.`,
  };
}

/** Removes duplicates, because issues in definitions are found once per section. */
function removeDuplicates(findings: LintIssue[]): LintIssue[] {
  const once = new Map(
    findings.map((finding) => [`${finding.code} ${finding.file} ${finding.path} ${finding.fix}`, finding]),
  );
  return [...once.values()].sort(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.code.localeCompare(b.code),
  );
}
