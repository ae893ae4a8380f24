/** Who may do what in the Studio; each may what those before may. */
export const studioRoles = ['look', 'edit', 'publish'] as const;
export type StudioRole = (typeof studioRoles)[number];

/** Whether somebody of this role may do what needs another: `('edit', 'publish')` → false. */
export function mayDo(role: StudioRole, needed: StudioRole): boolean {
  return studioRoles.indexOf(role) >= studioRoles.indexOf(needed);
}

/** A draft is not live and may never be; a scheduled version goes live at its time, or is refused then with the reason. */
export const versionStates = ['draft', 'scheduled', 'live', 'refused', 'withdrawn'] as const;
export type VersionState = (typeof versionStates)[number];

/** The file under which a subscriber's version holds what they have set: Hide, Required or Optional by key. */
export const SETTINGS_FILE = 'settings.json';

/** Texts by their file's path below schemas/; null for a file as schemas/ has it. */
export type FileChanges = Record<string, string | null>;
