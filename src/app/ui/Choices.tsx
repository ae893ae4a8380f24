import { RadioCard } from '@chakra-ui/react/radio-card';
import { defineSlotRecipe } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

interface ChoicesProps<Value extends string> {
  legend: string;
  options: readonly { value: Value; text: ReactNode }[];
  chosen: Value | undefined;
  onChoose(value: Value): void;
}

export function Choices<Value extends string>({ legend, options, chosen, onChoose }: ChoicesProps<Value>) {
  const choose = (wanted: string | null) => {
    const option = options.find(({ value }) => value === wanted);
    if (option) onChoose(option.value);
  };
  return (
    <RadioCard.Root recipe={recipe} value={chosen ?? null} onValueChange={({ value }) => choose(value)}>
      <RadioCard.Label>{legend}</RadioCard.Label>
      {options.map(({ value, text }) => (
        <RadioCard.Item key={value} value={value}>
          <RadioCard.ItemHiddenInput style={OVER_ITS_CARD} />
          <RadioCard.ItemControl>
            <RadioCard.ItemIndicator />
            <RadioCard.ItemText>{text}</RadioCard.ItemText>
          </RadioCard.ItemControl>
        </RadioCard.Item>
      ))}
    </RadioCard.Root>
  );
}

/** Makes the input as large as its card. Screen readers on touchscreens wouldn't find Chakra's one-pixel input. */
const OVER_ITS_CARD = {
  clip: 'auto',
  cursor: 'pointer',
  height: '100%',
  inset: 0,
  margin: 0,
  opacity: 0,
  width: '100%',
} as const;

const recipe = defineSlotRecipe({
  className: 'rp-choices-card',
  slots: ['root', 'label', 'item', 'itemControl', 'itemText', 'itemIndicator', 'itemContent', 'itemAddon'],
  base: {
    root: { display: 'grid', gap: '2', marginTop: '4', overflowWrap: 'break-word' },
    label: { fontWeight: 'medium' },
    item: {
      position: 'relative',
      border: '1px solid',
      borderColor: 'edge',
      borderRadius: 'control',
      cursor: 'pointer',
      '&:hover': { borderColor: 'ink' },
      '&[data-state=checked]': { borderColor: 'accentText', boxShadow: 'inset 0 0 0 1px {colors.accentText}' },
      '&:has(:focus-visible)': { outline: '3px solid {colors.focus}', outlineOffset: '2px' },
    },
    itemControl: { display: 'flex', alignItems: 'center', gap: '3', minHeight: 'control', padding: '3' },
    itemText: { flex: '1', minWidth: '0', lineHeight: 'snug' },
    itemIndicator: {
      flex: 'none',
      display: 'grid',
      placeContent: 'center',
      width: 'tick',
      height: 'tick',
      border: '2px solid',
      borderColor: 'edge',
      borderRadius: '50%',
      bg: 'paper',
      '&[data-checked]': { borderColor: 'accentText' },
      '& .dot': { width: '0.875rem', height: '0.875rem', borderRadius: '50%', bg: 'accentText' },
      '@media (forced-colors: active)': { '& .dot': { bg: 'Highlight' } },
    },
  },
});
