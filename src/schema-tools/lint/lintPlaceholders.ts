import given from '../../../schemas/meta/placeholders.json';
import { findUi, getIn, isRecord, ownMember, parsePointer, toPointer } from '../../model/answers/paths';
import { summaryNames } from '../../model/answers/summaries';
import { placeholdersIn, placesIn } from '../../model/messages/placeholders';
import type { SchemaIssue } from '../../model/section/catalogError';
import type { SampleConfig, SchemaNode, UiNode } from '../../model/types';
import { type LintCheck, visitNodes } from './sources';

/** Placeholders by file and JSON pointer: `gives` are filled by the program, and `needs` are required. */
export type Placeholders = Record<string, Record<string, { gives: string[]; needs?: string[] }>>;

const { $schema: _meta, ...listed } = given;
const PLACEHOLDERS: Placeholders = listed;

/** Replaces an index with `*`, because the entries of a list share a key. */
export const messageKey = (path: string): string => path.replace(/\/\d+(?=\/|$)/g, '/*');

/**
 * `unknown-placeholder`: a placeholder that nothing fills. `lost-placeholder`: a required placeholder that is missing.
 */
export const lintPlaceholders: LintCheck = (sources) => [
  ...texts(sources),
  ...lists(sources),
  ...summaries(sources),
  ...translations(sources),
];

const texts: LintCheck = ({ files }) =>
  Object.entries(files)
    .filter(([file]) => file.startsWith('texts/') || Object.hasOwn(PLACEHOLDERS, file))
    .flatMap(([file, content]) => [
      ...listLeaves(content).flatMap(({ path, text }) => {
        const { gives = [] } = ownMember(PLACEHOLDERS[file], messageKey(path)) ?? {};
        return unknown(file, path, text, gives);
      }),
      ...Object.entries(PLACEHOLDERS[file] ?? {}).flatMap(([path, { needs = [] }]) =>
        lost(file, path, getIn(content, parsePointer(path)), needs),
      ),
    ]);

function unknown(file: string, path: string, text: string, gives: readonly string[]): SchemaIssue[] {
  const may = gives.length
    ? `use only ${gives.map((name) => `{${name}}`).join(', ')}`
    : "this text can't have placeholders";
  return placeholdersIn(text)
    .filter((name) => !gives.includes(name))
    .map((name) => ({ code: 'unknown-placeholder', file, path, fix: `Nothing fills {${name}} here; ${may}.` }));
}

/** Reports required placeholders that a text lacks. Ignores missing texts. */
function lost(file: string, path: string, text: unknown, needs: readonly string[]): SchemaIssue[] {
  if (typeof text !== 'string') return [];
  const own = placeholdersIn(text);
  return needs
    .filter((name) => !own.includes(name))
    .map((name) => ({ code: 'lost-placeholder', file, path, fix: `Readers need {${name}} here. Restore it.` }));
}

function listLeaves(node: unknown, path = ''): { path: string; text: string }[] {
  if (typeof node === 'string') return [{ path, text: node }];
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, inner]) => listLeaves(inner, `${path}/${name}`));
}

const lists: LintCheck = ({ sections }) =>
  sections.flatMap(({ name, schema, ui }) =>
    visitNodes(schema).flatMap(({ node, path }) => {
      const at = path.replaceAll('/properties', '');
      const own: UiNode = Object(getIn(ui, parsePointer(at)));
      const { item = '', confirm = '' } = own['ui:list'] ?? {};
      const file = `${name}.ui.json`;
      return [
        ...unknown(file, `${at}/ui:list/item`, item, ['n', 'title']),
        ...unknown(file, `${at}/ui:list/confirm`, confirm, ['n', ...Object.keys(getRow(node).properties ?? {})]),
      ];
    }),
  );

/** Checks summaries and `reviewText`. They may use the answers of their row or group. */
const summaries: LintCheck = ({ sections }) =>
  sections.flatMap(({ name, schema, ui }) =>
    visitNodes(schema).flatMap(({ node, path }) => {
      const at = path.replaceAll('/properties', '');
      const own: UiNode = Object(getIn(ui, parsePointer(at)));
      const { summary, brief } = own['ui:list'] ?? {};
      const row = summaryNames(getRow(node), findUi(own, 'items'));
      const group = summaryNames(node, own);
      const file = `${name}.ui.json`;
      const check = (parts: unknown, where: string, names: readonly string[]) =>
        listLeaves(parts, `${at}/${where}`).flatMap(({ path: part, text }) => unknown(file, part, text, names));
      return [
        ...check(summary, 'ui:list/summary', row),
        ...check(brief, 'ui:list/brief', row),
        ...check(Object(own['ui:options']).summary, 'ui:options/summary', group),
        ...Object.keys(node.properties ?? {}).flatMap((member) =>
          check(Object(findUi(own, member)['ui:options']).reviewText, `${member}/ui:options/reviewText`, group),
        ),
      ];
    }),
  );

const getRow = ({ items }: SchemaNode): SchemaNode => items ?? {};

const translations: LintCheck = ({ files }) =>
  Object.entries(files).flatMap(([file, content]) => {
    if (!isRecord(content)) return [];
    if (file.startsWith('translations/')) return differing(file, '/texts', content.texts);
    if (!file.startsWith('configs/')) return [];
    const { translations: own = {} }: SampleConfig = content;
    return Object.entries(own).flatMap(([language, translations]) =>
      differing(file, `/translations/${language}`, translations),
    );
  });

function differing(file: string, path: string, translations: unknown): SchemaIssue[] {
  return Object.entries(Object(translations)).flatMap(([text, translated]) => {
    const [own = [], other = []] = [text, String(translated)].map((one) => placesIn(one).map((name) => `{${name}}`));
    const wrong = [
      ...own.filter((one) => !other.includes(one)).map((one): Fault => ['lost-placeholder', `lacks ${one}`]),
      ...other.filter((one) => !own.includes(one)).map((one): Fault => ['unknown-placeholder', `has ${one}`]),
    ];
    const at = path + toPointer([text]);
    return wrong.map(([code, what]) => ({
      code,
      file,
      path: at,
      fix: `The translation ${what}. Keep the placeholders of the English text: ${own.join(', ') || 'none'}.`,
    }));
  });
}

type Fault = [code: string, what: string];
