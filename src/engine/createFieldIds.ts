import type { Path } from '../model/types';

/** DOM ids of one form's fields and the way back. */
export interface FieldIds {
  /** `('employers', ['employer', 0, 'employer_name'])` → `'employers_employer_0_employer_name'`. */
  of(path: Path): string;
  /** The path an id was made from. @throws Error for an id that this form never made */
  pathOf(id: string): Path;
}

/** Ids by section and path. An underscore may be a joint or part of a name, so each id remembers its path. */
export function createFieldIds(section: string): FieldIds {
  const paths = new Map<string, Path>();
  return {
    of(path) {
      const id = [section, ...path].join('_');
      if (!paths.has(id)) paths.set(id, path);
      return id;
    },
    pathOf(id) {
      const path = paths.get(id);
      if (!path) throw new Error(`Section '${section}' has no field with the id '${id}'`);
      return path;
    },
  };
}
