/** Results of API calls, from the page's HTML (src/server/pages/appFiles.ts) or from `putPageData`. */
interface PageData {
  path: string;
  language: string;
  calls: Record<string, unknown>;
}

let data: PageData | undefined;

/** Returns a call's records once, if the page data has them for this path and language. */
export function takePageData<T>(call: string, path = window.location.pathname): T | undefined {
  data ??= readPageData();
  if (data.path !== path || data.language !== document.documentElement.lang) return undefined;
  const records = data.calls[call];
  delete data.calls[call];
  // The cast is safe, because the server returned these records for this call.
  return records as T | undefined;
}

export function putPageData(path: string, calls: Record<string, unknown>): void {
  data = { path, language: document.documentElement.lang, calls };
}

function readPageData(): PageData {
  const text = document.getElementById('page-data')?.textContent;
  return text ? JSON.parse(text) : { path: '', language: '', calls: {} };
}
