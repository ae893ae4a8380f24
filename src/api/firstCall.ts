/**
 * The script that stands in the HTML of every page (docs/decisions/015): it makes the one call that opens a page of a session, and fetches
 * the rules of its step, while the app is still on its way; `opening.ts` takes both up. It imports nothing, for what it shared with the app
 * would have to come before it.
 */

/** A call that was made for the app. */
export interface FirstCall {
  /** Flow and step of the page: 'application/income'. */
  page: string;
  trnId: string;
  token: string;
  language: string;
  answer: Promise<Response>;
}

declare global {
  interface Window {
    firstCall?: FirstCall;
  }
}

const opening = document.querySelector<HTMLMetaElement>('meta[name=opening]');
const page = opening?.content;
const { email = '', token = '', trnId = '' } = readSession();
if (page && token && trnId) open(page);
if (opening?.dataset.font) fetchFont(opening.dataset.font);
// Whoever is signed in is led on from the pages whose heading the HTML shows.
if (token) document.documentElement.dataset.session = '';

function open(name: string): void {
  const { lang: language } = document.documentElement;
  const headers = { email, authorization: token, trn_id: trnId, 'accept-language': language };
  const answer = fetch(`/api/open/${name}`, { headers, signal: AbortSignal.timeout(30_000) });
  window.firstCall = { page: name, trnId, token, language, answer };
  const [flow, step] = name.split('/');
  if (flow === 'application') fetchAhead(`/api/forms/rules/${trnId}/${step}?lang=${language}`);
  // Whoever takes the answer hears of it.
  answer.catch(() => undefined);
}

/** After the call, which would else wait for one of the lines that a browser has to a server. */
function fetchFont(href: string): void {
  const link = document.createElement('link');
  document.head.append(Object.assign(link, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href }));
}

/** Not by an import, around which the build puts a helper of the app's. */
function fetchAhead(module: string): void {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: module }));
}

/** The session as src/app/session/sessionStore.ts keeps it; nothing where storage is switched off or was written by a stranger. */
function readSession(): Record<string, string | undefined> {
  try {
    return JSON.parse(localStorage.getItem('rental-session') ?? '{}');
  } catch {
    return {};
  }
}
