import type { Problem } from '../../../model/catalogueError';
import type { SchemaNode } from '../../../model/types';
import { type LintCheck, visitNodes } from './lintSources';

/** What names of fields tell of what they ask. */
const PERSONAL: [RegExp, NonNullable<SchemaNode['x-pii']>][] = [
  [/ssn|social_?sec/i, 'ssn'],
  [/^dob$|birth/i, 'dob'],
  [/account_?(no|num)|routing|iban|card_?num/i, 'bank'],
  [/e-?mail|phone|mobile|(^|_)tel(_|$)/i, 'contact'],
  [/(first|last|middle|full|maiden|nick)_?name|^[fml]name$/i, 'contact'],
  [/street|(^|_)address|zip_?code|^zip$|postal/i, 'contact'],
  [/licen[cs]e_?(no|num|plate)|plate_?num|passport/i, 'contact'],
];

/** `missing-pii`: a field that looks personal by its name and is not marked, so that it would lie open in database and log. */
export const lintPii: LintCheck = ({ sections }) =>
  sections.flatMap(({ name, schema }) =>
    visitNodes(schema).flatMap(({ node, path, name: field, parent }): Problem[] => {
      const kind = PERSONAL.find(([pattern]) => pattern.test(field))?.[1];
      if (!kind || !isTyped(node) || node['x-pii'] || parent?.['x-pii']) return [];
      return [
        {
          code: 'missing-pii',
          file: `${name}.schema.json`,
          path,
          mend: `'${field}' looks personal; add "x-pii": "${kind}" (or the kind that fits).`,
        },
      ];
    }),
  );

/** Something the applicant writes: not a choice, a group, a list or a file. */
function isTyped(node: SchemaNode): boolean {
  return (
    ['string', 'number', 'integer'].includes(String(node.type)) &&
    !node.oneOf &&
    !node.enum &&
    node['x-document'] === undefined
  );
}
