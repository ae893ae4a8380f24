import type { Problem } from './catalogueError';
import { suggest } from './checkSchema';
import { isRecord } from './paths';
import type { SchemaNode, Section, UiNode } from './types';

/** RJSF's own name for a field that is kept and sent but not drawn. */
const HIDDEN = 'hidden';

type Report = (code: string, path: string, mend: string) => void;

/** What is wrong with a section's ui file: paths that are not in the schema, widgets that do not exist. */
export function checkUi({ name, schema, ui }: Section, widgetNames: readonly string[]): Problem[] {
  const problems: Problem[] = [];
  const report: Report = (code, path, mend) => problems.push({ code, file: `${name}.ui.json`, path, mend });
  checkNode(ui, schema, '', widgetNames, report);
  return problems;
}

function checkNode(ui: UiNode, schema: SchemaNode, path: string, widgetNames: readonly string[], report: Report): void {
  const names = [...Object.keys(schema.properties ?? {}), ...(schema.items ? ['items'] : [])];
  checkWidget(ui, path, widgetNames, report);
  checkOwnNames(ui, Object.keys(schema.properties ?? {}), path, report);
  for (const [key, value] of Object.entries(ui)) {
    if (key.startsWith('ui:') || key === '$schema') continue;
    const child = key === 'items' ? schema.items : schema.properties?.[key];
    if (!child) report('ui-path', `${path}/${key}`, suggest(key, names));
    else if (isRecord(value)) {
      checkSiblings(value, schema, `${path}/${key}`, report);
      checkNode(value, child, `${path}/${key}`, widgetNames, report);
    }
  }
}

function checkWidget(ui: UiNode, path: string, widgetNames: readonly string[], report: Report): void {
  const widget = ui['ui:widget'];
  const known = [...widgetNames, HIDDEN];
  if (typeof widget === 'string' && !known.includes(widget))
    report('unknown-widget', `${path}/ui:widget`, suggest(widget, known));
}

function checkOwnNames(ui: UiNode, names: string[], path: string, report: Report): void {
  const { 'ui:entries': entries, 'ui:order': order = [] } = ui;
  for (const name of [...order.filter((one) => one !== '*'), entries?.answer, entries?.list])
    if (typeof name === 'string' && !names.includes(name)) report('ui-path', path, suggest(name, names));
}

function checkSiblings(ui: UiNode, parent: SchemaNode, path: string, report: Report): void {
  const options = isRecord(ui['ui:options']) ? ui['ui:options'] : {};
  const names = Object.keys(parent.properties ?? {});
  const after = isRecord(options.after) ? options.after : {};
  const named = [
    ...[options.clears ?? [], options.lockedBy ?? []].flat(),
    after.field,
    ...Object.values(options.fills ?? {}),
    ...Object.values(options.filter ?? {}),
    options.documentIdFrom,
  ];
  for (const name of named)
    if (typeof name === 'string' && !names.includes(name))
      report('ui-path', `${path}/ui:options`, suggest(name, names));
}
