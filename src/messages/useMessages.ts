import { useSyncExternalStore } from 'react';
import { liveFilesVersion, readLiveFile } from '../model/messages/liveFiles';
import type { Messages, Namespace } from './files';

/**
 * Returns messages in the page's language: `useMessages('steps').draft.failed`. Rerenders the component when messages
 * change.
 */
export function useMessages<Name extends Namespace>(name: Name): Messages<Name> {
  return useSyncExternalStore(liveFilesVersion.subscribe, () => read(name));
}

/** Returns messages without subscribing to changes. */
export const pageMessages = read;

function read<Name extends Namespace>(name: Name): Messages<Name> {
  return readLiveFile<Messages<Name>>(`texts/${name}`);
}
