import type { Problem } from '../../../model/catalogueError';
import { checkSchema, checkUi } from '../../../model/checkSchema';
import { checkFlow } from '../../../model/flow';
import type { SchemaFiles } from '../../../model/types';
import { lintConditions, lintContradictions, lintShown } from './lintConditions';
import { lintConfigs } from './lintConfigs';
import { lintDocuments } from './lintDocuments';
import { lintFlows, lintPersonas } from './lintFlows';
import { lintMessages, lintTranslations } from './lintMessages';
import { lintIds, lintLists, lintMeta, lintPii } from './lintMeta';
import { lintPatterns } from './lintPatterns';
import { lintUnused } from './lintUnused';
import { type JsonPlaces, jsonPlaces, type LintCheck, lintSources, nearestLine, sourceOf } from './sources';

/** What the program itself refuses at start: `unknown-keyword`, `branching`, `dangling-path`, `ui-path`, `unknown-widget` and the like. */
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
      mend: `Add ${file.replace('.ui.', '.schema.')} or delete this file.`,
    })),
  ];
};

/** One fault in the schema files: its code, where it is, and what to do about it. */
export interface Finding extends Problem {
  line: number;
}

/** A finding that asks for tidying only: what stands idle hurts nobody, and does not hold a change back from a running server. */
export function isTidying({ code }: Problem): boolean {
  return /^(unused-.*|unset-setting|unreachable-section|stale-list)$/.test(code);
}

interface LintInput {
  /** The text of each file below `schemas/`, by its path there. */
  texts: Record<string, string>;
  /** The names of the components in `widgets/`. */
  widgets: readonly string[];
  /** An ISO date, for rules that speak of today. */
  today: string;
}

/** What a file may hold at all. */
const SHAPES: LintCheck[] = [lintDialect, lintMeta];

/** What its parts mean together; nothing is to be learnt of a file whose shape is wrong. */
const MEANINGS: LintCheck[] = [
  lintFlows,
  lintConfigs,
  lintPersonas,
  lintConditions,
  lintShown,
  lintMessages,
  lintIds,
  lintPii,
  lintPatterns,
  lintContradictions,
  lintLists,
  lintDocuments,
  lintUnused,
  lintTranslations,
];

/**
 * Everything that is wrong in the schema files, in order of file and line, one finding for one fault: while a file is no JSON the others
 * are not judged by what it lacks, and while its shape is wrong nothing is said of what that makes of it. The codes are listed in
 * docs/schemas.md.
 */
export function lintSchemas({ texts, ...known }: LintInput): Finding[] {
  const { files, problems } = parseAll(texts);
  const places = new Map<string, JsonPlaces>();
  const placesOf = (file: string) => {
    const found = places.get(file) ?? jsonPlaces(texts[file] ?? '');
    places.set(file, found);
    return found;
  };
  const twice = Object.keys(files).flatMap((file) => placesOf(file).twice.map((path) => duplicateKey(file, path)));
  const found = problems.length ? twice : [...judge(files, known), ...twice];
  const findings = found.map((problem) => ({ ...problem, line: nearestLine(placesOf(problem.file), problem.path) }));
  return tidy([...problems, ...findings]);
}

function judge(files: SchemaFiles, known: Omit<LintInput, 'texts'>): Problem[] {
  const { sources, problems } = lintSources(files, known);
  const written = (found: Problem[]) =>
    found.map((problem) => ({
      ...problem,
      ...(problem.file in files ? sourceOf(files, problem.file, problem.path) : {}),
    }));
  const shapes = inOnePlace(written([...problems, ...SHAPES.flatMap((check) => check(sources))]));
  if (shapes.some(({ code }) => code !== 'no-meta')) return shapes;
  return [...shapes, ...written(MEANINGS.flatMap((check) => check(sources)))];
}

/** The dialect and the meta-schema may both refuse one thing: the dialect knows the mend, and the innermost place is the fault. */
function inOnePlace(problems: Problem[]): Problem[] {
  const own = problems.filter(({ code }) => code !== 'meta');
  const isTold = ({ code, file, path }: Problem) =>
    code === 'meta' && own.some((one) => one.file === file && (one.path === path || one.path.startsWith(`${path}/`)));
  return problems.filter((problem) => !isTold(problem));
}

function parseAll(texts: Record<string, string>): { files: SchemaFiles; problems: Finding[] } {
  const files: SchemaFiles = {};
  const problems: Finding[] = [];
  for (const [file, text] of Object.entries(texts)) {
    try {
      files[file] = JSON.parse(text);
    } catch (error) {
      const mend = error instanceof Error ? error.message : String(error);
      problems.push({
        code: 'not-json',
        file,
        path: '',
        mend,
        line: brokenLine(text, mend),
      });
    }
  }
  return { files, problems };
}

/** V8 names the place by its character. */
function brokenLine(text: string, message: string): number {
  const position = /position (\d+)/.exec(message)?.[1];
  return text.slice(0, position === undefined ? text.length : Number(position)).split('\n').length;
}

function duplicateKey(file: string, path: string): Problem {
  return {
    code: 'duplicate-key',
    file,
    path,
    mend: `'${path.split('/').at(-1)}' stands twice in one object, and only the last counts; delete one.`,
  };
}

/** A fault in a definition is found by every section that uses it, and reported once. */
function tidy(findings: Finding[]): Finding[] {
  const once = new Map(
    findings.map((finding) => [`${finding.code} ${finding.file} ${finding.path} ${finding.mend}`, finding]),
  );
  return [...once.values()].sort(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.code.localeCompare(b.code),
  );
}
