import { findUi, isRecord } from '../answers/paths';
import type { SchemaNode, SubscriberSettings, UiNode } from '../types';
import { settingFor } from './subscriberSettings';

/** True if an upload accepts photos as well as PDFs. */
export function allowsPhotos(node: SchemaNode, settings: SubscriberSettings): boolean {
  const setting = settingFor(node['x-photos'], settings);
  return setting === 'Optional' || setting === 'Required';
}

/** Merges `ui:photos` into the fields that accept photos. Removes `ui:photos` itself. */
export function applyPhotoSetting(ui: UiNode, schema: SchemaNode, settings: SubscriberSettings): UiNode {
  const { 'ui:photos': photos, ...out } = ui;
  for (const [name, node] of Object.entries(schema.properties ?? {}))
    if (isRecord(ui[name])) out[name] = applyPhotoSetting(findUi(ui, name), node, settings);
  if (schema.items && isRecord(ui.items)) out.items = applyPhotoSetting(findUi(ui, 'items'), schema.items, settings);
  if (!isRecord(photos) || !allowsPhotos(schema, settings)) return out;
  return { ...out, ...photos, 'ui:options': { ...Object(ui['ui:options']), ...Object(photos['ui:options']) } };
}
