import type { AddressSuggestion } from '../model/formContext';
import { get } from './client';

/** Addresses in the US that begin like `query`. */
export function suggestAddresses(query: string, signal: AbortSignal): Promise<AddressSuggestion[]> {
  return get<AddressSuggestion[]>('/address/suggest', { params: { q: query }, signal });
}
