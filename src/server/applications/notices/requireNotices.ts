import { messages } from '../../../messages/serverMessages';
import { findUnconfirmed, type Notice } from '../../../model/law/notices';
import type { Applicant } from '../../platform/sessions/sessions';
import type { ApplicationDeps } from '../applicationDeps';
import { refuse } from '../applicationErrors';
import type { ApplicationRow } from '../applicationRepository';
import { saveSnapshotContent } from '../record/snapshotRepository';
import { requireApplication } from '../requireApplication';
import { contentDigest, describeNotice, findNotices, hashNotice } from './describeNotices';
import { replaceAcknowledgment } from './noticeRepository';

type Before = Notice['before'];

/** Returns unconfirmed notices that are required before one of the actions in `before`. */
export function missingNotices(
  deps: Pick<ApplicationDeps, 'forms'>,
  application: ApplicationRow,
  before: readonly Before[] = ['application', 'fee', 'signature'],
): Notice[] {
  const missing = findUnconfirmed(findNotices(deps, application), application.confirmed_notices, hashNotice);
  return missing.filter((notice) => before.includes(notice.before));
}

function assertNotices(
  deps: Pick<ApplicationDeps, 'forms'>,
  application: ApplicationRow,
  before?: readonly Before[],
): void {
  const missing = missingNotices(deps, application, before);
  if (missing.length) throw refuse('noticesMissing', { records: missing.map(({ id }) => id) });
}

/** Throws `noticesMissing` if the applicant hasn't confirmed a notice that's required before answers are saved. */
export async function assertFirstNotices(
  deps: Pick<ApplicationDeps, 'forms' | 'stores'>,
  { trn, home }: Pick<Applicant, 'trn' | 'home'>,
): Promise<void> {
  const isFirst = deps.forms.getLaw(home).rules.some((rule) => rule.kind === 'notice' && rule.before === 'application');
  if (isFirst) assertNotices(deps, await requireApplication(deps, trn), ['application']);
}

interface Signer {
  trn: string;
  ip: string;
  language: string;
  /** Digest of the permission that was shown. */
  permission?: string;
}

/**
 * Records the signer's permission in the wording that was shown (FCRA §604(a)(2)). Throws `noticesMissing`, or
 * `noticeChanged` if different wording was shown.
 */
export async function recordPermission(deps: ApplicationDeps, { trn, ip, language, permission }: Signer) {
  const application = await requireApplication(deps, trn);
  assertNotices(deps, application);
  const permitted = findNotices(deps, application).filter(({ proof }) => proof === 'signature');
  for (const notice of permitted) {
    const { noCriteria: without } = messages('server-application').notices;
    const texts = deps.forms.languages[language];
    const content = describeNotice(notice, application, { texts, language, without });
    const digest = contentDigest(content);
    if (permission !== undefined && permission !== digest) throw refuse('noticeChanged');
    await saveSnapshotContent(deps.db, content);
    const version = hashNotice(notice);
    await replaceAcknowledgment(deps.db, { trn, notice: notice.id, digest, version, at: deps.clock(), ip });
  }
}
