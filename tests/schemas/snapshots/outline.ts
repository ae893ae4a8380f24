import type { PlainSection, SchemaNode } from '../../../src/model/types';

/** Rules that reviewers should see. Messages and titles are in the rendered form. */
const RULES =
  /^(format|pattern|minLength|maxLength|minimum|maximum|exclusive|minItems|maxItems|multipleOf|const|readOnly|default|x-(?!config|conditions))/;

/** Lists a merged schema line by line: name, `*` if required, type and rules, then conditions. */
export function outlineSchema({ schema, rules, tests }: PlainSection): string[] {
  const conditions = rules.map(
    ({ at, test, show, require }) =>
      `when ${at ? `${at}: ` : ''}${short(tests[test])} → ${[show.length && `show ${show.join(', ')}`, require.length && `require ${require.join(', ')}`].filter(Boolean).join('; ')}`,
  );
  return [...fieldLines(schema, ''), ...conditions];
}

function fieldLines(node: SchemaNode, indent: string): string[] {
  const below = node.items ?? node;
  return Object.entries(below.properties ?? {}).flatMap(([name, child]) => [
    `${indent}${name}${below.required?.includes(name) ? '*' : ''} ${describeNode(child)}`.trimEnd(),
    ...fieldLines(child, `${indent}  `),
  ]);
}

function describeNode(node: SchemaNode): string {
  const rules = Object.entries(node).filter(([key]) => RULES.test(key));
  const inner = node.items && !node.items.properties ? ` of ${describeNode(node.items)}` : '';
  const options = node.enum ? ` [${node.enum.length > 6 ? `${node.enum.length} options` : node.enum.join(' | ')}]` : '';
  return `${node.type}${inner}${options} ${rules.map(([key, value]) => (value === true ? key : `${key} ${JSON.stringify(value)}`)).join(', ')}`.trimEnd();
}

/** `{ properties: { a: { const: 1 } }, required: ['a'] }` → `a = 1`. */
function short(test: unknown): string {
  return JSON.stringify(test)
    .replace(/,"required":\[[^\]]*\]/g, '')
    .replace(/\{"properties":\{/g, '{')
    .replace(/\{"const":("?[^"}]*"?)\}/g, '$1')
    .replace(/["{}]/g, '')
    .replaceAll(':', ' = ');
}

const DRAWN = 'h1, h2, h3, h4, legend, [role=radiogroup], input:not([type=hidden]), select, textarea, button, .rp-help';

/** Lists the controls, headings and help texts on screen in order: kind, label and the number of options. */
export function outlineForm(container: HTMLElement): string[] {
  return [...container.querySelectorAll<HTMLElement>(DRAWN)].map(lineOf).filter((line) => line !== '');
}

function lineOf(element: HTMLElement): string {
  const text = squeeze(element.textContent);
  if (element.matches('.rp-help')) return text && `    ${text}`;
  if (element instanceof HTMLButtonElement) return `button ${element.getAttribute('aria-label') ?? text}`;
  const label = labelOf(element);
  if (element.matches('[role=radiogroup]')) return `choice ${label}`;
  if (element instanceof HTMLSelectElement) return `select ${label} (${element.options.length} options)`;
  if (element instanceof HTMLTextAreaElement) return `textarea ${label}`;
  if (element instanceof HTMLInputElement)
    return `${element.type === 'text' ? element.inputMode || 'text' : element.type} ${label}${element.readOnly ? ' (read only)' : ''}`;
  return `${element.tagName.toLowerCase()} ${text}`;
}

function labelOf(element: HTMLElement): string {
  const { labels } = element as HTMLInputElement;
  const named = element
    .getAttribute('aria-labelledby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');
  return squeeze(element.getAttribute('aria-label') ?? named ?? labels?.[0]?.textContent ?? '');
}

function squeeze(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

/** Returns added (`+`) and removed (`-`) lines, or a note that nothing differs. */
export function differences(base: readonly string[], other: readonly string[]): string[] {
  const gone = base.filter((line) => !other.includes(line)).map((line) => `- ${line}`);
  const more = other.filter((line) => !base.includes(line)).map((line) => `+ ${line}`);
  return gone.length + more.length ? [...gone, ...more] : ['as above'];
}
