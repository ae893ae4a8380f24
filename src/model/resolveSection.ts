import { collectRules } from './collectRules';
import { overlaySchema } from './overlaySchema';
import { overlayUi } from './overlayUi';
import { plainSchema } from './plainSchema';
import { strictSchema } from './strictSchema';
import type { Overlay, PlainSection, Section } from './types';

/**
 * A section after the subscriber's overlay: what is drawn (`schema`, `ui`), what is judged (`strict`), and what conditions decide
 * (`rules`, `tests`). `messages` are those of `definitions/messages.json`. See docs/schemas.md.
 */
export function resolveSection(section: Section, overlay: Overlay, messages: Record<string, string>): PlainSection {
  const { schema, removed } = overlaySchema(section.schema, overlay);
  return {
    name: section.name,
    schema: plainSchema(schema),
    ui: overlayUi(section.ui, schema, overlay),
    removed,
    ...collectRules(schema),
    strict: strictSchema(schema, messages),
  };
}
