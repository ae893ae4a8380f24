import { withoutRemoved } from '../section/prune';
import { applySettingsToSchema } from '../section/subscriberSettings';
import type { Answers, SchemaNode, SubscriberSettings } from '../types';

/** Removes answers that local law forbids or delays. */
export function withoutForbidden(
  schema: SchemaNode,
  answers: Answers,
  { hiddenByLaw = [] }: Pick<SubscriberSettings, 'hiddenByLaw'>,
): Answers {
  if (hiddenByLaw.length === 0) return answers;
  const settings = Object.fromEntries(hiddenByLaw.map((key) => [key, 'Hide' as const]));
  return withoutRemoved(applySettingsToSchema(schema, { settings }), answers);
}
