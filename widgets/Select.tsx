import type { WidgetProps } from '@rjsf/utils';
import { useMessages } from '../src/messages/useMessages';
import { NativeSelect } from './parts/controls';
import { controlAttributes, getChoices } from './parts/widgetProps';

export function Select(props: WidgetProps) {
  const messages = useMessages('widgets').select;
  const { id, value, placeholder, disabled, readonly, onChange, onBlur } = props;
  const { readOnly, placeholder: _, ...attributes } = controlAttributes(props);
  const choices = getChoices(props);
  const choose = (text: string) => onChange(choices.find((choice) => String(choice.value) === text)?.value);
  return (
    <NativeSelect
      {...attributes}
      disabled={disabled || readonly}
      value={value === undefined || value === null ? '' : String(value)}
      onChange={(event) => choose(event.target.value)}
      onBlur={(event) => onBlur(id, event.target.value)}
    >
      <option value="">{placeholder || messages.choose}</option>
      {choices.map((choice) => (
        <option key={String(choice.value)} value={String(choice.value)}>
          {choice.label}
        </option>
      ))}
    </NativeSelect>
  );
}
