import type { SchemaNode, UiNode } from '../model/types';
import { uiOptions } from './uiOptions';

/** What an answer is called: the title of its ui, of its schema, or in want of both its name. */
export function labelOf(schema: SchemaNode, ui: UiNode, name: string): string {
  const { title } = uiOptions(ui);
  return typeof title === 'string' ? title : (schema.title ?? name);
}
