import own from '../../../schemas/language.json';
import manifest from '../../../schemas/meta/page-files.json';
import type { ServedMessages } from '../../contract/forms';
import { isRecord } from '../../model/answers/paths';
import { translateFile } from '../../model/messages/translate';
import type { Forms } from './forms';
import { type BuiltMessages, readBuiltMessages } from './program';

type Languages = NonNullable<ServedMessages['languages']>;

/** Returns files with messages that differ from the build's. For an unknown build, returns all of `manifest.pages`. */
export type FindMessages = (language: string, build?: string) => ServedMessages;

export function createServedMessages(
  forms: Pick<Forms, 'files' | 'languages' | 'version'>,
  built = readBuiltMessages(),
): FindMessages {
  let known = new Map<string, ServedMessages>();
  let version = forms.version;
  return (requested, build = built?.build) => {
    const language = Object.hasOwn(forms.languages, requested) ? requested : '';
    if (version !== forms.version) known = new Map();
    version = forms.version;
    const isOwn = build !== undefined && build === built?.build;
    const key = `${language} ${isOwn}`;
    const found = known.get(key) ?? differences(forms, isOwn ? built : undefined, language);
    known.set(key, found);
    return found;
  };
}

function differences(
  { files, languages }: Pick<Forms, 'files' | 'languages'>,
  built: BuiltMessages | undefined,
  language: string,
): ServedMessages {
  const whole = manifest.pages.flatMap((name) =>
    `${name}.json` in files ? [[name, files[`${name}.json`]] as const] : [],
  );
  // The code uses these files' members, so only their translations and `review` can change.
  const wordsOnly = manifest.pageWords.flatMap((name) =>
    built?.files[name] ? [[name, withGroups(built.files[name], files[`${name}.json`])] as const] : [],
  );
  const changed = [...whole, ...wordsOnly].flatMap(([name, content]) => {
    const now = translateFile(name, content, languages[language] ?? {});
    const before = built && translateFile(name, built.files[name], built.words[language] ?? {});
    return JSON.stringify(now) === JSON.stringify(before) ? [] : [[name, now]];
  });
  const current = readLanguages(files);
  const hasChanged = JSON.stringify(current) !== JSON.stringify(built?.languages);
  return { files: Object.fromEntries(changed), ...(hasChanged && { languages: current }) };
}

function withGroups(built: unknown, now: unknown): unknown {
  return isRecord(built) && isRecord(now) && 'review' in now ? { ...built, review: now.review } : built;
}

interface LanguageFile {
  id: string;
  language: string;
  direction: 'ltr' | 'rtl';
}

function readLanguages(files: Record<string, unknown>): Languages {
  const others = Object.entries(files).flatMap(([file, content]) => {
    const id = /^translations\/(.+)\.json$/.exec(file)?.[1];
    // Lint has validated the file.
    return id === undefined ? [] : [{ ...(content as LanguageFile), id }];
  });
  const first = (files['language.json'] ?? own) as LanguageFile;
  return [first, ...others].map(({ id, language: name, direction }) => ({ id, name, direction }));
}
