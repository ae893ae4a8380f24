import type { WidgetProps } from '@rjsf/utils';
import texts from '../../schemas/texts/widgets.json';
import { fillText } from '../../src/model/fillText';
import { phoneMask, phoneText, phoneValue } from '../masks/phone';
import { controlAttributes } from './attributes';
import { MaskedInput } from './MaskedInput';

interface PhoneRowProps {
  id: string;
  label: string;
  number: string | undefined;
  index: number;
  invalid: boolean;
  /** The props of the whole list, whose state and ties each number shares. */
  field: WidgetProps;
  onNumber(number: string | undefined): void;
  onLeave(): void;
  onRemove(): void;
}

/** One number of a list; all but the first can be removed. */
export function PhoneRow({ id, label, number, index, invalid, field, onNumber, onLeave, onRemove }: PhoneRowProps) {
  const attributes = controlAttributes(field);
  const wrong = invalid || (attributes['aria-invalid'] && index === 0) || undefined;
  return (
    <div className="rp-with-button">
      <MaskedInput
        {...attributes}
        id={id}
        name={id}
        aria-label={label}
        aria-invalid={wrong}
        aria-required={(index === 0 && field.required) || undefined}
        autoComplete={index === 0 ? attributes.autoComplete : 'off'}
        mask={phoneMask}
        inputMode="tel"
        text={phoneText(number)}
        onText={(text) => onNumber(phoneValue(text))}
        onBlur={onLeave}
      />
      {index > 0 && !field.readonly && (
        <button
          type="button"
          className="rp-button"
          disabled={field.disabled}
          aria-label={fillText(texts.phones.remove, { n: index + 1 })}
          onClick={onRemove}
        >
          {texts.phones.removeShort}
        </button>
      )}
    </div>
  );
}
