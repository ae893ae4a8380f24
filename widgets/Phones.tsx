import { Button } from '@chakra-ui/react/button';
import type { RJSFSchema, WidgetProps } from '@rjsf/utils';
import { useRef, useSyncExternalStore } from 'react';
import texts from '../schemas/texts/widgets.json';
import { fillText } from '../src/model/fillText';
import { isRecord } from '../src/model/paths';
import type { Path } from '../src/model/types';
import { MaskedInput } from './parts/MaskedInput';
import { phoneMask, phoneText, phoneValue } from './parts/masks';
import { controlAttributes, formContextOf, groupAttributes, nodeOf, useSiblings } from './parts/widgetProps';

/**
 * A main phone number and, as far as the schema allows, extra ones (spec 000 §5: 2), those of the list `ui:options.sharesWith` counted
 * in. Answers are a list of texts or of `{ number }`; each row has its own place, message and focus. That no two are alike is the
 * schema's rule; the numbers it speaks of are marked.
 */
export function Phones(props: WidgetProps) {
  const { id, label, schema, options, readonly, disabled } = props;
  const { services, form } = formContextOf(props);
  const rows = phoneRows(props.value, schema);
  const count = rows.numbers.length;
  const shared = useSiblings(props, Boolean(options.sharesWith))[String(options.sharesWith)];
  const room = (schema.maxItems ?? 3) - count - (Array.isArray(shared) ? shared.length : 0);
  const box = useRef<HTMLFieldSetElement>(null);
  const words = texts.phones;
  const list = () => form.pathOf(id);
  const focusLater = (index: number) => setTimeout(() => box.current?.querySelectorAll('input')[index]?.focus());
  const say = (template: string, index: number) => services.announce(fillText(template, { n: index + 1 }));
  return (
    <fieldset {...groupAttributes(props)} className="rp-phones" ref={box} tabIndex={-1}>
      {rows.numbers.map((number, index) => (
        <PhoneRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a number has no name but its place, and its row holds no state.
          key={index}
          below={rows.below(index)}
          label={index === 0 ? label : fillText(words.number, { label, n: index + 1 })}
          number={number}
          invalid={rows.isTwice(index)}
          field={props}
          onRemove={() => {
            form.removeRow(list(), index);
            say(words.removed, index);
            focusLater(index - 1);
          }}
        />
      ))}
      {!readonly && room > 0 && (
        <Button
          disabled={disabled}
          onClick={() => {
            form.set([{ path: list(), value: rows.withOne() }]);
            say(words.added, count);
            focusLater(count);
          }}
        >
          {words.add}
        </Button>
      )}
    </fieldset>
  );
}

/** The numbers of a list of phones, whichever of its two shapes it has, and where each one stands. There is always one to begin with. */
function phoneRows(value: unknown, schema: RJSFSchema) {
  const below = nodeOf(schema).items?.type === 'object' ? ['number'] : [];
  const empty = below.length ? {} : '';
  const stored: unknown[] = Array.isArray(value) && value.length ? value : [undefined];
  const numbers = stored.map((row) => textOf(isRecord(row) ? row.number : row));
  return {
    numbers,
    /** Below the list: `[1]`, or `[1, 'number']`. */
    below: (index: number): Path => [index, ...below],
    /** The list with a row that has no number yet. */
    withOne: (): unknown[] => [...stored.map((row) => row ?? empty), empty],
    isTwice: (index: number) => Boolean(numbers[index]) && numbers.indexOf(numbers[index]) < index,
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

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
function PhoneRow({ below, label, number, invalid, field, onRemove }: PhoneRowProps) {
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
          <Button
            disabled={field.disabled}
            aria-label={fillText(texts.phones.remove, { n: Number(below[0]) + 1 })}
            onClick={onRemove}
          >
            {texts.phones.removeShort}
          </Button>
        )}
      </div>
    </>
  );
}
