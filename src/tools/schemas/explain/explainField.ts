import type { Overlay, SchemaNode, Section } from '../../../model/types';
import { describeType } from './describe';
import { chainTo, findPath, nameIn, nodeAt, uiAt, uiPath } from './fieldPlaces';
import { aboutStep, messagesOf, type Reason } from './reasons';

/**
 * Why a field is there, and required or not, under an overlay. `field` is its name, or its path with or without rows:
 * `'zipcode'`, `'address/zipcode'`, `'address/[]/zipcode'`.
 * @throws Error when no field is called so, or several are
 */
export function explainField(section: Section, field: string, overlay: Overlay): Reason[] {
  const chain = chainTo(section.schema, findPath(section.schema, field));
  const steps = chain.map((path) => nodeAt(section.schema, path));
  const reasons = chain.flatMap((path, i) =>
    aboutStep(path, steps[i] as SchemaNode, steps[i - 1], i === chain.length - 1, overlay),
  );
  const path = chain.at(-1) ?? '';
  const node = steps.at(-1) as SchemaNode;
  return [
    { about: 'field', text: node.title ?? nameIn(path), file: 'schema', path },
    { about: 'type', text: describeType(node), file: 'schema', path: `${path}/type` },
    ...reasons,
    ...messagesOf(node, path),
    {
      about: 'widget',
      text: String(uiAt(section.ui, path)['ui:widget'] ?? 'by its type'),
      file: 'ui',
      path: uiPath(path),
    },
    ...(node['x-pii']
      ? [{ about: 'personal', text: node['x-pii'], file: 'schema', path: `${path}/x-pii` } as Reason]
      : []),
    { about: 'result', text: conclude(reasons) },
  ];
}

function conclude(reasons: Reason[]): string {
  if (reasons.some(({ about, text }) => about === 'setting' && text.endsWith('taken out'))) return 'not asked';
  const conditions = reasons.filter(({ about, text }) => about === 'condition' && !text.endsWith('it is not)'));
  const shown = conditions.filter(({ text }) => /(^|: )shown/.test(text)).length > 0;
  const always = reasons.some(({ about, text }) => about === 'required' && text.startsWith('yes'));
  const sometimes = conditions.some(({ text }) => /required while/.test(text) && !text.includes(': '));
  const required = always ? 'required' : sometimes ? 'required while its condition holds' : 'not required';
  return `${shown ? 'asked while its condition holds' : 'always asked'}, ${required}`;
}
