import type { Notices } from '../../../contract/notices';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { pdfCode } from '../../applications/notices/pdfCode';
import type { Caller, Credentials } from './addDemoFiles';

/** Confirms the notices that must be confirmed before payment. The signature confirms the others. */
export async function confirmNotices(
  { tokenKey }: Pick<ApplicationDeps, 'tokenKey'>,
  send: Caller,
  credentials: Credentials,
): Promise<void> {
  const { trn_id: trn } = credentials;
  const { notices }: Notices = await send('GET', `/notices/${trn}`, undefined, credentials);
  for (const { id, proof, digest } of notices) {
    if (proof === 'signature') continue;
    const code = proof === 'pdf' ? pdfCode(tokenKey, trn) : undefined;
    await send('POST', '/notices/confirm', { notice: id, digest, code }, credentials);
  }
}
