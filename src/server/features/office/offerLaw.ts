import { messages } from '../../../messages/serverMessages';
import { formatDay } from '../../../model/format/dates';
import { todayIn } from '../../../model/format/todayIn';
import { withdrawableFrom, withdrawalRules } from '../../../model/law/decisions';
import { stagesQuestions } from '../../../model/law/lawSettings';
import { fillText } from '../../../model/messages/fillText';
import type { OfficeAction } from '../../../model/office';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { OfficeRow } from '../../applications/statusRepository';
import { languageIn, type Translations } from '../../forms/languages';
import { refuse } from './officeErrors';

type LawDeps = Pick<ApplicationDeps, 'forms' | 'stores' | 'clock'>;

export interface OfferLaw {
  title: string;
  isKnown: boolean;
  isStaged: boolean;
  mustAnnounce: boolean;
  isAnnounced: boolean;
  /** ISO date. The withdrawal is allowed from this day on. */
  from?: string;
  isTooEarly: boolean;
}

export async function readOfferLaw({ forms, stores, clock }: LawDeps, row: OfficeRow): Promise<OfferLaw> {
  const law = forms.getLaw(row.home);
  const own = await forms.getSubscriberSettings(row.subscriber_id);
  const { time_zone: timeZone } = await stores.subscribers.find(row.subscriber_id);
  const rules = withdrawalRules(law);
  const announced = row.withdrawal_announced_at;
  const from = announced ? withdrawableFrom(todayIn(timeZone, announced), rules) : undefined;
  return {
    title: law.title,
    isKnown: law.isKnown,
    isStaged: stagesQuestions(own, law),
    mustAnnounce: rules.waitBusinessDays > 0,
    isAnnounced: announced !== null,
    from,
    isTooEarly: from !== undefined && todayIn(timeZone, clock()) < from,
  };
}

/** Removes actions that the law doesn't require, or doesn't allow yet. */
export function lawfulActions(acts: readonly OfficeAction[], law: OfferLaw): OfficeAction[] {
  const isAllowed: Partial<Record<OfficeAction, boolean>> = {
    offer: law.isStaged,
    announceWithdrawal: law.mustAnnounce && !law.isAnnounced,
    withdrawOffer: !law.mustAnnounce || (law.isAnnounced && !law.isTooEarly),
  };
  return acts.filter((action) => isAllowed[action] ?? true);
}

/** Throws `announceFirst`, `offerWait` or `noSuchAct`. */
export function assertOfferLaw(action: OfficeAction, law: OfferLaw): void {
  if (lawfulActions([action], law).length > 0) return;
  if (action !== 'withdrawOffer') throw refuse('noSuchAct');
  if (!law.isAnnounced) throw refuse('announceFirst');
  throw refuse('offerWait', { values: { date: formatDay(law.from ?? '', '') } });
}

export function describeOfferLaw(law: OfferLaw, texts: Translations = {}) {
  const { unknown, staged, wait } = messages('server-office').law;
  const translate = (text: string, values = {}) => fillText(texts[text] ?? text, values);
  const date = law.from && formatDay(law.from, languageIn(texts));
  const notes = [
    ...(law.isKnown ? [] : [translate(unknown)]),
    ...(law.isStaged ? [translate(staged)] : []),
    ...(law.isTooEarly ? [translate(wait, { date })] : []),
  ];
  return { title: texts[law.title] ?? law.title, is_known: law.isKnown, notes };
}
