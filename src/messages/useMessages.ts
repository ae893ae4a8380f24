import { useSyncExternalStore } from 'react';
import { liveFilesVersion, readLiveFile } from '../model/messages/liveFiles';
import type { Messages, Namespace } from './files';

/** `useMessages('steps').draft.failed`, in the page's language. Rerenders on changes. */
export function useMessages<Name extends Namespace>(name: Name): Messages<Name> {
  return useSyncExternalStore(liveFilesVersion.subscribe, () => read(name));
}

/** Returns messages that are shown once, outside React. */
export const pageMessages = read;

function read<Name extends Namespace>(name: Name): Messages<Name> {
  return readLiveFile<Messages<Name>>(`texts/${name}`);
}
