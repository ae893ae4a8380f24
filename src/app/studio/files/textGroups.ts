import type { Messages } from '../../../messages/files';
import { toPointer } from '../../../model/answers/paths';
import { listTexts, type StudioText } from '../../../model/studio/texts';
import type { SchemaFiles } from '../../../model/types';

export interface TextList {
  /** Such as `'emails/server'`. */
  id: string;
  group: string;
  title: string;
  file: string;
  texts: StudioText[];
}

type Words = Messages<'studio'>['files'];

const EMAILS = 'emails';

/** Groups texts by purpose. Emails from all files are in one group. */
export function groupTexts(files: SchemaFiles, words: Words): TextList[] {
  const names = Object.keys(files).filter((file) => file.startsWith('texts/'));
  const read = names.map((file) => ({ file, texts: listTexts(files[file]) }));
  const groups: [string, { title: string; files: Record<string, string> }][] = Object.entries(words.groups);
  const named = new Set(groups.flatMap(([, { files: own }]) => Object.keys(own)));
  return [...groups, ['others', { title: words.otherTexts, files: unnamed(names, named) }] as const].flatMap(
    ([group, { title, files: own }]) =>
      Object.entries(own).flatMap(([name, fileTitle]) => {
        const { file, texts = [] } = read.find((one) => one.file === `texts/${name}.json`) ?? {};
        const wanted = texts.filter(({ isEmail }) => isEmail === (group === EMAILS));
        const list = { id: `${group}/${name}`, group: title, title: fileTitle, file: file ?? '', texts: wanted };
        return wanted.length > 0 ? [list] : [];
      }),
  );
}

/** Returns file names as titles for files that have no title in studio.json. */
function unnamed(files: string[], named: ReadonlySet<string>): Record<string, string> {
  const names = files.map((file) => file.slice('texts/'.length, -'.json'.length));
  return Object.fromEntries(names.filter((name) => !named.has(name)).map((name) => [name, name]));
}

export const keyOf = ({ file }: Pick<TextList, 'file'>, { path }: StudioText) => `${file}${toPointer(path)}`;

/** Returns the keys of texts that contain `words` in English or in a translation. */
export function searchTexts(
  lists: readonly TextList[],
  words: string,
  translationsOf: (text: string) => string[],
): Set<string> {
  const wanted = words.toLowerCase();
  const has = (text: string) => text.toLowerCase().includes(wanted);
  const found = lists.flatMap((list) =>
    list.texts.filter(({ text }) => [text, ...translationsOf(text)].some(has)).map((text) => keyOf(list, text)),
  );
  return new Set(found);
}
