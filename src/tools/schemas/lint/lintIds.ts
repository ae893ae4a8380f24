import type { Problem } from '../../../model/catalogueError';
import { type LintCheck, visitNodes } from './lintSources';

/** `duplicate-id`: two fields that would get one DOM id, which is `{section}_{path joined by _}`. */
export const lintIds: LintCheck = ({ sections }) => {
  const seen = new Map<string, string>();
  return sections.flatMap(({ name, schema }) =>
    visitNodes(schema).flatMap(({ path }): Problem[] => {
      const id = idOf(name, path);
      const place = `${name}.schema.json ${path}`;
      const other = seen.get(id);
      seen.set(id, place);
      if (other === undefined) return [];
      return [
        {
          code: 'duplicate-id',
          file: `${name}.schema.json`,
          path,
          mend: `This field and ${other} would both be '#${id}'; rename one.`,
        },
      ];
    }),
  );
};

/** The first row of a list stands for all of them. */
function idOf(section: string, path: string): string {
  return `${section}${path.replaceAll('/properties/', '_').replaceAll('/items', '_0')}`;
}
