import type { AddressSuggestion } from '../../model/formContext';

/** Completes a typed address; US addresses only, at most five, best first. */
export interface AddressBook {
  suggest(query: string): Promise<AddressSuggestion[]>;
}

export const MOST_SUGGESTIONS = 5;
