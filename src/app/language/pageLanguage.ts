import type { ServedMessages } from '../../contract/forms';
import { setMessageLanguage } from '../../model/messages/fillText';
import { type FindFile, replaceLiveFiles } from '../../model/messages/liveFiles';
import { translateFile } from '../../model/messages/translate';
import { availableLanguages, chosenLanguage, servedMessages, storeServedMessages } from './servedMessages';

let translations: Readonly<Record<string, string>> | undefined;

const findFile: FindFile = (name, built) => {
  const served = servedMessages().files[name];
  if (served instanceof Object) return served;
  return translations ? translateFile(name, built, translations) : built;
};

export async function loadLanguage(): Promise<void> {
  const chosen = chosenLanguage();
  const language = availableLanguages().find(({ id }) => id === chosen);
  document.documentElement.lang = chosen;
  document.documentElement.dir = language?.direction ?? 'ltr';
  setMessageLanguage(chosen);
  replaceLiveFiles(findFile);
  if (!language?.words) return;
  translations = (await language.words()).default;
  replaceLiveFiles(findFile);
}

export function replaceMessages(next: ServedMessages): void {
  const isSame = JSON.stringify(next) === JSON.stringify(servedMessages());
  storeServedMessages(next);
  if (!isSame) replaceLiveFiles(findFile);
}
