import { useMemo } from 'react';
import { useSettings } from '../../api/studio';
import type { StudioChoices } from '../../contract/studio';
import { isRecord } from '../../model/answers/paths';
import { mergeAliases, readConfigSettings } from '../../model/section/subscriberSettings';
import { SETTINGS_FILE } from '../../model/studio/roles';
import type { SubscriberSettings } from '../../model/types';
import { draft, useDraft } from './draft';

/** The subscriber or sample that the shown settings belong to. */
export interface Owner {
  kind: 'subscriber' | 'sample';
  id: string;
  name: string;
  file: string;
  live: string;
  text: string;
  /** The version that the first change to the text is based on. */
  head: number;
  /** The active version when the settings were loaded. */
  newest: number;
}

const OF_SUBSCRIBER = 'subscriber:';

export const subscriberConfig = (id: string) => `${OF_SUBSCRIBER}${id}`;

/** Returns the owner that `config` names. */
export function useOwner(
  { subscribers }: StudioChoices,
  config: string,
  live: Record<string, string>,
  head: number,
): Owner | undefined {
  const id = config.startsWith(OF_SUBSCRIBER) ? config.slice(OF_SUBSCRIBER.length) : undefined;
  const { data } = useSettings(id);
  const { own, ownHeads, changes } = useDraft();
  return useMemo(() => {
    if (id !== undefined) {
      const text = data?.files[SETTINGS_FILE];
      if (!data || text === undefined) return undefined;
      const { name = id } = subscribers.find((one) => one.id === id) ?? {};
      return {
        ...({ kind: 'subscriber', id, name, file: SETTINGS_FILE } as const),
        ...{ live: text, text: own[id] ?? text, head: ownHeads[id] ?? data.head, newest: data.head },
      };
    }
    const file = `configs/${config}.json`;
    const text = live[file];
    if (text === undefined) return undefined;
    const shown = readable(changes[file]) ?? text;
    return { kind: 'sample', id: config, name: config, file, live: text, text: shown, head, newest: head };
  }, [id, data, own, ownHeads, changes, config, live, head, subscribers]);
}

export function findSettings(
  configs: StudioChoices['configs'],
  subscribers: StudioChoices['subscribers'],
  config: string,
): SubscriberSettings {
  const subscriber = subscribers.find(({ id }) => subscriberConfig(id) === config);
  return (subscriber ?? configs.find(({ name }) => name === config))?.overlay ?? { settings: {} };
}

/** Returns the text if it contains a JSON object. */
function readable(text: string | null | undefined): string | undefined {
  try {
    return text && isRecord(JSON.parse(text)) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Writes an owner's settings to the draft. Quick changes that share an `about` text become one undo step. */
export function writeOwner({ kind, id, file, head }: Owner, text: string, about?: string): void {
  if (kind === 'subscriber') draft.putOwn(id, text, head, about);
  else draft.put({ [file]: text }, head, about);
}

/** Returns the owner's settings in the draft, or `live` if there's no owner or nothing changed. */
export function ownerSettings(owner: Owner | undefined, live: SubscriberSettings): SubscriberSettings {
  if (!owner || owner.text === owner.live) return live;
  const whole = JSON.parse(owner.text);
  if (owner.kind === 'sample') return readConfigSettings(whole);
  const { documents, fields, wording, translations } = whole;
  return { ...live, settings: mergeAliases({ ...documents, ...fields }), wording, translations };
}
