import type { Problem } from '../../../model/catalogueError';
import { allTexts, sectionTexts } from '../../../model/translate';
import type { LintCheck } from './lintSources';

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
  for (const [file, content] of Object.entries(files))
    if (isForApplicants(file)) for (const text of allTexts(content)) if (text) words.set(text, { file, path: '' });
  return languages.flatMap(([file, content]) => {
    const known = (content as { texts?: Record<string, string> }).texts ?? {};
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
      ...Object.keys(known)
        .filter((text) => !words.has(text))
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

/** Words for applicants. Operators and those who edit schemas read English. */
function isForApplicants(file: string): boolean {
  return /^texts\//.test(file) && !/^texts\/(studio|operator|verify)\.json$/.test(file);
}
