import { type NoticeRule, type PlacedRule, type PlaceLaw, rulesOfKind } from './jurisdictions';
import { questionRules, STAGED } from './lawSettings';

/** How an applicant answers a notice: on a page of its own, with the code from a test PDF, or by the signature. */
export const noticeProofs = ['page', 'pdf', 'signature'] as const;
export type NoticeProof = (typeof noticeProofs)[number];

export const reportKinds = ['credit', 'eviction', 'criminal'] as const;

/** What a landlord adds to a notice. */
interface LandlordNotices {
  /** Null for all. */
  orderedReports: readonly string[] | null;
  /** How the landlord decides, in plain text. */
  criteria: string;
}

/** A notice of a home's law for one landlord, with placeholders. */
export interface Notice {
  id: string;
  proof: NoticeProof;
  before: NoticeRule['before'];
  title: string;
  text: string;
  points: string[];
  /** Undefined where the place demands none; `''` if the landlord wrote none. */
  criteria?: string;
  statute: string;
  /** The smallest print that the place allows. */
  pointSize?: number;
}

/** The notices that applicants read and answer (schemas/jurisdictions). Rules without a text for them are notes to staff. */
export function noticesOf(law: PlaceLaw, landlord: LandlordNotices): Notice[] {
  return rulesOfKind(law, 'notice').flatMap((rule) => {
    const proof = proofOf(rule);
    const points = [...(rule.points ?? []), ...permittedReports(rule, law, landlord)];
    if (!proof || !rule.applicant || (rule.purposes && points.length === 0)) return [];
    const { id, before, title = '', applicant: text, pointSize, source } = rule;
    const criteria = rule.criteria && { criteria: landlord.criteria };
    return [{ id, proof, before, title, text, points, ...criteria, statute: source.statute, pointSize }];
  });
}

function proofOf({ opens, purposes, acknowledged }: NoticeRule): NoticeProof | undefined {
  if (opens) return 'pdf';
  if (purposes) return 'signature';
  return acknowledged ? 'page' : undefined;
}

/** A criminal report waits for an offer where the question does, and is left out where the question is forbidden. */
function permittedReports(
  { purposes = [] }: PlacedRule<NoticeRule>,
  law: PlaceLaw,
  { orderedReports }: LandlordNotices,
): string[] {
  const ask = questionRules(law).get(STAGED.question)?.ask;
  return purposes
    .filter(({ report }) => orderedReports?.includes(report) ?? true)
    .filter(({ report }) => report !== 'criminal' || ask !== 'never')
    .map(({ text, afterOffer }) => (ask === 'afterOffer' ? (afterOffer ?? text) : text));
}

/** `(notices, { 'fair-chance': 'a1…' }, versionOf)` → those that aren't confirmed in their present version. */
export function unconfirmedNotices(
  notices: readonly Notice[],
  confirmed: Readonly<Record<string, string>>,
  versionOf: (notice: Notice) => string,
): Notice[] {
  return notices.filter((notice) => notice.proof !== 'signature' && confirmed[notice.id] !== versionOf(notice));
}
