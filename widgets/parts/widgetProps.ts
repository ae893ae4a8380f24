import type { WidgetProps } from '@rjsf/utils';
import { useCallback, useSyncExternalStore } from 'react';
import { getIn, isRecord } from '../../src/model/answers/paths';
import type { AddressSuggestion, SectionFormContext } from '../../src/model/formContext';
import type { SchemaNode } from '../../src/model/types';
import type { FileLimits } from '../upload/accepts';

export interface WidgetOptions extends FileLimits {
  about?: { title: string; hint: string };
  after?: { field: string; hint: string };
  autocomplete?: string;
  camera?: boolean;
  documentIdFrom?: string;
  enumOptions?: Choice[];
  faq?: { label: string; description: string }[];
  help?: string;
  fills?: Partial<Record<keyof AddressSuggestion, string>>;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email';
  inline?: boolean;
  lockMs?: number;
  maxLength?: number;
  lockedBy?: { fields: string[]; hint: string };
  quietDelete?: boolean;
  rows?: number;
  sourceId?: number;
}

export function toNode(schema: WidgetProps['schema'] | SchemaNode): SchemaNode {
  // Safe, because rendered schemas come from resolveSection.ts.
  return schema as SchemaNode;
}

export function getOptions({ options }: Pick<WidgetProps, 'options'>): WidgetOptions {
  // Safe, because lint validates options against schemas/meta/ui.schema.json.
  return options as WidgetOptions;
}

export function controlAttributes(props: WidgetProps) {
  const { id, placeholder, disabled, readonly } = props;
  return {
    id,
    name: id,
    placeholder: placeholder || undefined,
    autoComplete: getOptions(props).autocomplete,
    disabled,
    readOnly: readonly,
    ...stateAttributes(props),
  };
}

/** Uses `aria-label`, because a `<label>` is for a single control. */
export function groupAttributes(props: WidgetProps) {
  // In ARIA, a plain group can't be required or invalid.
  const { 'aria-describedby': describedBy } = stateAttributes(props);
  return { id: props.id, 'aria-label': props.label, 'aria-describedby': describedBy };
}

export function stateAttributes({ id, required, rawErrors }: WidgetProps) {
  return {
    'aria-describedby': `${id}__description ${id}__help ${id}__error`,
    'aria-invalid': rawErrors?.length ? true : undefined,
    'aria-required': required || undefined,
  };
}

export interface Choice {
  value: string | number | boolean;
  label: string;
}

/** Returns the choices. Their values are strings if the answer is a string. */
export function getChoices(props: WidgetProps): Choice[] {
  const choices = getOptions(props).enumOptions ?? [];
  if (props.schema.type !== 'string') return choices;
  return choices.map(({ value, label }) => ({ value: String(value), label }));
}

/** Returns the form's context. Throws if there's none. */
export function getFormContext({ id, registry }: WidgetProps): SectionFormContext {
  const context: SectionFormContext | undefined = registry?.formContext;
  if (!context) throw new Error(`The widget of '${id}' was drawn without a formContext`);
  return context;
}

const none: Record<string, unknown> = {};

/** Returns the siblings' answers, and rerenders when one changes. If `wanted` is false, returns an empty object. */
export function useSiblings(props: WidgetProps, wanted = true): Record<string, unknown> {
  const { form } = getFormContext(props);
  const subscribe = useCallback(
    (listener: () => void) => (wanted ? form.subscribe(listener) : () => {}),
    [form, wanted],
  );
  return useSyncExternalStore(subscribe, () => (wanted ? getSiblings(props) : none));
}

export function getSiblings(props: WidgetProps): Record<string, unknown> {
  const { form } = getFormContext(props);
  const siblings = getIn(form.answers(), form.pathOf(props.id).slice(0, -1));
  return isRecord(siblings) ? siblings : none;
}
