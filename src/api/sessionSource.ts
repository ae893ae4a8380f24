import type { Tokens } from '../contract/call';

/** Who is asking: what stands in the headers of every call. */
export interface Credentials {
  email: string;
  token: string;
  refreshToken: string;
  trnId: string;
}

/** The session as the client needs it; the app connects its store, tests a plain object. */
export interface SessionSource {
  /** Undefined while nobody is signed in. */
  read(): Credentials | undefined;
  renew(tokens: Tokens): void;
  /** The session ends after so many seconds without a call. */
  lasts?(seconds: number): void;
  /** Called when the refresh was refused: asks for the password again; resolves true once the session lives. */
  signInAgain(): Promise<boolean>;
  /** The server refuses this session for good (406): `code` is its reason. */
  refuse(code: string | undefined): void;
}

let source: SessionSource | undefined;

/** Makes `next` the session of every call from now on. */
export function connectSession(next: SessionSource | undefined): void {
  source = next;
}

export function connectedSession(): SessionSource | undefined {
  return source;
}
