import own from '../../../schemas/language.json';
import type { ServedWords } from '../../contract/forms';
import { sayFile } from '../../model/translate';
import type { Forms } from './forms';
import { type BuiltWords, readBuilt } from './program';

type Languages = NonNullable<ServedWords['languages']>;

/** Gives what the files say otherwise than a build, in a language; of a build that is not the one served here, all of it. */
export type FindWords = (language: string, build?: string) => ServedWords;

/** What pages draw and refuse by stands in these; what only the server says is not sent. */
const SPOKEN = /^(texts\/(?!server|operator|handover|record\b).*|flows\/.*|definitions\/documents)\.json$/;

/** Compares the files that are in force with what the app was built from; once for each change. */
export function createServedWords(
  forms: Pick<Forms, 'files' | 'languages' | 'version'>,
  built = readBuilt(),
): FindWords {
  let known = new Map<string, ServedWords>();
  let version = forms.version;
  return (asked, build = built?.build) => {
    const language = Object.hasOwn(forms.languages, asked) ? asked : '';
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
  built: BuiltWords | undefined,
  language: string,
): ServedWords {
  const names = Object.keys(built?.files ?? {}).length
    ? Object.keys(built?.files ?? {})
    : Object.keys(files).flatMap((file) => (SPOKEN.test(file) ? file.replace(/\.json$/, '') : []));
  const said = names.flatMap((name) => {
    const now = sayFile(name, liveContent(name, files, built), languages[language] ?? {});
    const before = built && sayFile(name, built.files[name], built.words[language] ?? {});
    return JSON.stringify(now) === JSON.stringify(before) ? [] : [[name, now]];
  });
  const spoken = readLanguages(files);
  const isOther = JSON.stringify(spoken) !== JSON.stringify(built?.languages);
  return { files: Object.fromEntries(said), ...(isOther && { languages: spoken }) };
}

/** States, acts and roles of the office are in both sides' types: of these only the words are live. */
function liveContent(name: string, files: Record<string, unknown>, built: BuiltWords | undefined): unknown {
  return SPOKEN.test(`${name}.json`) ? files[`${name}.json`] : built?.files[name];
}

interface LanguageFile {
  id: string;
  language: string;
  direction: 'ltr' | 'rtl';
}

/** The language of the files first, then those of translations/. */
function readLanguages(files: Record<string, unknown>): Languages {
  const others = Object.entries(files).flatMap(([file, content]) => {
    const id = /^translations\/(.+)\.json$/.exec(file)?.[1];
    // The linter holds them to meta/translation.schema.json, and the next one to meta/language.schema.json.
    return id === undefined ? [] : [{ ...(content as LanguageFile), id }];
  });
  // As above.
  const first = (files['language.json'] ?? own) as LanguageFile;
  return [first, ...others].map(({ id, language: name, direction }) => ({ id, name, direction }));
}
