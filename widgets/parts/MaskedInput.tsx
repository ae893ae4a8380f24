import type { Maskito, MaskitoOptions } from '@maskito/core';
import { type ComponentProps, type FocusEvent, type Ref, useRef } from 'react';
import { Input } from './controls';

interface MaskedInputProps extends Omit<ComponentProps<typeof Input>, 'mask' | 'onChange' | 'value'> {
  mask: Mask;
  text: string;
  onText(text: string): void;
  ref?: Ref<HTMLInputElement>;
}

/** Uses `onInput`, because the mask changes the element without React. */
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

export type Mask = MaskitoOptions | (() => Promise<MaskitoOptions>);

/** Loads the mask on first focus, so that large forms start fast. Text that arrives without focus isn't masked. */
function useMask(mask: Mask) {
  const current = useRef<Maskito>(undefined);
  const visit = useRef(0);
  return {
    async attach({ currentTarget: input }: FocusEvent<HTMLInputElement>) {
      if (input.readOnly) return;
      const mine = ++visit.current;
      const before = input.value;
      const [{ Maskito, maskitoTransform }, options] = await Promise.all([
        import('@maskito/core'),
        typeof mask === 'function' ? mask() : mask,
      ]);
      // The field may have lost the focus meanwhile.
      if (mine !== visit.current || !input.isConnected) return;
      current.current = new Maskito(input, options);
      // A mask formats text only on input.
      const isUnmasked = input.value !== before && input.value !== maskitoTransform(input.value, options);
      if (isUnmasked) input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    },
    detach() {
      visit.current++;
      current.current?.destroy();
      current.current = undefined;
    },
  };
}
