/** What the server has put into the HTML of this very page (src/server/http/appFiles.ts). */
interface PageData {
  path: string;
  language: string;
  /** The records of calls, by their paths. */
  calls: Record<string, unknown>;
}

let data: PageData | undefined;

/**
 * The records of a call that came with the page, given out once: whoever asks again wants to know what holds now. Undefined on another
 * page than the one that was loaded, and in another language.
 */
export function takePageData<T>(call: string, path = window.location.pathname): T | undefined {
  data ??= readPageData();
  if (data.path !== path || data.language !== document.documentElement.lang) return undefined;
  const records = data.calls[call];
  delete data.calls[call];
  // The server wrote what the call itself would answer.
  return records as T | undefined;
}

/** Has the calls of this page find their records here; `path` is its address. */
export function putPageData(path: string, calls: Record<string, unknown>): void {
  data = { path, language: document.documentElement.lang, calls };
}

function readPageData(): PageData {
  const text = document.getElementById('page-data')?.textContent;
  return text ? JSON.parse(text) : { path: '', language: '', calls: {} };
}
