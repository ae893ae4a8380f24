import type { SchemaIssue } from '../../model/section/catalogError';
import { checkSchema, checkUi } from '../../model/section/checkSchema';
import { checkFlow } from '../../model/section/flow';
import type { SchemaFiles } from '../../model/types';
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
import { lintPatterns } from './lintPatterns';
import { lintPlaceholders } from './lintPlaceholders';
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

/** True if an issue is only cleanup, which never blocks publishing. */
export function isTidying({ code }: SchemaIssue): boolean {
  return /^(unused-.*|unset-setting|unreachable-section|stale-list)$/.test(code);
}

interface LintInput {
  /** By path below `schemas/`. */
  texts: Record<string, string>;
  widgets: readonly string[];
  /** ISO. */
  today: string;
}

const SHAPES: LintCheck[] = [lintDialect, lintMeta, lintNames, lintMigrations];

/** Checks for files with a valid structure. */
const MEANINGS: LintCheck[] = [
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
  lintPlaceholders,
  lintIds,
  lintPii,
  lintWeakPii,
  lintPatterns,
  lintContradictions,
  lintLists,
  lintDocuments,
  lintRetention,
  lintUnused,
  lintTranslations,
];

/** Returns all issues by file and line, one per cause. docs/schemas.md lists the codes. */
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
  const findings = found.map((problem) => ({ ...problem, line: nearestLine(findPlaces(problem.file), problem.path) }));
  return tidy([...problems, ...findings]);
}

function lintFiles(files: SchemaFiles, known: Omit<LintInput, 'texts'>): SchemaIssue[] {
  const { sources, problems } = lintSources(files, known);
  const written = (found: SchemaIssue[]) =>
    found.map((problem) => ({
      ...problem,
      ...(problem.file in files ? sourceOf(files, problem.file, problem.path) : {}),
    }));
  const shapes = onePerPlace(written([...problems, ...SHAPES.flatMap((check) => check(sources))]));
  if (shapes.some(({ code }) => code !== 'no-meta')) return shapes;
  return [...shapes, ...written(MEANINGS.flatMap((check) => check(sources)))];
}

/** Keeps one issue per place: our own fix rather than the meta-schema's, and the innermost place. */
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
    try {
      files[file] = JSON.parse(text);
    } catch (error) {
      const fix = error instanceof Error ? error.message : String(error);
      problems.push({
        code: 'not-json',
        file,
        path: '',
        fix,
        line: brokenLine(text, fix),
      });
    }
  }
  return { files, problems };
}

/** Returns the line of a syntax error. V8 reports it as a character offset. */
function brokenLine(text: string, message: string): number {
  const position = /position (\d+)/.exec(message)?.[1];
  return text.slice(0, position === undefined ? text.length : Number(position)).split('\n').length;
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
function tidy(findings: LintIssue[]): LintIssue[] {
  const once = new Map(
    findings.map((finding) => [`${finding.code} ${finding.file} ${finding.path} ${finding.fix}`, finding]),
  );
  return [...once.values()].sort(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.code.localeCompare(b.code),
  );
}
