import aliases from '../../schemas/meta/setting-aliases.json';
import type { Overlay, Setting } from './types';

/**
 * The setting for an `x-config`: one key's own, or for a list Required when any requires and Hide only when all hide.
 * Undefined where the subscriber says nothing.
 */
export function settingFor(config: string | string[] | undefined, overlay: Overlay): Setting | undefined {
  if (config === undefined) return undefined;
  const found = [config].flat().map((key) => overlay.settings[key]);
  if (found.includes('Required')) return 'Required';
  if (found.every((setting) => setting === 'Hide')) return 'Hide';
  return found.find((setting) => setting === 'Optional');
}

const NAMES: Readonly<Record<string, string>> = aliases;
const STRICTEST: Setting[] = ['Required', 'Optional', 'Hide'];

/** The one name of a setting, for the second spelling that the specification gives to some (spec 001 §3, spec 003 §3, Configuration). */
export function settingName(key: string): string {
  return NAMES[key] ?? key;
}

/** Settings under their one name each; where both spellings are set the stricter counts, so that what is required is offered. */
export function underOneName(settings: Record<string, Setting> = {}): Record<string, Setting> {
  const out: Record<string, Setting> = {};
  for (const [key, setting] of Object.entries(settings)) {
    const name = settingName(key);
    const known = out[name];
    out[name] = known ? stricter(known, setting) : setting;
  }
  return out;
}

function stricter(one: Setting, other: Setting): Setting {
  return STRICTEST.find((setting) => setting === one || setting === other) ?? one;
}
