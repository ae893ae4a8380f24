import type { WidgetProps } from '@rjsf/utils';
import { useRef } from 'react';
import texts from '../schemas/texts/widgets.json';
import { fillText } from '../src/model/fillText';
import { formContextOf } from './parts/formContextOf';
import { PhoneRow } from './parts/PhoneRow';
import { phoneRows } from './parts/phoneRows';
import { useSiblings } from './parts/useSiblings';
import { groupAttributes } from './parts/widgetProps';

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
        <button
          type="button"
          className="rp-button"
          disabled={disabled}
          onClick={() => {
            form.set([{ path: list(), value: rows.withOne() }]);
            say(words.added, count);
            focusLater(count);
          }}
        >
          {words.add}
        </button>
      )}
    </fieldset>
  );
}
