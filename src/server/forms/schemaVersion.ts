import { createHash } from 'node:crypto';
import { readMigrations } from '../../model/migrations';
import type { Overlay } from '../../model/types';

/** What decides which answers are right: sections, definitions and flows. Texts, samples and personas do not. */
const DECIDING = /^([^/]+\.(schema|ui)\.json|definitions\/.*|flows\/.*|migrations\/.*)$/;

/** The schema files that decide about answers, without the others. */
export function decidingFiles(files: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(files).filter(([file]) => DECIDING.test(file)));
}

/** A short name for the schema files' content, ending in the last migration's; the same files have the same name in every process. */
export function schemaVersion(files: Record<string, unknown>): string {
  const deciding = Object.entries(decidingFiles(files)).sort(([a], [b]) => (a < b ? -1 : 1));
  const hash = createHash('sha256').update(JSON.stringify(deciding)).digest('hex').slice(0, 16);
  const last = readMigrations(files).at(-1)?.name;
  return last ? `${hash}.${last}` : hash;
}

/** A short name for what a subscriber has set. */
export function configHash(overlay: Overlay): string {
  const known = configHashes.get(overlay);
  if (known) return known;
  const { settings, texts } = overlay;
  const hash = createHash('sha256')
    .update(JSON.stringify([settings, texts]))
    .digest('hex')
    .slice(0, 16);
  configHashes.set(overlay, hash);
  return hash;
}

/** It goes into every row that is written, and the overlay is the same object from save to save. */
const configHashes = new WeakMap<Overlay, string>();
