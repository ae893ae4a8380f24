import { type NoticeRule, type PlacedRule, type PlaceLaw, rulesOfKind } from './jurisdictions';
import { questionRules, STAGED } from './lawSettings';

/** How an applicant confirms a notice: on its own page, with the code from a test PDF, or by signing. */
export const noticeProofs = ['page', 'pdf', 'signature'] as const;
export type NoticeProof = (typeof noticeProofs)[number];

export const reportKinds = ['credit', 'eviction', 'criminal'] as const;

interface LandlordNotices {
  /** Reports that the landlord orders. Null means all. */
  orderedReports: readonly string[] | null;
  /** The landlord's written criteria, as plain text. */
  criteria: string;
}

export interface Notice {
  id: string;
  proof: NoticeProof;
  before: NoticeRule['before'];
  title: string;
  text: string;
  points: string[];
  /** Undefined if the notice includes no criteria, `''` if the landlord hasn't written any. */
  criteria?: string;
  statute: string;
  pointSize?: number;
}

/**
 * Returns the notices that applicants confirm (schemas/jurisdictions). Rules without a text for applicants are for
 * staff.
 */
export function listNotices(law: PlaceLaw, landlord: LandlordNotices): Notice[] {
  return rulesOfKind(law, 'notice').flatMap((rule) => {
    const proof = getProof(rule);
    const points = [...(rule.points ?? []), ...permittedReports(rule, law, landlord)];
    if (!proof || !rule.applicant || (rule.purposes && points.length === 0)) return [];
    const { id, before, title = '', applicant: text, pointSize, source } = rule;
    const criteria = rule.criteria && { criteria: landlord.criteria };
    return [{ id, proof, before, title, text, points, ...criteria, statute: source.statute, pointSize }];
  });
}

/**
 * True for the notice about electronic records: applicants agree to them at the start, and confirm with a test PDF
 * before they sign.
 */
export const isShownAtStart = ({ proof }: { proof: NoticeProof }): boolean => proof === 'pdf';

function getProof({ opens, purposes, acknowledged }: NoticeRule): NoticeProof | undefined {
  if (opens) return 'pdf';
  if (purposes) return 'signature';
  return acknowledged ? 'page' : undefined;
}

function permittedReports(
  { purposes = [] }: PlacedRule<NoticeRule>,
  law: PlaceLaw,
  { orderedReports }: LandlordNotices,
): string[] {
  const askedQuestions = questionRules(law).get(STAGED.question)?.ask;
  return purposes
    .filter(({ report }) => orderedReports?.includes(report) ?? true)
    .filter(({ report }) => report !== 'criminal' || askedQuestions !== 'never')
    .map(({ text, afterOffer }) => (askedQuestions === 'afterOffer' ? (afterOffer ?? text) : text));
}

/** Returns notices that aren't confirmed in their current version, except notices confirmed by signing. */
export function findUnconfirmed(
  notices: readonly Notice[],
  confirmed: Readonly<Record<string, string>>,
  versionOf: (notice: Notice) => string,
): Notice[] {
  return notices.filter((notice) => notice.proof !== 'signature' && confirmed[notice.id] !== versionOf(notice));
}
