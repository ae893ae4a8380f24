import { createStore } from '../model/createStore';
import { nameRules } from '../model/section/flow';
import type { ServedForm } from '../model/types';

const HEADER = 'forms-version';

interface FormsVersion {
  page?: string;
  server?: string;
  /** True if the server refused answers from an older form. */
  isRefused?: boolean;
}

const built = globalThis.document?.querySelector<HTMLMetaElement>('meta[name=forms-version]')?.content;
const version = createStore<FormsVersion>({ page: built, server: built });

export function recordFormsVersion(headers: Readonly<Record<string, unknown>>): void {
  const server = headers[HEADER];
  const now = version.read();
  if (typeof server !== 'string' || (server === now.server && server === now.page)) return;
  version.set({ ...now, page: now.page ?? server, server });
}

export function recordFormRejected(): void {
  version.set({ ...version.read(), isRefused: true });
}

export function setPageFormsVersion(page: string | undefined): void {
  version.set({ page, server: version.read().server });
}

export function serverFormsVersion(): string | undefined {
  return version.read().server;
}

export function isPageOutdated(): boolean {
  const { page, server, isRefused = false } = version.read();
  return isRefused || page !== server;
}

export function formsVersionHeader(): Record<string, string> {
  const { page } = version.read();
  return page ? { [HEADER]: page } : {};
}

/** Returns a header that names the form's rules. The server rejects a save made with different rules. */
export function formRulesHeader({ sections }: Pick<ServedForm, 'sections'>): Record<string, string> {
  return { 'form-rules': nameRules(sections.map(({ validator }) => validator)) };
}

/** Calls `onChange` when the page becomes outdated. If `isStreamed` is true, idle pages are notified too. */
export function watchFormsVersion(onChange: () => void, isStreamed = import.meta.env.DEV): () => void {
  const stop = version.subscribe(() => {
    if (isPageOutdated()) onChange();
  });
  const source = isStreamed ? new EventSource('/api/forms/changes') : undefined;
  source?.addEventListener('message', onChange);
  return () => {
    stop();
    source?.close();
  };
}
