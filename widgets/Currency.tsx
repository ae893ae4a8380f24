import type { WidgetProps } from '@rjsf/utils';
import { useState } from 'react';
import { formatDollars } from '../src/model/format/money';
import { Input } from './parts/controls';
import { MaskedInput } from './parts/MaskedInput';
import { moneyMask, moneyText, moneyValue } from './parts/masks';
import { controlAttributes } from './parts/widgetProps';

/** Stores `1234.5`. Shows `$ 1,234.50`, or `$1,234.50` if it can't be changed. */
export function Currency(props: WidgetProps) {
  const { id, value, readonly, onChange, onBlur } = props;
  // Keeps the typed text, because '$ 1.' and '$ 1' are the same number.
  const [typed, setTyped] = useState<string>();
  if (readonly && typeof value === 'number')
    return <Input {...controlAttributes(props)} type="text" value={formatDollars(value)} />;
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
