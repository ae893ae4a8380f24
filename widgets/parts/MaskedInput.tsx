import type { Maskito, MaskitoOptions } from '@maskito/core';
import { type ComponentProps, type FocusEvent, type Ref, useRef } from 'react';
import { Input } from './controls';

interface MaskedInputProps extends Omit<ComponentProps<typeof Input>, 'mask' | 'onChange' | 'value'> {
  mask: Mask;
  text: string;
  onText(text: string): void;
  ref?: Ref<HTMLInputElement>;
}

/** A text control under a mask. It listens to `input` itself, because the mask writes into the element behind React's back. */
export function MaskedInput({ mask, text, onText, onFocus, onBlur, ...attributes }: MaskedInputProps) {
  const { attach, detach } = useMask(mask);
  return (
    <Input
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

/** A mask, or where to fetch it from. */
export type Mask = MaskitoOptions | (() => Promise<MaskitoOptions>);

/**
 * A mask that is fetched when a field first takes the focus and at work only while it has it, so that a form of hundreds of fields
 * costs nothing at the start. What was typed meanwhile is shaped when the mask comes; text that arrives without the focus (autofill)
 * is shaped by the widget itself.
 */
function useMask(mask: Mask) {
  const current = useRef<Maskito>(undefined);
  const visit = useRef(0);
  return {
    async attach({ currentTarget: input }: FocusEvent<HTMLInputElement>) {
      if (input.readOnly) return;
      const mine = ++visit.current;
      const before = input.value;
      const [{ Maskito }, options] = await Promise.all([
        import('@maskito/core'),
        typeof mask === 'function' ? mask() : mask,
      ]);
      // The field may have been left, or entered again, while the mask was on its way.
      if (mine !== visit.current || !input.isConnected) return;
      current.current = new Maskito(input, options);
      // A mask shapes at the next key and not when it comes.
      if (input.value !== before) input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    },
    detach() {
      visit.current++;
      current.current?.destroy();
      current.current = undefined;
    },
  };
}
