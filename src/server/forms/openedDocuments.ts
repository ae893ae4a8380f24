import { isRecord } from '../../model/answers/paths';
import { revealKinds } from '../../model/office';
import type { SchemaFiles } from '../../model/types';

export const DOCUMENTS = 'definitions/documents.json';

type Types = Record<string, { shows?: readonly string[] } | undefined>;

/** Finds document types with files that could be opened with fewer reveals than before. */
export function findOpenedDocuments(before: SchemaFiles, after: SchemaFiles): { path: string; fix: string }[] {
  const types = typesIn(before);
  const now = typesIn(after);
  // Older releases lack `shows`.
  if (!Object.values(types).some((type) => type?.shows)) return [];
  return Object.keys(types).flatMap((name) => {
    if (!now[name]) return [];
    const lost = listFacts(types[name]).filter((fact) => !listFacts(now[name]).includes(fact));
    if (lost.length === 0) return [];
    const fix = `Restore ${lost.join(', ')} in "shows". Otherwise, the office could open files of this type without revealing these facts first.`;
    return [{ path: `/types/${name}/shows`, fix }];
  });
}

function typesIn(files: SchemaFiles): Types {
  const file: unknown = files[DOCUMENTS];
  // Lint has validated the file.
  return isRecord(file) && isRecord(file.types) ? (file.types as Types) : {};
}

const listFacts = (type: Types[string]): readonly string[] => type?.shows ?? revealKinds;
