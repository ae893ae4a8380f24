import { defineLiveFile, readLiveFile } from '../model/messages/liveFiles';
import { type Messages, messageFiles, type Namespace } from './files';

for (const [name, file] of Object.entries(messageFiles)) defineLiveFile(`texts/${name}`, file);

/** Returns the current messages, untranslated. Don't cache the result, because the messages can change. */
export function messages<Name extends Namespace>(name: Name): Messages<Name> {
  return readLiveFile<Messages<Name>>(`texts/${name}`);
}
