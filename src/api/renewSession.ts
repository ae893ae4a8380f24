import type { AxiosInstance } from 'axios';
import { toApiError } from './apiError';
import { askTwice } from './askTwice';
import { connectedSession, type SessionSource, type Tokens } from './sessionSource';

let renewal: Promise<boolean> | undefined;

/**
 * Brings a session back whose access token was refused: all calls that wait share one refresh, and when
 * that is refused, one question for the password. False when the session is over; throws the ApiError of a
 * refresh that could not be made (no network), since that ends nothing.
 */
export function renewSession(staleToken: string, client: AxiosInstance): Promise<boolean> {
  const session = connectedSession();
  const credentials = session?.read();
  if (!session || !credentials) return Promise.resolve(false);
  // Another call, or another tab, has renewed it meanwhile.
  if (credentials.token !== staleToken) return Promise.resolve(true);
  renewal ??= renew(session, credentials.refreshToken, client).finally(() => {
    renewal = undefined;
  });
  return renewal;
}

async function renew(session: SessionSource, refreshToken: string, client: AxiosInstance): Promise<boolean> {
  try {
    // The server gives the same successor again for seconds only: what was lost is asked for at once.
    session.renew(await askTwice(() => refresh(refreshToken, client)));
    return true;
  } catch (cause) {
    const { status } = toApiError(cause);
    if (status !== 401 && status !== 403) throw cause;
    return session.signInAgain();
  }
}

async function refresh(refreshtoken: string, client: AxiosInstance): Promise<Tokens> {
  const { data } = await client.post<{ tokendata: Tokens }>(
    '/users/refreshToken/',
    { refreshtoken },
    { session: 'none' },
  );
  return data.tokendata;
}
