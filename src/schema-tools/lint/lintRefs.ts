import { getIn, isRecord, toPointer } from '../../model/answers/paths';
import { expandRefs } from '../../model/section/catalog';
import type { SchemaIssue } from '../../model/section/catalogError';
import { definitionFile } from '../../model/section/definitionFile';
import { validatingKeywords } from '../../model/section/knownKeywords';
import type { Path, SchemaFiles } from '../../model/types';
import type { LintCheck } from './sources';

/** `loosened-ref`: a looser or different rule next to a `$ref`. In JSON Schema, both rules apply. */
export const lintRefs: LintCheck = ({ files }) =>
  Object.keys(files)
    .filter((file) => /^([^/]+\.schema|definitions\/(?!documents\.|messages\.)[^/]+)\.json$/.test(file))
    .flatMap((file) => findRefs(files[file]).flatMap((path) => findLoosened(files, file, path)));

function findRefs(node: unknown, path: Path = []): Path[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = isRecord(node) && typeof node.$ref === 'string' ? [path] : [];
  const members = Array.isArray(node) ? [...node.entries()] : Object.entries(node);
  return [...own, ...members.flatMap(([key, value]) => findRefs(value, [...path, key]))];
}

function findLoosened(files: SchemaFiles, file: string, path: Path): SchemaIssue[] {
  const { $ref, ...own } = Object(getIn(files[file], path));
  const target = definitionFile($ref, file, files);
  const base: Record<string, unknown> = { ...expandRefs(files[target], files, target) };
  return Object.entries(own)
    .filter(([keyword, value]) => isLessStrict(keyword, base[keyword], value))
    .map(([keyword]) => ({
      code: 'loosened-ref',
      file,
      path: `${toPointer(path)}/${keyword}`,
      fix: `schemas/${target} has a stricter or different '${keyword}'. In JSON Schema, both rules apply. Write the rules here without "$ref".`,
    }));
}

const UPPER = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems'];
const LOWER = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'x-minLetters'];

function isLessStrict(keyword: string, base: unknown, own: unknown): boolean {
  if (base === undefined || !validatingKeywords.includes(keyword) || isSame(base, own)) return false;
  if (UPPER.includes(keyword)) return Number(own) > Number(base);
  if (LOWER.includes(keyword)) return Number(own) < Number(base);
  if (keyword === 'required') return [base].flat().some((name) => ![own].flat().includes(name));
  return true;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
