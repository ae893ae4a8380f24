import type { Problem } from '../../../model/catalogueError';
import { editorWords } from '../../../model/fieldEditor';
import { judgingKeywords } from '../../../model/knownKeywords';
import { isRecord } from '../../../model/paths';
import { allTexts, sectionTexts } from '../../../model/translate';
import type { SchemaNode } from '../../../model/types';
import { type LintCheck, type LintSources, sourceOf, type VisitedNode, visitNodes } from './sources';

/** Keywords that any node is judged by, written or not. */
const ALWAYS = ['type', 'required', 'additionalProperties'];

/** `no-message`: a rule whose failure would say nothing; `unused-message`: words that no rule ever says. */
export const lintMessages: LintCheck = (sources) => [
  ...withoutMessage(sources),
  ...neverSaid(sources),
  ...neverDefault(sources),
];

function withoutMessage({ sections, messages }: LintSources): Problem[] {
  return sections.flatMap(({ name, schema }) =>
    visitNodes(schema).flatMap(({ node, path }) =>
      rulesOf(node)
        .filter((keyword) => !node.errorMessage?.[keyword] && !messages[keyword])
        .map((keyword) => ({
          code: 'no-message',
          file: `${name}.schema.json`,
          path: `${path}/${keyword}`,
          mend: `Say what is wrong: "errorMessage": { "${keyword}": "…" } beside it, or a line in definitions/messages.json.`,
        })),
    ),
  );
}

/** A message of a definition counts as said when one section that uses the definition says it. */
function neverSaid({ sections, files }: LintSources): Problem[] {
  const said = new Map<string, { problem: Problem; used: boolean }>();
  for (const { name, schema } of sections)
    for (const visited of visitNodes(schema))
      for (const keyword of Object.keys(visited.node.errorMessage ?? {})) {
        const place = sourceOf(files, `${name}.schema.json`, `${visited.path}/errorMessage/${keyword}`);
        const key = `${place.file} ${place.path}`;
        const used = (said.get(key)?.used ?? false) || canFail(keyword, visited);
        said.set(key, { used, problem: unused(place.file, place.path, keyword) });
      }
  return [...said.values()].filter(({ used }) => !used).map(({ problem }) => problem);
}

function unused(file: string, path: string, keyword: string): Problem {
  return {
    code: 'unused-message',
    file,
    path,
    mend: `Nothing here is judged by '${keyword}', so this is never said; delete it or add the rule.`,
  };
}

function canFail(keyword: string, { node, name, parent }: VisitedNode): boolean {
  if (keyword !== 'required')
    return keyword === 'type' || rulesOf(node).includes(keyword) || (keyword === 'x-document' && 'x-document' in node);
  if (!parent?.properties || !name) return false;
  const demanded = [
    ...(parent.required ?? []),
    ...(parent['x-conditions'] ?? []).flatMap((rule) => rule.require ?? []),
  ];
  return demanded.includes(name) || node['x-config'] !== undefined;
}

function neverDefault({ sections, messages, files }: LintSources): Problem[] {
  const nodes = sections.flatMap(({ schema }) => visitNodes(schema).map(({ node }) => node));
  const judged = new Set([...ALWAYS, ...nodes.flatMap(rulesOf), ...nodes.flatMap((node) => Object.keys(node))]);
  if (!('definitions/messages.json' in files)) return [];
  return Object.keys(messages)
    .filter((keyword) => keyword !== '$schema' && !judged.has(keyword))
    .map((keyword) => unused('definitions/messages.json', `/${keyword}`, keyword));
}

function rulesOf(node: SchemaNode): string[] {
  const own = judgingKeywords.filter(
    (keyword) => keyword in node && keyword !== 'required' && keyword !== 'additionalProperties',
  );
  return node.oneOf ? [...own, 'enum', 'oneOf'] : own;
}

/** `missing-translation`: words of a section, flow or file of texts that a language of `translations/` lacks; `unused-translation`: the other way round. */
export const lintTranslations: LintCheck = ({ files, sections, flows, messages }) => {
  const languages = Object.entries(files).filter(([file]) => file.startsWith('translations/'));
  if (languages.length === 0) return [];
  const words = new Map<string, { file: string; path: string }>();
  for (const { name, schema, ui } of sections) {
    for (const { text, path } of sectionTexts(schema)) words.set(text, { file: `${name}.schema.json`, path });
    for (const { text, path } of sectionTexts(ui)) words.set(text, { file: `${name}.ui.json`, path });
  }
  for (const { file, flow } of flows) for (const { text, path } of sectionTexts(flow)) words.set(text, { file, path });
  for (const [keyword, text] of Object.entries(messages))
    words.set(text, { file: 'definitions/messages.json', path: `/${keyword}` });
  for (const { text, path } of sectionTexts(files['definitions/documents.json']))
    words.set(text, { file: 'definitions/documents.json', path });
  for (const [file, content] of Object.entries(files).filter(([name]) => name === 'office/status.json'))
    for (const { text, path } of sectionTexts(content)) words.set(text, { file, path });
  for (const { text, ...place } of editorWords(files)) words.set(text, place);
  for (const [file, content] of Object.entries(files))
    if (isForPeople(file)) for (const text of allTexts(content)) if (text) words.set(text, { file, path: '' });
  return languages.flatMap(([file, content]) => {
    const known = isRecord(content) && isRecord(content.texts) ? content.texts : {};
    return [
      ...[...words]
        .filter(([text]) => !known[text])
        .map(
          ([text, place]): Problem => ({
            code: 'missing-translation',
            ...place,
            mend: `Add ${JSON.stringify(text)} to ${file}.`,
          }),
        ),
      // Words that were changed stand in the language under what they were: one fault, and the missing ones are reported.
      ...Object.keys(known)
        .filter((text) => !words.has(text) && [...words.keys()].every((word) => known[word]))
        .map(
          (text): Problem => ({
            code: 'unused-translation',
            file,
            path: '/texts',
            mend: `Nothing says ${JSON.stringify(text)} any more; delete it.`,
          }),
        ),
    ];
  });
};

/** Words for applicants, the office and the Studio. Whoever runs the commands reads English. */
function isForPeople(file: string): boolean {
  return /^texts\//.test(file) && !/^texts\/(operator|verify)\.json$/.test(file);
}
