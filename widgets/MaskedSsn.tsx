import { Button } from '@chakra-ui/react/button';
import type { WidgetProps } from '@rjsf/utils';
import { useRef, useState } from 'react';
import texts from '../schemas/texts/widgets.json';
import { fillText } from '../src/model/fillText';
import { isSsn } from '../src/model/keywords/rules';
import { maskSsn } from '../src/model/pii';
import { MaskedInput } from './parts/MaskedInput';
import { ssnMask, ssnValue } from './parts/masks';
import { controlAttributes } from './parts/widgetProps';

/**
 * A Social Security Number. A right one is shown as ***-**-1234 once the field is left, and so is a stored one; to change it, it is
 * typed anew. A wrong one stays readable until it is left right: what nobody can read nobody can mend. Leaving the field empty clears it; only Keep brings back what stood there.
 */
export function MaskedSsn(props: WidgetProps) {
  const { id, label, value, readonly, disabled, onChange, onBlur } = props;
  const [typing, setTyping] = useState(false);
  const [replaced, setReplaced] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const isRight = isSsn(value);
  const closed = isRight && !typing;
  const leave = () => {
    setTyping(false);
    onBlur(id, value);
  };
  const focusSoon = () => setTimeout(() => input.current?.focus());
  const change = () => {
    setReplaced(String(value));
    onChange(undefined);
    // The focus has to wait until the field can be typed into.
    focusSoon();
  };
  const keep = () => {
    onChange(replaced);
    // Its button goes.
    focusSoon();
  };
  return (
    <div className="rp-with-button">
      <MaskedInput
        {...controlAttributes(props)}
        ref={input}
        mask={ssnMask}
        inputMode="numeric"
        htmlTranslate="no"
        readOnly={readonly || closed}
        text={closed ? maskSsn(String(value)) : String(value ?? '')}
        onFocus={() => setTyping(!closed)}
        onText={(text) => {
          // A number filled in from outside, without the focus, is hidden at once.
          setTyping(document.activeElement === input.current);
          onChange(ssnValue(text));
        }}
        onBlur={leave}
      />
      {closed && !readonly && (
        <TextButton
          text={texts.ssn.change}
          label={fillText(texts.ssn.changeLabel, { label })}
          disabled={disabled}
          onPress={change}
        />
      )}
      {!closed && !readonly && replaced !== undefined && (
        <TextButton text={fillText(texts.ssn.keep, { number: maskSsn(replaced) })} disabled={disabled} onPress={keep} />
      )}
    </div>
  );
}

interface TextButtonProps {
  text: string;
  label?: string;
  disabled?: boolean;
  onPress(): void;
}

function TextButton({ text, label, disabled, onPress }: TextButtonProps) {
  return (
    <Button disabled={disabled} aria-label={label} onClick={onPress}>
      {text}
    </Button>
  );
}
