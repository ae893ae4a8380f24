import type { WidgetProps } from '@rjsf/utils';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Messages } from '../src/messages/files';
import { useMessages } from '../src/messages/useMessages';
import { keysOf } from '../src/model/answers/paths';
import type { AddressSuggestion, FormHandle, FormServices } from '../src/model/formContext';
import { fillText } from '../src/model/messages/fillText';
import { Combobox } from './combobox/Combobox';
import { keepFocusInPlace } from './parts/keepFocusInPlace';
import { getFormContext, getOptions, useSiblings } from './parts/widgetProps';

type Fills = Partial<Record<keyof AddressSuggestion, string>>;

/** Suggests addresses. Collapses into a button when the focus leaves a filled-in address. */
export function AddressSearch(props: WidgetProps) {
  const messages = useMessages('widgets').suggestions;
  const { isFolded, open } = useFolded(props);
  if (!isFolded) return <Search {...props} />;
  return (
    <button
      type="button"
      id={props.id}
      className="rp-button rp-search-again"
      data-variant="link"
      // Replaces the field's label.
      aria-label={messages.again}
      hidden={props.readonly}
      onClick={open}
    >
      {messages.again}
    </button>
  );
}

/** Collapses the search when the focus leaves the filled-in address, or when the row closes. */
function useFolded(props: WidgetProps) {
  const { id } = props;
  const isFilled = Boolean(useSiblings(props)[getOptions(props).fills?.street ?? '']);
  const [isWanted, setWanted] = useState(!isFilled);
  const fold = useEffectEvent(({ target }: FocusEvent) => {
    const search = document.getElementById(id);
    if (!isFilled || !isWanted || !search || listAddressIds(props).includes((target as Element).id)) return;
    if (search.closest('[hidden]')) setWanted(false);
    // Near the top of a page, scrolling can't keep the focused field in place.
    else if (window.scrollY > MAX_FOLDED) keepFocusInPlace(() => setWanted(false));
  });
  // Synchronizes with the browser's focus.
  useEffect(() => {
    document.addEventListener('focusin', fold);
    return () => document.removeEventListener('focusin', fold);
  }, []);
  const open = () => {
    setWanted(true);
    setTimeout(() => document.getElementById(id)?.focus());
  };
  return { isFolded: isFilled && !isWanted, open };
}

/** The page gets shorter by at most this many pixels when the search collapses. */
const MAX_FOLDED = 120;

function listAddressIds(props: WidgetProps): string[] {
  const { id } = props;
  const own = String(getFormContext(props).form.pathOf(id).at(-1));
  const row = id.slice(0, id.length - own.length);
  return [id, ...Object.values(getOptions(props).fills ?? {}).map((name) => row + name)];
}

/** Choosing a suggestion fills the fields in `ui:options.fills`. */
function Search(props: WidgetProps) {
  const messages = useMessages('widgets').suggestions;
  const { id, value, onChange, onBlur } = props;
  const { services, form } = getFormContext(props);
  const [typed, setTyped] = useState<string>();
  const { state, suggestions } = useSuggestions(typed, services.suggestAddresses);
  return (
    <Combobox
      {...props}
      text={String(value ?? '')}
      rows={suggestions.map(({ label }) => label)}
      status={statusText(messages, state, suggestions.length)}
      onText={(text) => {
        setTyped(text);
        onChange(text || undefined);
      }}
      onChoose={(index) => {
        const chosen = suggestions[index];
        if (!chosen) return;
        setTyped(undefined);
        form.set(listChanges(form, id, chosen, getOptions(props).fills ?? {}));
        services.announce(fillText(messages.filled, { label: chosen.label }));
      }}
      onLeave={() => {
        setTyped(undefined);
        onBlur(id, value);
      }}
    />
  );
}

/** Returns the changes for a suggestion. Clears fields that the suggestion lacks, but keeps a typed unit. */
function listChanges(form: FormHandle, id: string, chosen: AddressSuggestion, fills: Fills) {
  const path = form.pathOf(id);
  const beside = (name: string) => [...path.slice(0, -1), name];
  const parts = keysOf(fills)
    .filter((part) => chosen[part] !== '' || part !== 'unit')
    .map((part) => ({ path: beside(fills[part] ?? ''), value: chosen[part] || undefined }));
  const own = parts.some((change) => change.path.at(-1) === path.at(-1));
  return own ? parts : [{ path: [...path], value: chosen.label }, ...parts];
}

function statusText(messages: Messages<'widgets'>['suggestions'], state: string, count: number): string {
  if (state === 'failed') return messages.failed;
  if (state === 'waiting') return messages.waiting;
  return state === 'found' && count === 0 ? messages.none : '';
}

const SEARCH_DELAY_MS = 300;
const shortest = 3;

interface Found {
  state: 'idle' | 'waiting' | 'found' | 'failed';
  suggestions: AddressSuggestion[];
}

const NO_SUGGESTIONS: Found = { state: 'idle', suggestions: [] };

/** Ignores responses to earlier queries. */
function useSuggestions(query: string | undefined, suggest: FormServices['suggestAddresses']): Found {
  const [found, setFound] = useState(NO_SUGGESTIONS);
  const search = query && query.trim().length >= shortest ? query.trim() : undefined;

  // Synchronizes with the address service.
  useEffect(() => {
    if (!search) return setFound(NO_SUGGESTIONS);
    const question = new AbortController();
    const timer = setTimeout(async () => {
      setFound((before) => ({ ...before, state: 'waiting' }));
      const next = await answer(suggest(search, question.signal));
      if (!question.signal.aborted) setFound(next);
    }, SEARCH_DELAY_MS);
    return () => {
      clearTimeout(timer);
      question.abort();
    };
  }, [search, suggest]);
  return found;
}

/** Doesn't throw, because the address can still be typed. */
async function answer(request: Promise<AddressSuggestion[]>): Promise<Found> {
  try {
    return { state: 'found', suggestions: await request };
  } catch {
    return { state: 'failed', suggestions: [] };
  }
}
