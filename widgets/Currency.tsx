import type { WidgetProps } from '@rjsf/utils';
import { useState } from 'react';
import { MaskedInput } from './parts/MaskedInput';
import { moneyMask, moneyText, moneyValue } from './parts/masks';
import { controlAttributes } from './parts/widgetProps';

/** Shows `$ 1,234.50` and stores `1234.5`. */
export function Currency(props: WidgetProps) {
  const { id, value, onChange, onBlur } = props;
  // Keeps the typed text, because '$ 1.' and '$ 1' are the same number.
  const [typed, setTyped] = useState<string>();
  return (
    <MaskedInput
      {...controlAttributes(props)}
      mask={moneyMask}
      inputMode="decimal"
      text={typed !== undefined && moneyValue(typed) === (value ?? undefined) ? typed : moneyText(value)}
      onText={(text) => {
        setTyped(text);
        onChange(moneyValue(text));
      }}
      onBlur={() => {
        setTyped(undefined);
        onBlur(id, value);
      }}
    />
  );
}
