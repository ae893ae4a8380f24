import type { WidgetProps } from '@rjsf/utils';
import { useState } from 'react';
import texts from '../schemas/texts/widgets.json';
import { fillText } from '../src/model/fillText';
import { formContextOf } from './parts/formContextOf';
import { StrengthBar } from './parts/StrengthBar';
import { controlAttributes } from './parts/widgetProps';

/** A password that can be looked at; with `ui:options.strength`, a bar that says how strong it is. */
export function Password(props: WidgetProps) {
  const { id, label, value, options, schema, onChange, onBlur } = props;
  const [seen, setSeen] = useState(false);
  const words = texts.password;
  const turn = () => {
    setSeen(!seen);
    formContextOf(props).services.announce(seen ? words.hidden : words.shown);
  };
  return (
    <>
      <div className="rp-with-button">
        <input
          {...controlAttributes(props)}
          type={seen ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          translate="no"
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value || undefined)}
          onBlur={(event) => onBlur(id, event.target.value)}
        />
        <button
          type="button"
          className="rp-button"
          aria-label={fillText(seen ? words.hideLabel : words.showLabel, { label })}
          aria-controls={id}
          onClick={turn}
        >
          {seen ? words.hide : words.show}
        </button>
      </div>
      {options.strength === true && <StrengthBar password={String(value ?? '')} pattern={schema.pattern} />}
    </>
  );
}
