import type { ServedWords } from '../../contract/forms';
import { exchangeMembers, sayFile, wordsTurn } from '../../model/translate';
import { chosenLanguage, keepServedWords, servedWords, spokenLanguages } from './servedWords';

const chosen = chosenLanguage();
const language = spokenLanguages().find(({ id }) => id === chosen);
document.documentElement.lang = chosen;
document.documentElement.dir = language?.direction ?? 'ltr';
// Every module with words waits here, so that constants made of them are in the chosen language too.
const words = (await language?.words?.())?.default;

interface SpokenFile {
  /** As this build says it. */
  built: object;
  /** What the modules that import it hold. */
  live: object;
}

const spoken = new Map<string, SpokenFile>();

/** A file of schemas/texts or flows, in the chosen language and as the server has it; the build puts it around each import (docs/decisions/007, 021). */
export function spokenFile<T extends object>(file: string, written: T): T {
  const built = words ? sayFile(file, written, words) : written;
  // The server sends files of the build only, whose texts alone are others.
  const live = (servedWords().files[file] as T | undefined) ?? built;
  spoken.set(file, { built, live });
  return live;
}

/** Has the page say what the server says now. Modules keep the objects that they hold; what is drawn is drawn anew. */
export function exchangeWords(next: ServedWords): void {
  const isOther = JSON.stringify(next) !== JSON.stringify(servedWords());
  keepServedWords(next);
  if (!isOther) return;
  for (const [file, known] of spoken) {
    if (known.live === known.built) known.built = structuredClone(known.built);
    exchangeMembers(known.live, structuredClone(Object(next.files[file] ?? known.built)));
  }
  wordsTurn.set(wordsTurn.read() + 1);
}
