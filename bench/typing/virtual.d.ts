declare module 'virtual:section' {
  import type { SchemaNode, ServedSection, UiNode } from '../../src/model/types';

  /** The section as the server serves it, with its validator next to the page. */
  export const served: ServedSection;
  /** The strict schema, for validators created in the browser. */
  export const strict: SchemaNode;
  export const schema: SchemaNode;
  export const ui: UiNode;
}
