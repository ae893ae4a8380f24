import { Button } from '@chakra-ui/react/button';
import type { WidgetProps } from '@rjsf/utils';
import { type FocusEvent, useRef, useState } from 'react';
import { useMessages } from '../src/messages/useMessages';
import { maskSsn } from '../src/model/answers/pii';
import { fillText } from '../src/model/messages/fillText';
import { isSsn } from '../src/model/validation/keywords';
import { MaskedInput } from './parts/MaskedInput';
import { ssnMask, ssnValue } from './parts/masks';
import { controlAttributes } from './parts/widgetProps';

/** Masks a complete number as ***-**-1234 unless it's being typed. */
export function MaskedSsn(props: WidgetProps) {
  const messages = useMessages('widgets').ssn;
  const { id, label, value, readonly, disabled, onChange, onBlur } = props;
  const [typing, setTyping] = useState(false);
  // The previous number while it's being changed.
  const [replaced, setReplaced] = useState<string>();
  const [isBlank, setBlank] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const closed = isSsn(value) && !typing && !isBlank;
  // Waits for the next render, because the input may still be read-only.
  const focusSoon = () => setTimeout(() => input.current?.focus());
  const change = () => {
    setReplaced(String(value));
    setBlank(true);
    focusSoon();
  };
  const write = (next: string | undefined) => {
    setReplaced(undefined);
    setBlank(false);
    onChange(next);
  };
  const leave = () => {
    setTyping(false);
    onBlur(id, value);
  };
  const leaveAll = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setBlank(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its controls receive focus.
    <div className="rp-ssn" onBlur={leaveAll}>
      <MaskedInput
        {...controlAttributes(props)}
        ref={input}
        mask={ssnMask}
        inputMode="numeric"
        htmlTranslate="no"
        readOnly={readonly || closed}
        text={isBlank ? '' : closed ? maskSsn(String(value)) : String(value ?? '')}
        onFocus={() => setTyping(!closed)}
        onText={(text) => {
          // Masks a number that the browser filled in.
          setTyping(document.activeElement === input.current);
          const next = ssnValue(text);
          setBlank(next === undefined && replaced !== undefined);
          onChange(next ?? replaced);
        }}
        onBlur={leave}
      />
      {closed && !readonly && (
        <Button disabled={disabled} aria-label={fillText(messages.changeLabel, { label })} onClick={change}>
          {messages.change}
        </Button>
      )}
      {!closed && !readonly && replaced !== undefined && (
        <>
          <Button
            disabled={disabled}
            onClick={() => {
              write(replaced);
              focusSoon();
            }}
          >
            {fillText(messages.keep, { number: maskSsn(replaced) })}
          </Button>
          <Button
            disabled={disabled}
            aria-label={fillText(messages.removeLabel, { label })}
            onClick={() => {
              write(undefined);
              focusSoon();
            }}
          >
            {messages.remove}
          </Button>
        </>
      )}
    </div>
  );
}
