import type { WidgetProps } from '@rjsf/utils';
import { useSyncExternalStore } from 'react';
import texts from '../../schemas/texts/widgets.json';
import { fillText } from '../../src/model/fillText';
import type { Path } from '../../src/model/types';
import { formContextOf } from './formContextOf';
import { MaskedInput } from './MaskedInput';
import { phoneMask, phoneText, phoneValue } from './masks';
import { controlAttributes } from './widgetProps';

interface PhoneRowProps {
  /** Where its number stands, from the list on. */
  below: Path;
  label: string;
  number: string | undefined;
  /** Whatever its own message says. */
  invalid: boolean;
  /** The props of the whole list, whose state and ties each number shares. */
  field: WidgetProps;
  onRemove(): void;
}

/** One number of a list, with its own message; all but the first can be removed. */
export function PhoneRow({ below, label, number, invalid, field, onRemove }: PhoneRowProps) {
  const { form } = formContextOf(field);
  const attributes = controlAttributes(field);
  const isFirst = below[0] === 0;
  const id = [field.id, ...below].join('_');
  const path = [...form.pathOf(field.id), ...below];
  const message = useSyncExternalStore(
    (listener) => form.subscribe(listener, path),
    () => form.message(path),
  );
  // What is said of a list without any number is said of the first.
  const isMissing = isFirst && !number && attributes['aria-invalid'];
  return (
    <>
      {message !== undefined && (
        <p className="rp-error" id={`${id}__error`}>
          {message}
        </p>
      )}
      <div className="rp-with-button">
        <MaskedInput
          {...attributes}
          id={id}
          name={id}
          aria-label={label}
          aria-describedby={`${attributes['aria-describedby']} ${id}__error`}
          aria-invalid={message !== undefined || invalid || isMissing || undefined}
          aria-required={(isFirst && field.required) || undefined}
          autoComplete={isFirst ? attributes.autoComplete : 'off'}
          mask={phoneMask}
          inputMode="tel"
          text={phoneText(number)}
          onText={(text) => form.set([{ path, value: phoneValue(text) ?? '' }])}
          onBlur={() => form.leave(path)}
        />
        {!isFirst && !field.readonly && (
          <button
            type="button"
            className="rp-button"
            disabled={field.disabled}
            aria-label={fillText(texts.phones.remove, { n: Number(below[0]) + 1 })}
            onClick={onRemove}
          >
            {texts.phones.removeShort}
          </button>
        )}
      </div>
    </>
  );
}
