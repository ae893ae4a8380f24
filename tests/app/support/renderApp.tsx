import { cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../../../src/app/App';
import { connectStore } from '../../../src/app/session/connectStore';
import { type Session, sessionStore } from '../../../src/app/session/sessionStore';

import { dismissToasts } from '../../../src/app/ui/Toaster';
import { type FakeAnswer, type FakeRequest, fakeServer } from '../../api/fakeAdapter';

// jsdom has no layout, so there's no scrolling.
Element.prototype.scrollIntoView ??= () => undefined;

/** The fake server's responses: 'METHOD /path' → a response, or a function that returns one. */
export type FakeApi = Record<string, Answer | ((request: FakeRequest) => Answer | Promise<Answer>)>;

/** Undefined simulates a lost response. */
type Answer = FakeAnswer | undefined;

export const signedIn: Partial<Session> = {
  email: 'ana@example.com',
  token: 'token-1',
  refreshToken: 'r-1',
  trnId: 'trn-1',
};

connectStore();

// jsdom lacks these.
globalThis.EventSource ??= class extends EventTarget {
  close() {}
} as unknown as typeof EventSource;
window.scrollTo = () => undefined;

/** Renders the whole app at `path` with a fake API. Unknown calls return 404. */
export function renderApp(path: string, api: FakeApi, session: Partial<Session> = {}) {
  sessionStore.update(session);
  window.history.replaceState(null, '', path);
  const requests = fakeServer((request) => {
    const name = `${request.method.toUpperCase()} ${request.url}`;
    const known = api[name];
    if (!(name in api)) return { status: 404, data: { message: `No ${request.method} ${request.url} in this test` } };
    return typeof known === 'function' ? known(request) : known;
  });
  return { requests, user: userEvent.setup(), ...render(<App />) };
}

/** Removes the page, and clears the session, messages and session storage. Call it after each test. */
export function cleanUpApp(): void {
  cleanup();
  sessionStore.clear();
  dismissToasts();
  sessionStorage.clear();
}
