import { type Static, Type } from 'typebox';
import { ApplicationType } from './application';
import { describeResource, Members, Tokens } from './call';

const Text = Type.String({ minLength: 1, maxLength: 512 });

/** docs/spec/000.md, §3, login records. */
export const LoginRecords = Type.Object({
  token: Type.String(),
  refreshToken: Type.String(),
  /** The entry link's value, such as 'open' in '/Property/demo/harbor-view/open'. */
  url: Type.String(),
  trn_id: Type.String(),
  email: Type.String(),
  application_type: ApplicationType,
});
export type LoginRecords = Static<typeof LoginRecords>;

/** Read from the User-Agent header. schemas/texts/account.json has the display names. */
export interface Device {
  browser: 'edge' | 'opera' | 'samsung' | 'firefox' | 'chrome' | 'safari' | 'other';
  system: 'iphone' | 'ipad' | 'android' | 'windows' | 'mac' | 'chromebook' | 'linux' | 'other';
}

const ListedSession = Type.Object({
  id: Type.String(),
  browser: Type.Unsafe<Device['browser']>({ type: 'string' }),
  system: Type.Unsafe<Device['system']>({ type: 'string' }),
  begun_at: Type.String({ format: 'date-time' }),
  seen_at: Type.String({ format: 'date-time' }),
  current: Type.Boolean(),
});
export type ListedSession = Static<typeof ListedSession>;

const AccountSessions = Type.Object({ login: Type.String(), sessions: Type.Array(ListedSession) });
export type AccountSessions = Static<typeof AccountSessions>;

const refresh = {
  summary: 'Exchanges a refresh token for new tokens, also returned in `tokendata`',
  open: true,
  body: Type.Object(
    { refreshtoken: Text, email: Type.Optional(Text), trn_id: Type.Optional(Text) },
    { additionalProperties: false },
  ),
  answer: Tokens,
} as const;

export const login = describeResource('Login', {
  'POST /users/login': {
    summary: 'Logs in with email or username and password (section login)',
    open: true,
    form: { flow: 'entry', step: 'login' },
    body: Members,
    answer: LoginRecords,
  },
  'POST /users/exchange': {
    summary: 'Exchanges the one-time code of a login link for a session',
    open: true,
    once: true,
    body: Type.Object({ trn_id: Text, url: Text, token: Text }, { additionalProperties: false }),
    answer: LoginRecords,
  },
  'POST /users/logout': { summary: 'Ends the session' },
  'POST /users/forgotPassword': {
    summary: 'Sends a reset link; the response is the same for unknown emails (section forgot-password)',
    open: true,
    form: { flow: 'entry', step: 'forgot-password' },
    body: Members,
  },
  'GET /users/resetlink': {
    summary: 'Checks a reset link’s token, sent in the authorization header',
    open: true,
  },
  'POST /users/resetPassword': {
    summary: "Sets a new password; uid is the link's token",
    open: true,
    once: true,
    body: Type.Object(
      { uid: Text, password: Text, reEnterPassword: Type.Optional(Text) },
      { additionalProperties: false },
    ),
  },
  // The specification has three URLs for the same call.
  'POST /users/refreshToken': refresh,
  'POST /auth/refreshtoken': refresh,
  'POST /token/refresh': refresh,
});

export const account = describeResource('Account', {
  'GET /users/sessions': {
    summary: 'Username and sessions of this account, with device, start and last use',
    answer: AccountSessions,
  },
  'POST /users/sessions/end': {
    summary: 'Ends one or all of the account’s other sessions, and returns the remaining ones',
    body: Type.Object(
      { id: Type.Optional(Text), trn_id: Type.Optional(Text), email: Type.Optional(Text) },
      { additionalProperties: false },
    ),
    answer: AccountSessions,
  },
  'POST /users/changePassword': {
    summary: 'Changes the password (section change-password), ends all other sessions and sends a notification email',
    once: true,
    form: { flow: 'entry', step: 'change-password', also: { trn_id: Text, email: Text } },
    body: Members,
  },
});
