import type { Notices, SinceStart } from '../../../contract/notices';
import { messages } from '../../../messages/serverMessages';
import type { Notice } from '../../../model/law/notices';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { ApplicationRow } from '../../applications/applicationRepository';
import {
  contentDigest,
  describeNotice,
  findNotices,
  hashNotice,
  type NoticeContent,
} from '../../applications/notices/describeNotices';
import { listAcknowledgments } from '../../applications/notices/noticeRepository';
import { requireApplication } from '../../applications/requireApplication';

export interface DescribedNotice {
  notice: Notice;
  content: NoticeContent;
  digest: string;
}

/** Throws `notFound`. */
export async function describeNotices(
  deps: Pick<ApplicationDeps, 'forms' | 'stores'>,
  trn: string,
  language: string,
): Promise<DescribedNotice[]> {
  return describeAll(deps, await requireApplication(deps, trn), language);
}

function describeAll(
  deps: Pick<ApplicationDeps, 'forms'>,
  application: ApplicationRow,
  language: string,
): DescribedNotice[] {
  const { noCriteria: without } = messages('server-application').notices;
  const texts = deps.forms.languages[language];
  return findNotices(deps, application).map((notice) => {
    const content = describeNotice(notice, application, { texts, language, without });
    return { notice, content, digest: contentDigest(content) };
  });
}

/** Returns the notices. `confirmed_at` is null until the current version is confirmed. */
export async function readNotices(
  deps: Pick<ApplicationDeps, 'db' | 'forms' | 'stores'>,
  trn: string,
  language: string,
): Promise<Notices> {
  const confirmed = await listAcknowledgments(deps.db, trn);
  const application = await requireApplication(deps, trn);
  const confirmedAt = (notice: Notice) =>
    confirmed.find((one) => one.notice === notice.id && one.version === hashNotice(notice))?.at.toISOString() ?? null;
  return {
    notices: describeAll(deps, application, language).map(
      ({ notice, content: { language: _, ...content }, digest }) => ({
        ...{ id: notice.id, proof: notice.proof, point_size: notice.pointSize ?? null },
        ...content,
        digest,
        confirmed_at: confirmedAt(notice),
        since_start: compareWithStart(notice, application.agreed_terms?.notices?.[notice.id]),
      }),
    ),
  };
}

function compareWithStart(notice: Notice, shown: string | undefined): SinceStart {
  if (shown === undefined) return 'new';
  return shown === hashNotice(notice) ? 'same' : 'changed';
}
