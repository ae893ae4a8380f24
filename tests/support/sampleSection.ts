import { createCatalog } from '../../src/model/section/catalog';
import { resolveSection } from '../../src/model/section/resolveSection';
import type { Context, PlainSection, SchemaNode, SubscriberSettings } from '../../src/model/types';

export const NO_SETTINGS: SubscriberSettings = { settings: {} };
export const TODAY: Context = { today: '2026-11-21', applicant: { first_name: 'Robin', last_name: "O'Hale" } };
export const MESSAGES = {
  required: 'Required',
  additionalProperties: 'This field is not known',
  type: 'Enter a valid value',
};

/** Returns a section with these properties, resolved with these settings. */
export function sampleSection(
  schema: SchemaNode,
  settings: SubscriberSettings = NO_SETTINGS,
  ui: Record<string, unknown> = {},
): PlainSection {
  const files = {
    'sample.schema.json': { type: 'object', ...schema },
    'sample.ui.json': ui,
    'definitions/messages.json': MESSAGES,
  };
  const catalog = createCatalog(files, ['Text', 'Select']);
  return resolveSection(catalog.section('sample'), settings, catalog.messages);
}
