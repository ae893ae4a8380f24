import { CardCvcElement, CardExpiryElement, CardNumberElement, useElements } from '@stripe/react-stripe-js';
import { useState } from 'react';
import texts from '../../../schemas/texts/payment.json';
import type { SummaryError } from '../../engine/ErrorSummary';

/** The provider's fields, in the order of the page; each is named by a label of ours. */
export const CARD_PARTS = [
  { name: 'number', id: 'card-number', Element: CardNumberElement },
  { name: 'expiry', id: 'card-expiry', Element: CardExpiryElement, width: 'half' },
  { name: 'cvc', id: 'card-cvc', Element: CardCvcElement, width: 'half' },
] as const;

export type CardPartName = (typeof CARD_PARTS)[number]['name'];

/** What the provider tells of a field after each change. */
export interface CardChange {
  complete: boolean;
  error?: { message: string };
}

/** Why the last payment was refused because of its card; `n` counts the refusals. */
export interface CardRefusal {
  text: string;
  n: number;
}

export interface CardFields {
  /** What is wrong with a field by the provider's word; an unfinished one is wrong once the page was refused. */
  messageOf(part: CardPartName, isRefused: boolean): string | undefined;
  change(part: CardPartName, change: CardChange): void;
  /** Every field that is not whole, for the summary. */
  errors: SummaryError[];
  refusal?: CardRefusal;
  /** Shown above the card until the next try; without a text there is none any more. */
  refuse(text?: string): void;
}

const untouched: CardChange = { complete: false };

/** The state of the card's fields, whose contents only the provider sees. */
export function useCardFields(): CardFields {
  const elements = useElements();
  const [changes, setChanges] = useState<Partial<Record<CardPartName, CardChange>>>({});
  const [refusal, setRefusal] = useState<CardRefusal>();
  const [isNumberRefused, setNumberRefused] = useState(false);
  const stateOf = (part: CardPartName) => changes[part] ?? untouched;
  return {
    messageOf(part, isRefused) {
      const { complete, error } = stateOf(part);
      if (part === 'number' && isNumberRefused) return texts.card.declined;
      return error?.message ?? (isRefused && !complete ? texts.card.missing[part] : undefined);
    },
    change(part, { complete, error }) {
      setChanges((now) => ({ ...now, [part]: { complete, error } }));
      if (part === 'number') setNumberRefused(false);
    },
    errors: CARD_PARTS.filter(({ name }) => !stateOf(name).complete).map(({ name, id, Element }) => ({
      id,
      label: texts.card[name],
      message: stateOf(name).error?.message ?? texts.card.missing[name],
      // Stripe's type has an overload for each element, and none for one of them.
      onPick: () => elements?.getElement(Element as typeof CardNumberElement)?.focus(),
    })),
    refusal,
    refuse(text) {
      setRefusal((last) => (text === undefined ? undefined : { text, n: (last?.n ?? 0) + 1 }));
      setNumberRefused(text !== undefined);
    },
  };
}
