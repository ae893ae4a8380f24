import type { WidgetProps } from '@rjsf/utils';
import { MaskedInput } from './parts/MaskedInput';
import { phoneMask, phoneText, phoneValue } from './parts/masks';
import { controlAttributes } from './parts/widgetProps';

/** Shows `(512) 555-0123` and stores `15125550123`. */
export function Phone(props: WidgetProps) {
  const { id, value, onChange, onBlur } = props;
  return (
    <MaskedInput
      {...controlAttributes(props)}
      mask={phoneMask}
      inputMode="tel"
      text={phoneText(value)}
      onText={(text) => onChange(phoneValue(text))}
      onBlur={() => onBlur(id, value)}
    />
  );
}
