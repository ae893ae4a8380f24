import type { WidgetProps } from '@rjsf/utils';
import texts from '../schemas/texts/widgets.json';
import { NativeSelect } from './parts/controls';
import { choicesOf, controlAttributes } from './parts/widgetProps';

/** One of a list, as the platform's own select. */
export function Select(props: WidgetProps) {
  const { id, value, placeholder, disabled, readonly, onChange, onBlur } = props;
  const { readOnly, placeholder: _, ...attributes } = controlAttributes(props);
  const choices = choicesOf(props);
  const choose = (text: string) => onChange(choices.find((choice) => String(choice.value) === text)?.value);
  return (
    <NativeSelect
      {...attributes}
      disabled={disabled || readonly}
      value={value === undefined || value === null ? '' : String(value)}
      onChange={(event) => choose(event.target.value)}
      onBlur={(event) => onBlur(id, event.target.value)}
    >
      <option value="">{placeholder || texts.select.choose}</option>
      {choices.map((choice) => (
        <option key={String(choice.value)} value={String(choice.value)}>
          {choice.label}
        </option>
      ))}
    </NativeSelect>
  );
}
