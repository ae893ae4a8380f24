import { useEffect, useRef } from 'react';
import { useVersion } from '../../api/studio';
import type { ListedVersion } from '../../contract/studio';
import { SETTINGS_FILE } from '../../model/studio/roles';
import { draft } from './draft';
import { subscriberConfig } from './owner';

/** Returns a saved version. If the user can edit, the version becomes the draft. */
export function useStoredVersion(
  id: string | undefined,
  mayEdit: boolean,
  onOpened: (config: Record<string, string | undefined>) => void,
): ListedVersion | undefined {
  const { data } = useVersion(id);
  const opened = useRef('');
  // Synchronizes with the draft store.
  useEffect(() => {
    if (!data || !mayEdit || opened.current === data.version.id) return;
    opened.current = data.version.id;
    const { subscriber, head } = data.version;
    if (subscriber === null) draft.open(data.changes, head);
    else draft.openOwn(subscriber, data.changes[SETTINGS_FILE] ?? '', head);
    onOpened(subscriber === null ? {} : { config: subscriberConfig(subscriber), set: undefined });
  }, [data, mayEdit, onOpened]);
  return data?.version;
}
