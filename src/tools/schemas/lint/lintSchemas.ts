import type { Problem } from '../../../model/catalogueError';
import { type JsonPlaces, jsonPlaces } from './jsonPlaces';
import { lintConditions } from './lintConditions';
import { lintConfigs } from './lintConfigs';
import { lintContradictions } from './lintContradictions';
import { lintDialect } from './lintDialect';
import { lintFlows } from './lintFlows';
import { lintIds } from './lintIds';
import { lintLists } from './lintLists';
import { lintMessages } from './lintMessages';
import { lintMeta } from './lintMeta';
import { lintPersonas } from './lintPersonas';
import { lintPii } from './lintPii';
import { type LintCheck, lintSources } from './lintSources';
import { lintTranslations } from './lintTranslations';
import { lintUnused } from './lintUnused';
import { nearestLine } from './nearestLine';
import { sourceOf } from './sources';

/** One fault in the schema files: its code, where it is, and what to do about it. */
export interface Finding extends Problem {
  line: number;
}

export interface LintInput {
  /** The text of each file below `schemas/`, by its path there. */
  texts: Record<string, string>;
  /** The names of the components in `widgets/`. */
  widgets: readonly string[];
  /** An ISO date, for rules that speak of today. */
  today: string;
}

const CHECKS: LintCheck[] = [
  lintDialect,
  lintMeta,
  lintFlows,
  lintConfigs,
  lintPersonas,
  lintConditions,
  lintMessages,
  lintIds,
  lintPii,
  lintContradictions,
  lintLists,
  lintUnused,
  lintTranslations,
];

/** Everything that is wrong in the schema files, in order of file and line. The codes are listed in docs/schemas.md. */
export function lintSchemas({ texts, ...known }: LintInput): Finding[] {
  const { files, problems } = parseAll(texts);
  const { sources, problems: dangling } = lintSources(files, known);
  const places = new Map<string, JsonPlaces>();
  const placesOf = (file: string) => {
    const found = places.get(file) ?? jsonPlaces(texts[file] ?? '');
    places.set(file, found);
    return found;
  };
  const twice = Object.keys(files).flatMap((file) => placesOf(file).twice.map((path) => duplicateKey(file, path)));
  const written = [...dangling, ...CHECKS.flatMap((check) => check(sources))].map((problem) => ({
    ...problem,
    ...(problem.file in files ? sourceOf(files, problem.file, problem.path) : {}),
  }));
  const findings = [...written, ...twice].map((problem) => ({
    ...problem,
    line: nearestLine(placesOf(problem.file), problem.path),
  }));
  return tidy([...problems, ...findings]);
}

function parseAll(texts: Record<string, string>): { files: Record<string, unknown>; problems: Finding[] } {
  const files: Record<string, unknown> = {};
  const problems: Finding[] = [];
  for (const [file, text] of Object.entries(texts)) {
    try {
      files[file] = JSON.parse(text);
    } catch (error) {
      problems.push({
        code: 'not-json',
        file,
        path: '',
        mend: (error as Error).message,
        line: brokenLine(text, error),
      });
    }
  }
  return { files, problems };
}

/** V8 names the place by its character. */
function brokenLine(text: string, error: unknown): number {
  const position = /position (\d+)/.exec((error as Error).message)?.[1];
  return text.slice(0, position === undefined ? text.length : Number(position)).split('\n').length;
}

function duplicateKey(file: string, path: string): Problem {
  return {
    code: 'duplicate-id',
    file,
    path,
    mend: `'${path.split('/').at(-1)}' stands twice in one object, and only the last counts; delete one.`,
  };
}

/** A fault in a definition is found by every section that uses it, and told once. */
function tidy(findings: Finding[]): Finding[] {
  const once = new Map(
    findings.map((finding) => [`${finding.code} ${finding.file} ${finding.path} ${finding.mend}`, finding]),
  );
  return [...once.values()].sort(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.code.localeCompare(b.code),
  );
}
