import type { WidgetProps } from '@rjsf/utils';
import { useRef } from 'react';
import texts from '../schemas/texts/widgets.json';
import { fillText } from '../src/model/fillText';
import { groupAttributes } from './parts/attributes';
import { formContextOf } from './parts/formContextOf';
import { PhoneRow } from './parts/PhoneRow';
import { phoneRows } from './parts/phoneRows';

/**
 * A main phone number and, as far as the schema allows, extra ones (spec 000 §5: 2). Answers are a list of texts or of `{ number }`.
 * That no two are alike is the schema's rule; the numbers it speaks of are marked.
 */
export function Phones(props: WidgetProps) {
  const { id, label, schema, readonly, disabled, onChange, onBlur } = props;
  const { services } = formContextOf(props);
  const rows = phoneRows(props.value, schema);
  const box = useRef<HTMLFieldSetElement>(null);
  const words = texts.phones;
  const focusLater = (index: number) => setTimeout(() => box.current?.querySelectorAll('input')[index]?.focus());
  const say = (template: string, index: number) => services.announce(fillText(template, { n: index + 1 }));
  return (
    <fieldset {...groupAttributes(props)} className="rp-phones" ref={box} tabIndex={-1}>
      {rows.numbers.map((number, index) => (
        <PhoneRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a number has no name but its place, and its row holds no state.
          key={index}
          id={rows.id(id, index)}
          label={index === 0 ? label : fillText(words.number, { label, n: index + 1 })}
          number={number}
          index={index}
          invalid={rows.isTwice(index)}
          field={props}
          onNumber={(next) => onChange(rows.with(index, next))}
          onLeave={() => onBlur(id, props.value)}
          onRemove={() => {
            onChange(rows.without(index));
            say(words.removed, index);
            focusLater(index - 1);
          }}
        />
      ))}
      {!readonly && rows.numbers.length < (schema.maxItems ?? 3) && (
        <button
          type="button"
          className="rp-button"
          disabled={disabled}
          onClick={() => {
            onChange(rows.with(rows.numbers.length, undefined));
            say(words.added, rows.numbers.length);
            focusLater(rows.numbers.length);
          }}
        >
          {words.add}
        </button>
      )}
    </fieldset>
  );
}
