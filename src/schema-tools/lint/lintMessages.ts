import { isRecord, toPointer } from '../../model/answers/paths';
import { type NoticeRule, readJurisdictions } from '../../model/law/jurisdictions';
import { sectionTexts } from '../../model/messages/translate';
import type { SchemaIssue } from '../../model/section/catalogError';
import { validatingKeywords } from '../../model/section/knownKeywords';
import { editorTexts } from '../../model/studio/fieldEditor';
import type { SchemaNode } from '../../model/types';
import { type LintCheck, type LintSources, sourceOf, type VisitedNode, visitNodes } from './sources';

const ALWAYS = ['type', 'required', 'additionalProperties'];

/** `no-message`: a rule without a message. `unused-message`: a message without a rule. */
export const lintMessages: LintCheck = (sources) => [
  ...withoutMessage(sources),
  ...unusedMessages(sources),
  ...neverDefault(sources),
];

function withoutMessage({ sections, messages }: LintSources): SchemaIssue[] {
  return sections.flatMap(({ name, schema }) =>
    visitNodes(schema).flatMap(({ node, path }) =>
      listRules(node)
        .filter((keyword) => !node.errorMessage?.[keyword] && !messages[keyword])
        .map((keyword) => ({
          code: 'no-message',
          file: `${name}.schema.json`,
          path: `${path}/${keyword}`,
          fix: `Add a message: "errorMessage": { "${keyword}": "…" } beside the rule, or a line in definitions/messages.json.`,
        })),
    ),
  );
}

function unusedMessages({ sections, files }: LintSources): SchemaIssue[] {
  const messages = new Map<string, { problem: SchemaIssue; used: boolean }>();
  for (const { name, schema } of sections)
    for (const visited of visitNodes(schema))
      for (const keyword of Object.keys(visited.node.errorMessage ?? {})) {
        const place = sourceOf(files, `${name}.schema.json`, `${visited.path}/errorMessage/${keyword}`);
        const key = `${place.file} ${place.path}`;
        const used = (messages.get(key)?.used ?? false) || canFail(keyword, visited);
        messages.set(key, { used, problem: unused(place.file, place.path, keyword) });
      }
  return [...messages.values()].filter(({ used }) => !used).map(({ problem }) => problem);
}

function unused(file: string, path: string, keyword: string): SchemaIssue {
  return {
    code: 'unused-message',
    file,
    path,
    fix: `This field has no rule '${keyword}', so nobody sees this message. Delete it, or add the rule.`,
  };
}

function canFail(keyword: string, { node, name, parent }: VisitedNode): boolean {
  if (keyword !== 'required')
    return (
      keyword === 'type' || listRules(node).includes(keyword) || (keyword === 'x-document' && 'x-document' in node)
    );
  if (!parent?.properties || !name) return false;
  const demanded = [
    ...(parent.required ?? []),
    ...(parent['x-conditions'] ?? []).flatMap((rule) => rule.require ?? []),
  ];
  return demanded.includes(name) || node['x-config'] !== undefined;
}

function neverDefault({ sections, messages, files }: LintSources): SchemaIssue[] {
  const nodes = sections.flatMap(({ schema }) => visitNodes(schema).map(({ node }) => node));
  const checkedKeywords = new Set([
    ...ALWAYS,
    ...nodes.flatMap(listRules),
    ...nodes.flatMap((node) => Object.keys(node)),
  ]);
  if (!('definitions/messages.json' in files)) return [];
  return Object.keys(messages)
    .filter((keyword) => !checkedKeywords.has(keyword))
    .map((keyword) => unused('definitions/messages.json', `/${keyword}`, keyword));
}

function listRules(node: SchemaNode): string[] {
  const own = validatingKeywords.filter(
    (keyword) => keyword in node && keyword !== 'required' && keyword !== 'additionalProperties',
  );
  return node.oneOf ? [...own, 'enum', 'oneOf'] : own;
}

/**
 * `missing-translation`: a text that isn't translated into every language. `unused-translation`: a translation without
 * its text.
 */
export const lintTranslations: LintCheck = (sources) => {
  const languages = Object.entries(sources.files).filter(([file]) => file.startsWith('translations/'));
  if (languages.length === 0) return [];
  const texts = new Map(findTexts(sources).map(({ text, ...place }) => [text, place]));
  return languages.flatMap(([file, content]) => {
    const known = isRecord(content) && isRecord(content.texts) ? content.texts : {};
    return [
      ...[...texts]
        .filter(([text]) => !known[text])
        .map(
          ([text, { file: own, path }]): SchemaIssue => ({
            code: 'missing-translation',
            file: own,
            path,
            fix: `Add ${JSON.stringify(text)} to ${file}.`,
          }),
        ),
      // Reported only if no translation is missing. Otherwise, a changed text would be reported twice.
      ...Object.keys(known)
        .filter((text) => !texts.has(text) && [...texts.keys()].every((word) => known[word]))
        .map(
          (text): SchemaIssue => ({
            code: 'unused-translation',
            file,
            path: toPointer(['texts', text]),
            fix: `Nothing uses ${JSON.stringify(text)} anymore. Delete it.`,
          }),
        ),
    ];
  });
};

export interface PlacedText {
  text: string;
  file: string;
  path: string;
}

/** Returns texts for applicants, the office and the Studio, once per place. */
export function findTexts({ files, sections, flows, messages }: LintSources): PlacedText[] {
  const spoken = (file: string, node: unknown) => sectionTexts(node).map((found) => ({ ...found, file }));
  return [
    ...sections.flatMap(({ name, schema, ui }) => [
      ...spoken(`${name}.schema.json`, schema),
      ...spoken(`${name}.ui.json`, ui),
    ]),
    ...flows.flatMap(({ file, flow }) => spoken(file, flow)),
    ...Object.entries(messages).map(([keyword, text]) => ({
      text,
      file: 'definitions/messages.json',
      path: `/${keyword}`,
    })),
    ...['definitions/documents.json', 'office/status.json', 'office/deadlines.json'].flatMap((file) =>
      spoken(file, files[file]),
    ),
    ...editorTexts(files),
    ...lawTexts(files),
    ...Object.entries(files).flatMap(([file, content]) => (isForPeople(file) ? namespaceTexts(file, content) : [])),
  ];
}

/** Returns texts of laws. Statutes and links aren't translated. */
function lawTexts(files: LintSources['files']): PlacedText[] {
  return Object.entries(readJurisdictions(files)).flatMap(([name, { title, rules }]) => {
    const file = `jurisdictions/${name}.json`;
    const own = rules.flatMap((rule, i) =>
      (['title', 'text', 'fix', 'applicant'] as const).flatMap((key) => {
        const text: unknown = Reflect.get(rule, key);
        return typeof text === 'string' ? [{ text, file, path: `/rules/${i}/${key}` }] : [];
      }),
    );
    const listed = rules.flatMap((rule, i) => (rule.kind === 'notice' ? listedTexts(rule, file, `/rules/${i}`) : []));
    return [{ text: title, file, path: '/title' }, ...own, ...listed];
  });
}

function listedTexts({ points = [], purposes = [] }: NoticeRule, file: string, at: string): PlacedText[] {
  return [
    ...points.map((text, i) => ({ text, file, path: `${at}/points/${i}` })),
    ...purposes.flatMap(({ text, afterOffer }, i) => [
      { text, file, path: `${at}/purposes/${i}/text` },
      ...(afterOffer ? [{ text: afterOffer, file, path: `${at}/purposes/${i}/afterOffer` }] : []),
    ]),
  ];
}

function namespaceTexts(file: string, node: unknown, path = ''): PlacedText[] {
  if (typeof node === 'string') return node ? [{ text: node, file, path }] : [];
  if (typeof node !== 'object' || node === null) return [];
  const members = Object.entries(node).filter(([key]) => key !== '$schema');
  return members.flatMap(([key, value]) => namespaceTexts(file, value, `${path}/${key}`));
}

/** True for message files that must be translated. Operators read English. */
export function isForPeople(file: string): boolean {
  return /^texts\//.test(file) && !/^texts\/(operator|verify)\.json$/.test(file);
}
