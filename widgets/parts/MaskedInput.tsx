import type { InputHTMLAttributes, Ref } from 'react';
import { type Mask, useMask } from './useMask';

interface MaskedInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  mask: Mask;
  text: string;
  onText(text: string): void;
  ref?: Ref<HTMLInputElement>;
}

/** A text control under a mask. It listens to `input` itself, because the mask writes into the element behind React's back. */
export function MaskedInput({ mask, text, onText, onFocus, onBlur, ...attributes }: MaskedInputProps) {
  const { attach, detach } = useMask(mask);
  return (
    <input
      {...attributes}
      type="text"
      value={text}
      onFocus={(event) => {
        void attach(event);
        onFocus?.(event);
      }}
      onInput={(event) => onText(event.currentTarget.value)}
      onBlur={(event) => {
        detach();
        onBlur?.(event);
      }}
    />
  );
}
