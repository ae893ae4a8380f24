import { CardCvcElement, CardExpiryElement, CardNumberElement, useElements } from '@stripe/react-stripe-js';
import { useState } from 'react';
import type { SummaryError } from '../../engine/ErrorSummary';
import { useMessages } from '../../messages/useMessages';

export const CARD_PARTS = [
  { name: 'number', id: 'card-number', Element: CardNumberElement },
  { name: 'expiry', id: 'card-expiry', Element: CardExpiryElement, width: 'half' },
  { name: 'cvc', id: 'card-cvc', Element: CardCvcElement, width: 'half' },
] as const;

export type CardPartName = (typeof CARD_PARTS)[number]['name'];

export interface CardChange {
  complete: boolean;
  error?: { message: string };
}

export interface CardRefusal {
  text: string;
  n: number;
}

export interface CardFields {
  /** Returns a field's error message. Empty fields are errors only if `isRefused` is true. */
  messageOf(part: CardPartName, isRefused: boolean): string | undefined;
  change(part: CardPartName, change: CardChange): void;
  errors: SummaryError[];
  refusal?: CardRefusal;
  /** Shows that the card was refused, and marks the field `part`. Without arguments, clears both. */
  refuse(text?: string, part?: CardPartName): void;
}

const untouched: CardChange = { complete: false };

/** Manages the card fields. Only the provider can read their contents. */
export function useCardFields(): CardFields {
  const messages = useMessages('payment').card;
  const elements = useElements();
  const [changes, setChanges] = useState<Partial<Record<CardPartName, CardChange>>>({});
  const [refusal, setRefusal] = useState<CardRefusal>();
  const [refusedPart, setRefusedPart] = useState<CardPartName>();
  const partState = (part: CardPartName) => changes[part] ?? untouched;
  return {
    messageOf(part, isRefused) {
      const { complete, error } = partState(part);
      if (part === refusedPart) return messages.declined[part];
      return error?.message ?? (isRefused && !complete ? messages.missing[part] : undefined);
    },
    change(part, { complete, error }) {
      setChanges((now) => ({ ...now, [part]: { complete, error } }));
      setRefusedPart((now) => (now === part ? undefined : now));
    },
    errors: CARD_PARTS.filter(({ name }) => !partState(name).complete).map(({ name, id, Element }) => ({
      id,
      field: messages[name],
      label: messages[name],
      message: partState(name).error?.message ?? messages.missing[name],
      // Stripe's type has no overload for a union of elements.
      onPick: () => elements?.getElement(Element as typeof CardNumberElement)?.focus(),
    })),
    refusal,
    refuse(text, part) {
      setRefusal((last) => (text === undefined ? undefined : { text, n: (last?.n ?? 0) + 1 }));
      setRefusedPart(part);
    },
  };
}
