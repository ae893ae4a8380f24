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
