import type { WidgetProps } from '@rjsf/utils';

/** One option of a select, a radio group or a combobox. */
export interface Choice {
  value: string | number | boolean;
  label: string;
}

/** The choices the engine found, those of the schema or the rows of a server list; a numeric key serves a text answer as text. */
export function choicesOf({ options, schema }: WidgetProps): Choice[] {
  const choices = (options.enumOptions ?? []) as Choice[];
  if (schema.type !== 'string') return choices;
  return choices.map(({ value, label }) => ({ value: String(value), label }));
}
