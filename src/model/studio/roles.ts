/** Each role includes the earlier ones. */
export const studioRoles = ['look', 'edit', 'publish'] as const;
export type StudioRole = (typeof studioRoles)[number];

/** True if a role includes another: `('edit', 'publish')` → false. */
export function mayDo(role: StudioRole, needed: StudioRole): boolean {
  return studioRoles.indexOf(role) >= studioRoles.indexOf(needed);
}

export const versionStates = ['draft', 'scheduled', 'live', 'refused', 'withdrawn'] as const;
export type VersionState = (typeof versionStates)[number];

export const SETTINGS_FILE = 'settings.json';

/** Content that marks a file as removed. */
export const REMOVED = 'null';

export const isRemoved = (text: string | null | undefined): boolean => text?.trim() === REMOVED;

/** Contents by path. Null restores the file in schemas/, and `REMOVED` removes it. */
export type FileChanges = Record<string, string | null>;
