import { isRecord } from '../../model/answers/paths';
import type { SchemaFiles } from '../../model/types';

/** A keyword of section schemas or a key of ui schemas, as `schemas/meta` describes it. */
export interface Described {
  /** For example, `x-config` or `ui:options.rows`. */
  key: string;
  title?: string;
  description?: string;
  examples?: unknown[];
  /** Used instead of `description`, which may be written for the Studio. */
  markdownDescription?: string;
  'x-example'?: unknown;
  /** The key whose example also shows this key. */
  'x-exampleOf'?: string;
  /** The test of behavior that the example can't show. */
  'x-testedBy'?: string;
}

export function describedKeywords(files: SchemaFiles): Described[] {
  const { node, condition } = definitionsOf(files, 'section');
  const inConditions = Object(Object(membersOf(condition)).if);
  const all = [...describe(membersOf(node)), ...describe(membersOf(inConditions))];
  return all.filter(({ key }) => key.startsWith('x-'));
}

export function describedUiKeys(files: SchemaFiles): Described[] {
  const { node, options } = definitionsOf(files, 'ui');
  const own = describe(membersOf(node)).filter(({ key }) => key.startsWith('ui:') && key !== 'ui:options');
  return [...own, ...describe(membersOf(options), 'ui:options.')];
}

/** Returns the text of docs/keywords.md. */
export function keywordsPage(files: SchemaFiles): string {
  const [keywords, uiKeys] = [describedKeywords(files), describedUiKeys(files)];
  return `${[
    '# Keywords and ui keys',
    '<!-- Generated from schemas/meta by `npm run schemas -- meta`. Change it there. -->',
    'This page lists what our section schemas add to JSON Schema, and what our ui schemas add to RJSF. Start with [schemas.md](schemas.md).',
    '## Keywords of section schemas',
    'Each example has a section and valid answers (`right`). Most have answers that the keyword rejects (`wrong`). In the examples, today is 2026-11-21 and the applicant is Robin Hale. `tests/schemas/examples.test.ts` runs them.',
    contents(keywords),
    ...keywords.map((one) => entry(one, keywords)),
    '## Keys of ui schemas',
    'Each example has properties and their ui. Some also have answers and lists from the server. `tests/engine/uiExamples.test.tsx` renders the examples with and without the key. For some keys, this page names another test.',
    ...uiKeys.filter((one) => !one['x-exampleOf']).map((one) => entry(one, uiKeys)),
  ].join('\n\n')}\n`;
}

function contents(keywords: Described[]): string {
  const rows = keywords.map(({ key, title }) => `| [\`${key}\`](#${key.toLowerCase()}) | ${title} |`);
  return ['| keyword | meaning |', '| --- | --- |', ...rows].join('\n');
}

function entry(main: Described, all: Described[]): string {
  const others = all.filter((one) => one['x-exampleOf'] === main.key);
  const keys = [main, ...others].map(({ key }) => `\`${key}\``).join(', ');
  const tested = main['x-testedBy'];
  return [
    `### ${keys}`,
    ...(others.length
      ? [[main, ...others].map((one) => `- \`${one.key}\`: ${getDescription(one)}`).join('\n')]
      : [getDescription(main)]),
    ...(tested ? [`Tested by \`${tested}\`.`] : []),
    `\`\`\`json\n${compactJson(main['x-example'])}\n\`\`\``,
  ].join('\n\n');
}

const getDescription = ({ markdownDescription, description = '' }: Described) => markdownDescription ?? description;

function describe(members: Record<string, unknown>, prefix = ''): Described[] {
  return Object.keys(members).map((key) => ({ ...Object(members[key]), key: `${prefix}${key}` }));
}

function membersOf(node: unknown): Record<string, unknown> {
  return isRecord(node) && isRecord(node.properties) ? node.properties : {};
}

function definitionsOf(files: SchemaFiles, kind: 'section' | 'ui'): Record<string, unknown> {
  return Object(Object(files[`meta/${kind}.schema.json`]).definitions);
}

const WIDTH = 110;

/** Writes a value on one line if it fits. Otherwise writes each member on its own line. */
function compactJson(value: unknown, indent = ''): string {
  const line = JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
  if (indent.length + line.length <= WIDTH || typeof value !== 'object' || value === null) return line;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const inner = `${indent}  `;
  const members = Object.entries(value).map(([key, one]) => {
    const name = Array.isArray(value) ? '' : `${JSON.stringify(key)}: `;
    return `${inner}${name}${compactJson(one, inner)}`;
  });
  return `${open}\n${members.join(',\n')}\n${indent}${close}`;
}
