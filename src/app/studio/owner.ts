import { useMemo } from 'react';
import { useSettings } from '../../api/studio';
import type { StudioChoices } from '../../contract/studio';
import { configOverlay, underOneName } from '../../model/overlay';
import { SETTINGS_FILE } from '../../model/studio';
import type { Overlay } from '../../model/types';
import { draft, useDraft } from './draft';

/** The subscriber or sample whose settings the form is seen with, and what they set and say. */
export interface Owner {
  kind: 'subscriber' | 'sample';
  id: string;
  name: string;
  /** The version's file that holds it. */
  file: string;
  /** As it is live, and with the draft. */
  live: string;
  text: string;
  /** The newest live version that it was read at. */
  head: number;
}

const OF_SUBSCRIBER = 'subscriber:';

/** How the address names a subscriber among the samples. */
export const subscriberConfig = (id: string) => `${OF_SUBSCRIBER}${id}`;

/** Undefined without settings, and until they are there. `live` are the section's sources, samples included. */
export function useOwner(
  { subscribers }: StudioChoices,
  config: string,
  live: Record<string, string>,
  head: number,
): Owner | undefined {
  const id = config.startsWith(OF_SUBSCRIBER) ? config.slice(OF_SUBSCRIBER.length) : undefined;
  const { data } = useSettings(id);
  const { own, changes } = useDraft();
  return useMemo(() => {
    if (id !== undefined) {
      const text = data?.files[SETTINGS_FILE];
      if (!data || text === undefined) return undefined;
      const { name = id } = subscribers.find((one) => one.id === id) ?? {};
      return {
        ...({ kind: 'subscriber', id, name, file: SETTINGS_FILE } as const),
        ...{ live: text, text: own[id] ?? text, head: data.head },
      };
    }
    const file = `configs/${config}.json`;
    const text = live[file];
    if (text === undefined) return undefined;
    return { kind: 'sample', id: config, name: config, file, live: text, text: readable(changes[file]) ?? text, head };
  }, [id, data, own, changes, config, live, head, subscribers]);
}

/** What a sample, or a subscriber, has set. */
export function overlayFor(
  configs: StudioChoices['configs'],
  subscribers: StudioChoices['subscribers'],
  config: string,
): Overlay {
  const subscriber = subscribers.find(({ id }) => subscriberConfig(id) === config);
  return (subscriber ?? configs.find(({ name }) => name === config))?.overlay ?? { settings: {} };
}

/** A sample can be changed as JSON, too: while it is none, what is live stands for it. */
function readable(text: string | null | undefined): string | undefined {
  try {
    return text && typeof JSON.parse(text) === 'object' ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps in the draft what they set and say. */
export function writeOwner({ kind, id, file, head }: Owner, text: string): void {
  if (kind === 'subscriber') draft.putOwn(id, text);
  else draft.put({ [file]: text }, head);
}

/** What the draft has them ask; `live` while it says nothing else. */
export function ownerOverlay(owner: Owner | undefined, live: Overlay): Overlay {
  if (!owner || owner.text === owner.live) return live;
  const whole = JSON.parse(owner.text);
  if (owner.kind === 'sample') return configOverlay(whole);
  const { documents, fields, wording, translations } = whole;
  return { ...live, settings: underOneName({ ...documents, ...fields }), wording, translations };
}
