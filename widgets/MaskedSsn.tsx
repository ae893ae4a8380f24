import type { WidgetProps } from '@rjsf/utils';
import { useRef, useState } from 'react';
import texts from '../schemas/texts/widgets.json';
import { fillText } from '../src/model/fillText';
import { maskSsn } from '../src/model/mask';
import { ssnMask, ssnValue } from './masks/ssn';
import { controlAttributes } from './parts/attributes';
import { MaskedInput } from './parts/MaskedInput';

const whole = /^(\d{3}-\d{2}|\*{3}-\*{2})-\d{4}$/;

/**
 * A Social Security Number, readable only while it is typed. A whole one is shown as ***-**-1234 once the field is left, and so is
 * a stored one; to change it, it is typed anew.
 */
export function MaskedSsn(props: WidgetProps) {
  const { id, label, value, readonly, disabled, onChange, onBlur } = props;
  const [typing, setTyping] = useState(false);
  const [stored, setStored] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const closed = whole.test(String(value ?? '')) && !typing;
  const leave = () => {
    setTyping(false);
    if (!value && stored) onChange(stored);
    onBlur(id, value);
  };
  const change = () => {
    setStored(isMasked(value) ? String(value) : stored);
    onChange(undefined);
    // The focus has to wait until the field can be typed into.
    setTimeout(() => input.current?.focus());
  };
  return (
    <div className="rp-with-button">
      <MaskedInput
        {...controlAttributes(props)}
        ref={input}
        mask={ssnMask}
        inputMode="numeric"
        translate="no"
        readOnly={readonly || closed}
        text={shown(value, typing)}
        onFocus={() => setTyping(!closed)}
        onText={(text) => {
          // A number filled in from outside, without the focus, is hidden at once.
          setTyping(document.activeElement === input.current);
          onChange(ssnValue(text));
        }}
        onBlur={leave}
      />
      {closed && !readonly && (
        <button
          type="button"
          className="rp-button"
          disabled={disabled}
          aria-label={fillText(texts.ssn.changeLabel, { label })}
          onClick={change}
        >
          {texts.ssn.change}
        </button>
      )}
    </div>
  );
}

function isMasked(value: unknown): boolean {
  return String(value ?? '').startsWith('*');
}

/** An unfinished number is hidden too, its digits as asterisks, until the field is entered again. */
function shown(value: unknown, typing: boolean): string {
  const text = String(value ?? '');
  if (typing) return text;
  return whole.test(text) ? maskSsn(text) : text.replace(/\d/g, '*');
}
