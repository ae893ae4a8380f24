import type { WidgetProps } from '@rjsf/utils';
import { MaskedInput } from './parts/MaskedInput';
import { zipMask, zipValue } from './parts/masks';
import { controlAttributes, getOptions } from './parts/widgetProps';

/**
 * A ZIP code with up to nine digits. If ten characters are allowed, it can have a dash (docs/spec/001.md and
 * 002-income.md).
 */
export function Zip(props: WidgetProps) {
  const { id, value, onChange, onBlur } = props;
  const { maxLength = 10 } = getOptions(props);
  return (
    <MaskedInput
      {...controlAttributes(props)}
      mask={zipMask(maxLength)}
      inputMode="numeric"
      text={String(value ?? '')}
      onText={(text) => onChange(zipValue(text, maxLength))}
      onBlur={() => onBlur(id, value)}
    />
  );
}
