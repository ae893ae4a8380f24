import type { SchemaNode, UiNode } from '../types';
import { findUi, isRecord, ownMember } from './paths';

interface Shape {
  schema: SchemaNode;
  ui: UiNode;
}

/** Counts documents that the applicant will send later: `{ proof: 'No', why: 'later' }` → 1 */
export function countPostponed({ schema, ui }: Shape, answers: unknown): number {
  if (Array.isArray(answers)) {
    const row = { schema: schema.items ?? {}, ui: findUi(ui, 'items') };
    return sum(answers.map((answer) => countPostponed(row, answer)));
  }
  if (!isRecord(answers)) return 0;
  const fields = Object.entries(schema.properties ?? {});
  return sum(
    fields.map(([name, node]) => {
      const field = { schema: node, ui: findUi(ui, name) };
      const own = Number(postpones(field.ui, schema, answers));
      return own + countPostponed(field, ownMember(answers, name));
    }),
  );
}

/** Ignores answers to questions that the settings hide. */
function postpones(ui: UiNode, { properties }: SchemaNode, answers: Record<string, unknown>): boolean {
  const options = ui['ui:options'];
  const needed = isRecord(options) ? options.postpones : undefined;
  if (!isRecord(needed)) return false;
  return Object.entries(needed).every(
    ([name, answer]) => ownMember(properties, name) && ownMember(answers, name) === answer,
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
