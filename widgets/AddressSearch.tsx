import type { WidgetProps } from '@rjsf/utils';
import { useEffect, useState } from 'react';
import texts from '../schemas/texts/widgets.json';
import { fillText } from '../src/model/fillText';
import type { AddressSuggestion, FormHandle, FormServices } from '../src/model/formContext';
import { keysOf } from '../src/model/paths';
import { Combobox } from './combobox/Combobox';
import { formContextOf, optionsOf } from './parts/widgetProps';

type Fills = Partial<Record<keyof AddressSuggestion, string>>;

/** Looks a US address up while it is typed; choosing one fills the siblings that `ui:options.fills` names, in one change. */
export function AddressSearch(props: WidgetProps) {
  const { id, value, onChange, onBlur } = props;
  const { services, form } = formContextOf(props);
  const [typed, setTyped] = useState<string>();
  const { state, suggestions } = useSuggestions(typed, services.suggestAddresses);
  return (
    <Combobox
      {...props}
      text={String(value ?? '')}
      rows={suggestions.map(({ label }) => label)}
      status={statusText(state, suggestions.length)}
      onText={(text) => {
        setTyped(text);
        onChange(text || undefined);
      }}
      onChoose={(index) => {
        const chosen = suggestions[index];
        if (!chosen) return;
        setTyped(undefined);
        form.set(changesOf(form, id, chosen, optionsOf(props).fills ?? {}));
        services.announce(fillText(texts.suggestions.filled, { label: chosen.label }));
      }}
      onLeave={() => {
        setTyped(undefined);
        onBlur(id, value);
      }}
    />
  );
}

/** The field itself takes the whole address unless it is one of those filled. A part not known empties its field, but a unit typed stays. */
function changesOf(form: FormHandle, id: string, chosen: AddressSuggestion, fills: Fills) {
  const path = form.pathOf(id);
  const beside = (name: string) => [...path.slice(0, -1), name];
  const parts = keysOf(fills)
    .filter((part) => chosen[part] !== '' || part !== 'unit')
    .map((part) => ({ path: beside(fills[part] ?? ''), value: chosen[part] || undefined }));
  const own = parts.some((change) => change.path.at(-1) === path.at(-1));
  return own ? parts : [{ path: [...path], value: chosen.label }, ...parts];
}

function statusText(state: string, count: number): string {
  if (state === 'failed') return texts.suggestions.failed;
  if (state === 'waiting') return texts.suggestions.waiting;
  return state === 'found' && count === 0 ? texts.suggestions.none : '';
}

/** Typing has to rest this long, and the text to be this long, before the world is asked. */
const restMs = 300;
const shortest = 3;

interface Found {
  state: 'idle' | 'waiting' | 'found' | 'failed';
  suggestions: AddressSuggestion[];
}

const nothing: Found = { state: 'idle', suggestions: [] };

/** The addresses suggested for a typed text; undefined asks for none. An answer that comes too late is dropped. */
function useSuggestions(query: string | undefined, suggest: FormServices['suggestAddresses']): Found {
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
