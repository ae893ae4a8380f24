import type { WidgetProps } from '@rjsf/utils';

/** What every text control says about itself: id, name, ties to label, help and message, and how it is filled in. */
export function controlAttributes(props: WidgetProps) {
  const { id, options, placeholder, disabled, readonly } = props;
  return {
    id,
    name: id,
    className: 'rp-control',
    placeholder: placeholder || undefined,
    autoComplete: options.autocomplete as string | undefined,
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
