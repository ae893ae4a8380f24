import { createCatalogue } from '../../src/model/catalogue';
import { resolveSection } from '../../src/model/resolveSection';
import type { Context, Overlay, PlainSection, SchemaNode } from '../../src/model/types';

export const NO_OVERLAY: Overlay = { settings: {} };
export const TODAY: Context = { today: '2026-11-21', applicant: { first_name: 'Robin', last_name: "O'Hale" } };
export const MESSAGES = {
  required: 'Required',
  additionalProperties: 'This field is not known',
  type: 'Enter a valid value',
};

/** A section made of the given properties, resolved under an overlay. */
export function sampleSection(
  schema: SchemaNode,
  overlay: Overlay = NO_OVERLAY,
  ui: Record<string, unknown> = {},
): PlainSection {
  const files = {
    'sample.schema.json': { type: 'object', ...schema },
    'sample.ui.json': ui,
    'definitions/messages.json': MESSAGES,
  };
  const catalogue = createCatalogue(files, ['Text', 'Select']);
  return resolveSection(catalogue.section('sample'), overlay, catalogue.messages);
}
