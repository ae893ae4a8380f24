declare module 'virtual:section' {
  import type { SchemaNode, ServedSection, UiNode } from '../../src/model/types';

  /** The section as the server serves it, its validator beside the page. */
  export const served: ServedSection;
  /** The strict schema, for validators made in the browser. */
  export const strict: SchemaNode;
  /** The file's own schema and ui. */
  export const schema: SchemaNode;
  export const ui: UiNode;
}
