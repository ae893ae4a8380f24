import { isRecord } from '../../model/answers/paths';
import type { SchemaIssue } from '../../model/section/catalogError';
import { definitionFile } from '../../model/section/definitionFile';
import { ownKeywords } from '../../model/section/knownKeywords';
import { formats } from '../../model/validation/formats';
import { unsetSettings } from './lintConfigs';
import { type LintCheck, type LintSources, visitNodes } from './sources';

const DEFAULTS = ['Text', 'Checkbox', 'Select'];

/**
 * `unused-*`: a widget, keyword, format or definition that isn't used. `meta/kept.json` lists exceptions with reasons.
 * `unused-keep`: an unneeded exception.
 */
export const lintUnused: LintCheck = (sources) => {
  const allowedUnused = Object.keys(Object(sources.files['meta/kept.json'])).filter((name) => name !== '$schema');
  const found = findUnused(sources);
  return [
    ...found.filter(({ name }) => !allowedUnused.includes(name)).map(({ problem }) => problem),
    ...allowedUnused
      .filter((name) => !found.some((one) => one.name === name))
      .map((name) =>
        unused(
          'unused-keep',
          'meta/kept.json',
          `'${name}' is used, or doesn't exist anymore. Delete the line.`,
          `/${name}`,
        ),
      ),
  ];
};

interface Unused {
  name: string;
  problem: SchemaIssue;
}

function findUnused(sources: LintSources): Unused[] {
  const text = JSON.stringify(sources.sections.map(({ ui }) => ui));
  const nodes = sources.sections.flatMap(({ schema }) => visitNodes(schema).map(({ node }) => node));
  const keywords = new Set([...nodes.flatMap((node) => Object.keys(node)), ...innerKeywords(nodes)]);
  const used = new Set(nodes.map((node) => node.format));
  return [
    ...sources.widgets
      .filter((name) => !DEFAULTS.includes(name) && !text.includes(`"ui:widget":"${name}"`))
      .map((name) => ({
        name,
        problem: unused(
          'unused-widget',
          'meta/ui.schema.json',
          `No ui file uses the widget '${name}'. Use it, or delete widgets/${name}.tsx.`,
        ),
      })),
    ...ownKeywords
      .filter((keyword) => !keywords.has(keyword))
      .map((name) => ({
        name,
        problem: unused(
          'unused-keyword',
          'meta/section.schema.json',
          `No section uses '${name}'. Use it, or remove it from the program.`,
        ),
      })),
    ...Object.keys(formats)
      .filter((format) => !used.has(format))
      .map((name) => ({
        name,
        problem: unused(
          'unused-format',
          'meta/section.schema.json',
          `No section uses the format '${name}'. Use it, or remove it from the program.`,
        ),
      })),
    ...unusedDefinitions(sources),
    ...unsetSettings(sources),
  ];
}

function innerKeywords(nodes: Record<string, unknown>[]): string[] {
  const text = JSON.stringify(nodes.map((node) => node['x-conditions']).filter(Boolean));
  return ownKeywords.filter((keyword) => text.includes(`"${keyword}"`));
}

/** Definitions that are read without a `$ref`. */
const TABLES = ['definitions/messages.json', 'definitions/documents.json'];

function unusedDefinitions({ files }: LintSources): Unused[] {
  const named = new Set(Object.entries(files).flatMap(([file, content]) => refsIn(content, file, files)));
  return Object.keys(files)
    .filter((file) => file.startsWith('definitions/') && !TABLES.includes(file) && !named.has(file))
    .map((name) => ({
      name,
      problem: unused('unused-definition', name, 'No schema uses this file. Use it, or delete it.'),
    }));
}

function refsIn(node: unknown, file: string, files: LintSources['files']): string[] {
  if (Array.isArray(node)) return node.flatMap((one) => refsIn(one, file, files));
  if (!isRecord(node)) return [];
  const own = typeof node.$ref === 'string' ? [definitionFile(node.$ref, file, files)] : [];
  return [...own, ...Object.values(node).flatMap((one) => refsIn(one, file, files))];
}

function unused(code: string, file: string, fix: string, path = ''): SchemaIssue {
  return { code, file, path, fix };
}
