import { createStore } from '../model/createStore';
import { nameRules } from '../model/section/flow';
import type { ServedForm } from '../model/types';

/** Header of every answer below /api, and of writes. */
const HEADER = 'forms-version';

interface FormsVersion {
  /** What the page is drawn by. */
  page?: string;
  /** What the server named last. */
  server?: string;
  /** The server refused what was filled in by these forms, whatever version it names. */
  isRefused?: boolean;
}

const built = globalThis.document?.querySelector<HTMLMetaElement>('meta[name=forms-version]')?.content;
const version = createStore<FormsVersion>({ page: built, server: built });

/** Takes the version that an answer names. A page that was served without one is drawn by the first. */
export function noteFormsVersion(headers: Readonly<Record<string, unknown>>): void {
  const server = headers[HEADER];
  const now = version.read();
  if (typeof server !== 'string' || (server === now.server && server === now.page)) return;
  version.set({ ...now, page: now.page ?? server, server });
}

/** The server refused what was filled in by the page's forms. */
export function noteFormRefused(): void {
  version.set({ ...version.read(), isRefused: true });
}

/** The page is drawn by this version from now on. */
export function setPageFormsVersion(page: string | undefined): void {
  version.set({ page, server: version.read().server });
}

/** The version that the server named last. */
export function serverFormsVersion(): string | undefined {
  return version.read().server;
}

/** Whether the server has other forms than the page is drawn by. */
export function isPageBehind(): boolean {
  const { page, server, isRefused = false } = version.read();
  return isRefused || page !== server;
}

/** Names the forms that the answers of a request were given to. */
export function formsVersionHeader(): Record<string, string> {
  const { page } = version.read();
  return page ? { [HEADER]: page } : {};
}

/** Returns the header with the form's rules. The server rejects a save made under other rules, so that nobody misses a question. */
export function formRulesHeader({ sections }: Pick<ServedForm, 'sections'>): Record<string, string> {
  return { 'form-rules': nameRules(sections.map(({ validator }) => validator)) };
}

/** Calls `onChange` when a newer version is live. Idle pages are notified only in development. Returns an unsubscribe function. */
export function watchFormsVersion(onChange: () => void, isStreamed = import.meta.env.DEV): () => void {
  const stop = version.subscribe(() => {
    if (isPageBehind()) onChange();
  });
  const source = isStreamed ? new EventSource('/api/forms/changes') : undefined;
  source?.addEventListener('message', onChange);
  return () => {
    stop();
    source?.close();
  };
}
