import type { WidgetProps } from '@rjsf/utils';
import { ChoiceBox, ChoiceMark } from './parts/controls';
import { stateAttributes } from './parts/widgetProps';

export function Checkbox(props: WidgetProps) {
  const { id, value, label, required, disabled, readonly, onChange, onBlur } = props;
  return (
    <ChoiceBox>
      <ChoiceMark
        {...stateAttributes(props)}
        type="checkbox"
        id={id}
        name={id}
        checked={value === true}
        disabled={disabled || readonly}
        onChange={(event) => onChange(event.target.checked)}
        onBlur={(event) => onBlur(id, event.target.checked)}
      />
      <span>
        {label}
        {required && <span aria-hidden="true">{'\u00a0*'}</span>}
      </span>
    </ChoiceBox>
  );
}
