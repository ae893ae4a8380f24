import own from '../../../../schemas/language.json';
import { formatPhone } from '../../../model/format/phone';
import type { Notice } from '../../../model/law/notices';
import { isShownAtStart, listNotices } from '../../../model/law/notices';
import { fillText } from '../../../model/messages/fillText';
import type { Translations } from '../../forms/languages';
import type { ApplicationDeps } from '../applicationDeps';
import type { ApplicationRow } from '../applicationRepository';
import { canonical, sha256 } from '../record/auditRepository';

/** A notice as shown to an applicant. */
export interface NoticeContent {
  title: string;
  paragraphs: string[];
  points: string[];
  criteria: string[];
  statute: string;
  language: string;
}

type Landlord = Pick<ApplicationRow, 'subscriber_name' | 'support_phone' | 'support_email'>;

export function findNotices(
  { forms }: Pick<ApplicationDeps, 'forms'>,
  {
    home,
    ordered_reports,
    screening_criteria,
  }: Pick<ApplicationRow, 'home' | 'ordered_reports' | 'screening_criteria'>,
): Notice[] {
  return listNotices(forms.getLaw(home), { orderedReports: ordered_reports, criteria: screening_criteria });
}

export function describeNotice(
  notice: Notice,
  { subscriber_name: subscriber, support_phone: phone, support_email: email }: Landlord,
  { texts = {}, language, without }: { texts?: Translations; language: string; without: string },
): NoticeContent {
  const translate = (text: string) => fillText(texts[text] ?? text, { subscriber, phone: formatPhone(phone), email });
  return {
    title: translate(notice.title),
    paragraphs: translate(notice.text).split('\n\n'),
    points: notice.points.map(translate),
    criteria: notice.criteria === undefined ? [] : (notice.criteria || translate(without)).split(/\n+/),
    statute: notice.statute,
    language: language || own.id,
  };
}

export const contentDigest = (content: NoticeContent): string => sha256(canonical(content));

/** Translations don't change this hash. */
export const hashNotice = (notice: Notice): string => sha256(canonical(notice));

/** Returns hashes of the notices that the instruction page shows, by notice. */
export function hashNoticesAtStart(
  deps: Pick<ApplicationDeps, 'forms'>,
  application: ApplicationRow,
): Record<string, string> {
  const shown = findNotices(deps, application).filter(isShownAtStart);
  return Object.fromEntries(shown.map((notice) => [notice.id, hashNotice(notice)]));
}
