import { Button } from '@chakra-ui/react/button';
import type { RJSFSchema, WidgetProps } from '@rjsf/utils';
import { useRef, useSyncExternalStore } from 'react';
import { useMessages } from '../src/messages/useMessages';
import { isRecord } from '../src/model/answers/paths';
import { fillText } from '../src/model/messages/fillText';
import type { Path } from '../src/model/types';
import { MaskedInput } from './parts/MaskedInput';
import { phoneMask, phoneText, phoneValue } from './parts/masks';
import { controlAttributes, getFormContext, groupAttributes, toNode, useSiblings } from './parts/widgetProps';

/**
 * A main phone number and additional numbers (docs/spec/000.md, §5). Numbers in the list named by
 * `ui:options.sharesWith` also count toward the limit. Stores a list of strings or of `{ number }`.
 */
export function Phones(props: WidgetProps) {
  const { id, label, schema, options, readonly, disabled } = props;
  const { services, form } = getFormContext(props);
  const rows = phoneRows(props.value, schema);
  const count = rows.numbers.length;
  const shared = useSiblings(props, Boolean(options.sharesWith))[String(options.sharesWith)];
  const room = (schema.maxItems ?? 3) - count - (Array.isArray(shared) ? shared.length : 0);
  const box = useRef<HTMLFieldSetElement>(null);
  const { phones } = useMessages('widgets');
  const list = () => form.pathOf(id);
  const focusLater = (index: number) => setTimeout(() => box.current?.querySelectorAll('input')[index]?.focus());
  const announceRow = (template: string, index: number) => services.announce(fillText(template, { n: index + 1 }));
  return (
    <fieldset {...groupAttributes(props)} className="rp-phones" ref={box} tabIndex={-1}>
      {rows.numbers.map((number, index) => (
        <PhoneRow
          // biome-ignore lint/suspicious/noArrayIndexKey: numbers have no ids, and rows have no state.
          key={index}
          below={rows.below(index)}
          label={index === 0 ? label : fillText(phones.number, { label, n: index + 1 })}
          number={number}
          invalid={rows.isTwice(index)}
          field={props}
          onRemove={() => {
            form.removeRow(list(), index);
            announceRow(phones.removed, index);
            focusLater(index - 1);
          }}
        />
      ))}
      {!readonly && room > 0 && (
        <Button
          variant="subtle"
          disabled={disabled}
          onClick={() => {
            form.set([{ path: list(), value: rows.withOne() }]);
            announceRow(phones.added, count);
            focusLater(count);
          }}
        >
          {phones.add}
        </Button>
      )}
    </fieldset>
  );
}

function phoneRows(value: unknown, schema: RJSFSchema) {
  const below = toNode(schema).items?.type === 'object' ? ['number'] : [];
  const empty = below.length ? {} : '';
  const stored: unknown[] = Array.isArray(value) && value.length ? value : [undefined];
  const numbers = stored.map((row) => toText(isRecord(row) ? row.number : row));
  return {
    numbers,
    /** Path within the list: `[1]`, or `[1, 'number']`. */
    below: (index: number): Path => [index, ...below],
    withOne: (): unknown[] => [...stored.map((row) => row ?? empty), empty],
    isTwice: (index: number) => Boolean(numbers[index]) && numbers.indexOf(numbers[index]) < index,
  };
}

const toText = (value: unknown) => (typeof value === 'string' ? value : undefined);

interface PhoneRowProps {
  below: Path;
  label: string;
  number: string | undefined;
  invalid: boolean;
  field: WidgetProps;
  onRemove(): void;
}

function PhoneRow({ below, label, number, invalid, field, onRemove }: PhoneRowProps) {
  const messages = useMessages('widgets').phones;
  const { form } = getFormContext(field);
  const attributes = controlAttributes(field);
  const isFirst = below[0] === 0;
  const id = [field.id, ...below].join('_');
  const path = [...form.pathOf(field.id), ...below];
  const message = useSyncExternalStore(
    (listener) => form.subscribe(listener, path),
    () => form.message(path),
  );
  // The first number shows the list's `required` error.
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
          <Button
            disabled={field.disabled}
            aria-label={fillText(messages.remove, { n: Number(below[0]) + 1 })}
            onClick={onRemove}
          >
            {messages.removeShort}
          </Button>
        )}
      </div>
    </>
  );
}
