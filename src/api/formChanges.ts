import { createStore } from '../model/createStore';
import { nameRules } from '../model/flow';
import type { ServedForm } from '../model/types';

/** Named by every answer below /api: which schema files the server is at. */
const HEADER = 'forms-version';

/** What the page is drawn by, and what the server said last. */
let version = globalThis.document?.querySelector<HTMLMetaElement>('meta[name=forms-version]')?.content;
let heard: string | undefined;
/** Set at each change, to nothing. */
const changes = createStore(undefined);

/** What an answer says of the server's schema files; whoever watches hears of others than this page was opened with. */
export function noteFormsVersion(headers: Readonly<Record<string, unknown>>): void {
  const now = headers[HEADER];
  if (typeof now !== 'string' || now === version) return;
  const isFirst = version === undefined;
  heard = now;
  if (isFirst) version = now;
  else noteFormChanged();
}

/** The newest files that the server has spoken of. */
export function heardFormsVersion(): string | undefined {
  return heard ?? version;
}

/** The page is drawn by these files from now on; until then each answer says anew that there are others. */
export function takeFormsVersion(drawn: string | undefined): void {
  version = drawn;
}

/** Says what the answers of a request were given to. */
export function formsVersionHeader(): Record<string, string> {
  return version ? { [HEADER]: version } : {};
}

/** Says which rules a form was filled in by: the server refuses a save by others, so that nobody misses a question. */
export function formRulesHeader({ sections }: Pick<ServedForm, 'sections'>): Record<string, string> {
  return { 'form-rules': nameRules(sections.map(({ validator }) => validator)) };
}

/** The server has refused what was filled in by other rules than today's. */
export function noteFormChanged(): void {
  changes.set(undefined);
}

/** Calls `onChange` whenever the server took changed schema files in; what comes back ends it. Only where there is a stream an idle page hears of it too. */
export function watchFormChanges(onChange: () => void, isStreamed = import.meta.env.DEV): () => void {
  const stop = changes.subscribe(onChange);
  const source = isStreamed ? new EventSource('/api/forms/changes') : undefined;
  source?.addEventListener('message', onChange);
  return () => {
    stop();
    source?.close();
  };
}
