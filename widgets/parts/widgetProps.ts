import type { WidgetProps } from '@rjsf/utils';
import { useCallback, useSyncExternalStore } from 'react';
import type { AddressSuggestion, SectionFormContext } from '../../src/model/formContext';
import { getIn, isRecord } from '../../src/model/paths';
import type { SchemaNode } from '../../src/model/types';
import type { FileLimits } from '../upload/accepts';

/** What `ui:options` may say to a widget. */
export interface WidgetOptions extends FileLimits {
  about?: { title: string; hint: string };
  after?: { field: string; hint: string };
  autocomplete?: string;
  documentIdFrom?: string;
  enumOptions?: Choice[];
  faq?: { label: string; description: string }[];
  help?: string;
  fills?: Partial<Record<keyof AddressSuggestion, string>>;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email';
  lockMs?: number;
  lockedBy?: string[];
  quietDelete?: boolean;
  rows?: number;
  sourceId?: number;
}

/** A schema as RJSF hands it on, as the node of a section's schema that it is. */
export function nodeOf(schema: WidgetProps['schema'] | SchemaNode): SchemaNode {
  // RJSF draws the plain schema that it is given (src/model/resolveSection.ts): no other shape comes back from it.
  return schema as SchemaNode;
}

/** A widget's options under their types. */
export function optionsOf({ options }: Pick<WidgetProps, 'options'>): WidgetOptions {
  // The linter holds the ui files to schemas/meta/ui.schema.json, which says the same.
  return options as WidgetOptions;
}

/** What every text control says about itself: id, name, ties to label, help and message, and how it is filled in. */
export function controlAttributes(props: WidgetProps) {
  const { id, placeholder, disabled, readonly } = props;
  return {
    id,
    name: id,
    placeholder: placeholder || undefined,
    autoComplete: optionsOf(props).autocomplete,
    disabled,
    readOnly: readonly,
    ...stateAttributes(props),
  };
}

/** The same for a group of controls, which carries the label as its name because a `<label>` names single controls only. */
export function groupAttributes(props: WidgetProps) {
  // A group, other than a radiogroup, cannot itself be required or invalid.
  const { 'aria-describedby': describedBy } = stateAttributes(props);
  return { id: props.id, 'aria-label': props.label, 'aria-describedby': describedBy };
}

/** Whether the answer is required or wrong, and where help and message stand. */
export function stateAttributes({ id, required, rawErrors }: WidgetProps) {
  return {
    'aria-describedby': `${id}__description ${id}__help ${id}__error`,
    'aria-invalid': rawErrors?.length ? true : undefined,
    'aria-required': required || undefined,
  };
}

/** One option of a select, a radio group or a combobox. */
export interface Choice {
  value: string | number | boolean;
  label: string;
}

/** The choices the engine found, those of the schema or the rows of a server list; a numeric key serves a text answer as text. */
export function choicesOf(props: WidgetProps): Choice[] {
  const choices = optionsOf(props).enumOptions ?? [];
  if (props.schema.type !== 'string') return choices;
  return choices.map(({ value, label }) => ({ value: String(value), label }));
}

/** The world of a widget. @throws Error when a form gave it none */
export function formContextOf({ id, registry }: WidgetProps): SectionFormContext {
  const context: SectionFormContext | undefined = registry?.formContext;
  if (!context) throw new Error(`The widget of '${id}' was drawn without a formContext`);
  return context;
}

const none: Record<string, unknown> = {};

/** The answers next to this one, up to date; draws the widget again when any of them changes, so only for those that need it. */
export function useSiblings(props: WidgetProps, wanted = true): Record<string, unknown> {
  const { form } = formContextOf(props);
  const subscribe = useCallback(
    (listener: () => void) => (wanted ? form.subscribe(listener) : () => {}),
    [form, wanted],
  );
  return useSyncExternalStore(subscribe, () => (wanted ? siblingsOf(props) : none));
}

/** The answers next to this one as they are now. */
export function siblingsOf(props: WidgetProps): Record<string, unknown> {
  const { form } = formContextOf(props);
  const siblings = getIn(form.answers(), form.pathOf(props.id).slice(0, -1));
  return isRecord(siblings) ? siblings : none;
}
