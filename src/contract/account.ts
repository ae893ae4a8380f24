import { type Static, Type } from 'typebox';
import { ApplicationType } from './application';
import { describeResource, Members, Tokens } from './call';

const Text = Type.String({ minLength: 1, maxLength: 512 });

/** Spec 000, section 3, Login response records. */
export const LoginRecords = Type.Object({
  token: Type.String(),
  refreshToken: Type.String(),
  /** The link value through which the application was begun. */
  url: Type.String(),
  trn_id: Type.String(),
  email: Type.String(),
  application_type: ApplicationType,
});
export type LoginRecords = Static<typeof LoginRecords>;

/** What a browser's own words (User-Agent) say of it; the names as applicants read them stand in schemas/texts/account.json. */
export interface Device {
  browser: 'edge' | 'opera' | 'samsung' | 'firefox' | 'chrome' | 'safari' | 'other';
  system: 'iphone' | 'ipad' | 'android' | 'windows' | 'mac' | 'chromebook' | 'linux' | 'other';
}

/** A session of the own account, the device in words of schemas/texts/account.json. */
const ListedSession = Type.Object({
  id: Type.String(),
  browser: Type.Unsafe<Device['browser']>({ type: 'string' }),
  system: Type.Unsafe<Device['system']>({ type: 'string' }),
  begun_at: Type.String({ format: 'date-time' }),
  seen_at: Type.String({ format: 'date-time' }),
  /** The one that asks. */
  current: Type.Boolean(),
});
export type ListedSession = Static<typeof ListedSession>;

const AccountSessions = Type.Object({ login: Type.String(), sessions: Type.Array(ListedSession) });
export type AccountSessions = Static<typeof AccountSessions>;

const refresh = {
  summary: 'Exchanges a refresh token for fresh tokens, which stand in `tokendata` too',
  open: true,
  body: Type.Object(
    { refreshtoken: Text, email: Type.Optional(Text), trn_id: Type.Optional(Text) },
    { additionalProperties: false },
  ),
  answer: Tokens,
} as const;

/** Logging in and out, the forgotten password, fresh tokens: three addresses in the specification, one rotation behind them. */
export const login = describeResource('Login', {
  'POST /users/login': {
    summary: 'Logs in with e-mail or username and password (the section login)',
    open: true,
    form: { flow: 'entry', step: 'login' },
    body: Members,
    answer: LoginRecords,
  },
  'POST /users/exchange': {
    summary: 'Exchanges the one-time code of a login address for a session',
    open: true,
    once: true,
    body: Type.Object({ trn_id: Text, url: Text, token: Text }, { additionalProperties: false }),
    answer: LoginRecords,
  },
  'POST /users/logout': { summary: 'Ends the session' },
  'POST /users/forgotPassword': {
    summary: 'Sends a reset link, and answers alike for an unknown e-mail (the section forgot-password)',
    open: true,
    form: { flow: 'entry', step: 'forgot-password' },
    body: Members,
  },
  'GET /users/resetlink': {
    summary: 'Whether the token of a reset link, in the authorization header, is good',
    open: true,
  },
  'POST /users/resetPassword': {
    summary: 'Sets a new password; uid is the token of the link',
    open: true,
    once: true,
    body: Type.Object(
      { uid: Text, password: Text, reEnterPassword: Type.Optional(Text) },
      { additionalProperties: false },
    ),
  },
  'POST /users/refreshToken': refresh,
  'POST /auth/refreshtoken': refresh,
  'POST /token/refresh': refresh,
});

/** What someone who is signed in does with their account: the password, and where else it is in use. */
export const account = describeResource('Account', {
  'GET /users/sessions': {
    summary: 'The username, and the sessions of this account: device, begun, last seen',
    answer: AccountSessions,
  },
  'POST /users/sessions/end': {
    summary: 'Ends another session of this account, or all others; answers those that are left',
    body: Type.Object(
      { id: Type.Optional(Text), trn_id: Type.Optional(Text), email: Type.Optional(Text) },
      { additionalProperties: false },
    ),
    answer: AccountSessions,
  },
  'POST /users/changePassword': {
    summary:
      'Sets a new password for who knows the old one (the section change-password); ends the other sessions, sends a notice',
    once: true,
    form: { flow: 'entry', step: 'change-password', also: { trn_id: Text, email: Text } },
    body: Members,
  },
});
