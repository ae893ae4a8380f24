import { useEffect, useState } from 'react';
import type { AddressSuggestion, FormServices } from '../../src/model/formContext';

/** Typing has to rest this long, and the text to be this long, before the world is asked. */
const restMs = 300;
const shortest = 3;

interface Found {
  state: 'idle' | 'waiting' | 'found' | 'failed';
  suggestions: AddressSuggestion[];
}

const nothing: Found = { state: 'idle', suggestions: [] };

/** The addresses suggested for a typed text; undefined asks for none. An answer that comes too late is dropped. */
export function useSuggestions(query: string | undefined, suggest: FormServices['suggestAddresses']): Found {
  const [found, setFound] = useState(nothing);
  const asked = query && query.trim().length >= shortest ? query.trim() : undefined;

  // Tied to the address service: asks when typing rests, and gives up the question before.
  useEffect(() => {
    if (!asked) return setFound(nothing);
    const question = new AbortController();
    const timer = setTimeout(async () => {
      setFound((before) => ({ ...before, state: 'waiting' }));
      const next = await answer(suggest(asked, question.signal));
      if (!question.signal.aborted) setFound(next);
    }, restMs);
    return () => {
      clearTimeout(timer);
      question.abort();
    };
  }, [asked, suggest]);
  return found;
}

/** Without suggestions an address can still be typed, so a failure is a state and not an error. */
async function answer(asked: Promise<AddressSuggestion[]>): Promise<Found> {
  try {
    return { state: 'found', suggestions: await asked };
  } catch {
    return { state: 'failed', suggestions: [] };
  }
}
