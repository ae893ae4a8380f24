/** Data in the page's HTML (src/server/pages/appFiles.ts). */
interface PageData {
  path: string;
  language: string;
  calls: Record<string, unknown>;
}

let data: PageData | undefined;

/**
 * Returns a call's records the first time. Returns undefined after that, or if the HTML is for another path or
 * language.
 */
export function takePageData<T>(call: string, path = window.location.pathname): T | undefined {
  data ??= readPageData();
  if (data.path !== path || data.language !== document.documentElement.lang) return undefined;
  const records = data.calls[call];
  delete data.calls[call];
  // The server put this call's response into the page.
  return records as T | undefined;
}

export function putPageData(path: string, calls: Record<string, unknown>): void {
  data = { path, language: document.documentElement.lang, calls };
}

function readPageData(): PageData {
  const text = document.getElementById('page-data')?.textContent;
  return text ? JSON.parse(text) : { path: '', language: '', calls: {} };
}
