/**
 * Inline script that starts the bootstrap call before the app loads (docs/decisions/015). It must not import anything,
 * because a shared chunk would delay it.
 */

export interface EarlyBootstrap {
  /** Flow and step, such as 'application/income'. */
  page: string;
  trnId: string;
  token: string;
  language: string;
  answer: Promise<Response>;
}

declare global {
  interface Window {
    earlyBootstrap?: EarlyBootstrap;
  }
}

const bootstrap = document.querySelector<HTMLMetaElement>('meta[name=bootstrap]');
const page = bootstrap?.content;
const { email = '', token = '', trnId = '' } = readSession();
if (page && token && trnId) open(page);
if (bootstrap?.dataset.font) fetchFont(bootstrap.dataset.font);
if (token) document.documentElement.dataset.session = '';

function open(name: string): void {
  const { lang: language } = document.documentElement;
  const headers = { email, authorization: token, trn_id: trnId, 'accept-language': language };
  const answer = fetch(`/api/open/${name}`, { headers, signal: AbortSignal.timeout(30_000) });
  window.earlyBootstrap = { page: name, trnId, token, language, answer };
  const rules = bootstrap?.dataset.rules?.split(' ') ?? [];
  for (const step of rules) preloadModule(`/api/forms/rules/${trnId}/${step}?lang=${language}`);
  // The app reports the error.
  answer.catch(() => undefined);
}

/** Runs after the call has started, so the font doesn't take the call's connection. */
function fetchFont(href: string): void {
  const link = document.createElement('link');
  document.head.append(Object.assign(link, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href }));
}

/** Uses a link, because `import()` would make the bundler import a shared helper. */
function preloadModule(module: string): void {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: module }));
}

function readSession(): Record<string, string | undefined> {
  try {
    return JSON.parse(localStorage.getItem('rental-session') ?? '{}');
  } catch {
    return {};
  }
}
