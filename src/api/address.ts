import type { AddressSuggestion } from '../model/formContext';
import { request } from './client';

/** Addresses in the US that begin like `query`. */
export function suggestAddresses(query: string, signal: AbortSignal): Promise<AddressSuggestion[]> {
  return request('GET /address/suggest', { query: { q: query }, signal });
}
