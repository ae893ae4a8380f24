import { messages } from '../../../messages/serverMessages';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { applicationErrors } from '../../applications/applicationErrors';
import { hashNotice } from '../../applications/notices/describeNotices';
import { saveAcknowledgment } from '../../applications/notices/noticeRepository';
import { pdfCode, readCode } from '../../applications/notices/pdfCode';
import { saveSnapshotContent } from '../../applications/record/snapshotRepository';
import { isSubmitted } from '../../applications/steps/stepRepository';
import { isSameSecret } from '../../platform/crypto/isSameSecret';
import { createRefuse, generalErrors } from '../../platform/http/errors';
import { describeNotices } from './readNotices';

const refuse = createRefuse(generalErrors, ...applicationErrors);

interface Confirmation {
  trn: string;
  notice: string;
  /** Digest of the notice that the applicant saw. */
  digest: string;
  code?: string;
  ip: string;
  language: string;
}

/**
 * Throws `notFound`, `submitted`, `noticeChanged` if the applicant saw different wording, or `invalid` for a wrong
 * code.
 */
export async function confirmNotice(deps: ApplicationDeps, { trn, ip, language, ...given }: Confirmation) {
  if (await isSubmitted(deps.db, trn)) throw refuse('submitted');
  const found = (await describeNotices(deps, trn, language)).find(({ notice }) => notice.id === given.notice);
  // Notices with this proof are confirmed by the signature.
  if (!found || found.notice.proof === 'signature') throw refuse('notFound');
  if (found.digest !== given.digest) throw refuse('noticeChanged');
  if (found.notice.proof === 'pdf') await assertCode(deps, { trn, ip, code: given.code });
  await saveSnapshotContent(deps.db, found.content);
  const version = hashNotice(found.notice);
  const { notice, digest } = given;
  await saveAcknowledgment(deps.db, { trn, notice, digest, version, at: deps.clock(), ip });
}

async function assertCode(
  { limits, tokenKey }: Pick<ApplicationDeps, 'limits' | 'tokenKey'>,
  { trn, ip, code }: { trn: string; ip: string; code?: string },
): Promise<void> {
  await limits.take('pdfCode', { account: trn, address: ip });
  if (isSameSecret(readCode(code), pdfCode(tokenKey, trn))) return;
  const message = messages('server-application').notices.wrongCode;
  throw refuse('invalid', { errors: [{ path: '/code', message }] });
}
