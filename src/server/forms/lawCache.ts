import { findPlace, type Home, type Jurisdictions, lawOf, type PlaceLaw } from '../../model/law/jurisdictions';
import { mergeLaw } from '../../model/law/lawSettings';
import type { SubscriberSettings } from '../../model/types';

/** Returns a function that returns the same object for the same place, because merged settings are cached by law. */
export function createLawCache(): (all: Jurisdictions, home: Home) => PlaceLaw {
  const known = new WeakMap<Jurisdictions, Map<string, PlaceLaw>>();
  return (all, home) => {
    const laws = known.get(all) ?? new Map<string, PlaceLaw>();
    known.set(all, laws);
    const place = findPlace(all, home);
    const found = laws.get(place) ?? lawOf(all, place);
    laws.set(place, found);
    return found;
  };
}

/** Returns a function that merges the same settings and law once, because compiled forms are cached by settings. */
export function createMergeCache(): (own: SubscriberSettings, law: PlaceLaw, isOffered: boolean) => SubscriberSettings {
  const known = new WeakMap<SubscriberSettings, WeakMap<PlaceLaw, Map<boolean, SubscriberSettings>>>();
  return (own, law, isOffered) => {
    const laws = known.get(own) ?? new WeakMap<PlaceLaw, Map<boolean, SubscriberSettings>>();
    known.set(own, laws);
    const merged = laws.get(law) ?? new Map<boolean, SubscriberSettings>();
    laws.set(law, merged);
    const found = merged.get(isOffered) ?? mergeLaw(own, law, { isOffered });
    merged.set(isOffered, found);
    return found;
  };
}
