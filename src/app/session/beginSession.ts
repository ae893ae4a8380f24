import type { LoginRecords } from '../../api/users';
import { lastEnding } from './sessionEnd';
import { sessionStore } from './sessionStore';

/** Takes over the session that a login brought. Whoever logged in by a username is known by their e-mail from here on. */
export async function beginSession({
  email,
  token,
  refreshToken,
  trn_id,
  url,
  application_type,
}: LoginRecords): Promise<void> {
  await lastEnding();
  sessionStore.update({
    email,
    token,
    refreshToken,
    trnId: trn_id,
    urlGeneratedAts: url,
    applicationType: application_type,
    logout: false,
    newApp: false,
  });
}
