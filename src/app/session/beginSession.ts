import type { LoginRecords } from '../../contract/account';
import { lastEnding } from './sessionEnd';
import { sessionStore } from './sessionStore';

/** Takes over the session that a login by `loginName` brought. Whoever logged in by a username is called by their e-mail from here on. */
export async function beginSession(
  { email, token, refreshToken, trn_id, url, application_type }: LoginRecords,
  loginName = email,
): Promise<void> {
  await lastEnding();
  sessionStore.update({
    email,
    loginName,
    token,
    refreshToken,
    trnId: trn_id,
    urlGeneratedAts: url,
    applicationType: application_type,
    logout: false,
    newApp: false,
  });
}
