import path from 'node:path';
import { isRecord } from '../../model/answers/paths';
import type { SchemaFiles } from '../../model/types';
import { findTexts } from '../../schema-tools/lint/lintMessages';
import { lintSources } from '../../schema-tools/lint/sources';

/** The file that makes a folder a product. It names the portal's files that the product uses. */
export const PRODUCT = 'product.json';

type Texts = Record<string, string>;

/**
 * Adds the portal's files that a product needs. A product's own file replaces the portal's file, but messages and
 * translations are merged.
 */
export function completeProduct(own: Texts, program: Texts): Texts {
  const uses = readUses(own[PRODUCT] ?? '');
  const isUsed = (file: string) => uses.some((one) => file === one || file.startsWith(`${one}/`));
  const general = Object.entries(program).filter(([file]) => file.startsWith('meta/') || isUsed(file));
  const files = { ...Object.fromEntries(general), ...own };
  return withTranslations(withTexts(withNamed(files, program), program), program);
}

/** Returns undefined for invalid JSON. Lint reports it. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readUses(text: string): string[] {
  const content = parse(text);
  return isRecord(content) && Array.isArray(content.uses) ? content.uses.map(String) : [];
}

function withNamed(files: Texts, program: Texts): Texts {
  const named = Object.entries(files).flatMap(([file, text]) => filesIn(file, parse(text)));
  const missing = [...new Set(named)].filter((file) => program[file] !== undefined && files[file] === undefined);
  if (missing.length === 0) return files;
  return withNamed({ ...files, ...Object.fromEntries(missing.map((file) => [file, program[file] ?? ''])) }, program);
}

function filesIn(file: string, node: unknown): string[] {
  if (file.startsWith('meta/')) return [];
  const sections = file.startsWith('flows/') ? namesIn(node, 'section') : [];
  const definitions = namesIn(node, '$ref').map((name) => path.posix.join(path.posix.dirname(file), name));
  return [...sections.flatMap((name) => [`${name}.schema.json`, `${name}.ui.json`]), ...definitions];
}

function namesIn(node: unknown, member: string): string[] {
  if (Array.isArray(node)) return node.flatMap((one) => namesIn(one, member));
  if (!isRecord(node)) return [];
  const own = node[member];
  return [...(typeof own === 'string' ? [own] : []), ...Object.values(node).flatMap((one) => namesIn(one, member))];
}

const TRANSLATION = /^translations\//;

function withTexts(files: Texts, program: Texts): Texts {
  const merged = Object.entries(files).flatMap(([file, text]) => {
    const [own, given] = [parse(text), parse(program[file] ?? '')];
    const differs = file.startsWith('texts/') && text !== program[file] && isRecord(own) && isRecord(given);
    return differs ? [[file, toText(mergeTexts(given, own))] as const] : [];
  });
  return { ...files, ...Object.fromEntries(merged) };
}

function mergeTexts(given: Record<string, unknown>, own: Record<string, unknown>): Record<string, unknown> {
  const changed = Object.entries(own).map(([key, value]) => {
    const before = given[key];
    return [key, isRecord(value) && isRecord(before) ? mergeTexts(before, value) : value] as const;
  });
  return { ...given, ...Object.fromEntries(changed) };
}

const toText = (content: unknown) => `${JSON.stringify(content, null, 2)}\n`;

/** Puts a product's own translations first, so that their line numbers don't change. */
function withTranslations(files: Texts, program: Texts): Texts {
  const contents: SchemaFiles = {};
  for (const [file, text] of Object.entries(files)) contents[file] = parse(text);
  const { sources } = lintSources(contents, { widgets: [], today: '' });
  const shown = new Set(findTexts(sources).map(({ text }) => text));
  const languages = Object.keys(files).filter((file) => TRANSLATION.test(file));
  return { ...files, ...Object.fromEntries(languages.map((file) => [file, merge(files[file], program[file], shown)])) };
}

function merge(own = '', program = '', shown: ReadonlySet<string>): string {
  const [content, given] = [parse(own), parse(program)];
  if (!isRecord(content) || !isRecord(content.texts) || !isRecord(given) || !isRecord(given.texts)) return own;
  const used = Object.entries(given.texts).filter(([text]) => shown.has(text));
  const texts = { ...content.texts, ...Object.fromEntries(used), ...content.texts };
  return toText({ ...content, texts });
}
