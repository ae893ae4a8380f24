import { settingName } from '../section/subscriberSettings';
import type { Setting, SubscriberSettings } from '../types';
import { cite, type Home, type PlacedRule, type PlaceLaw, type QuestionRule, rulesOfKind } from './jurisdictions';

export interface FormOwner {
  subscriberId: string;
  home?: Home;
  isOffered?: boolean;
}

export interface OwnedRow {
  subscriber_id: string;
  home: Home;
  is_offered: boolean;
}

export const toFormOwner = ({ subscriber_id, home, is_offered }: OwnedRow): FormOwner => ({
  subscriberId: subscriber_id,
  home,
  isOffered: is_offered,
});

/** The question asked after an offer in place of `convicted_for_crime` (docs/decisions/071). */
export const STAGED = { question: 'convicted_for_crime', after: 'secondary_convicted_for_crime' } as const;

/** The setting for portable screening reports (docs/law.md). */
export const REPORT_SETTING = 'ScreeningReport';

const STRICTNESS = ['optional', 'afterOffer', 'never'] as const;

/** Returns the strictest rule for each setting. */
export function questionRules(law: PlaceLaw): ReadonlyMap<string, PlacedRule<QuestionRule>> {
  const strictest = new Map<string, PlacedRule<QuestionRule>>();
  for (const rule of rulesOfKind(law, 'question'))
    for (const key of rule.keys.map(settingName)) {
      const known = strictest.get(key);
      if (!known || STRICTNESS.indexOf(rule.ask) > STRICTNESS.indexOf(known.ask)) strictest.set(key, rule);
    }
  return strictest;
}

/** Applies local law to a landlord's settings. */
export function mergeLaw(own: SubscriberSettings, law: PlaceLaw, { isOffered = false } = {}): SubscriberSettings {
  const settings = { ...own.settings };
  const neverRequired: string[] = [];
  const hiddenByLaw: string[] = [];
  const rules = questionRules(law);
  for (const [key, { ask }] of rules) {
    const setting = settingUnder(ask, key, own.settings, isOffered);
    if (setting) settings[key] = setting;
    if (ask === 'optional') neverRequired.push(key);
    else if (!isOffered || ask === 'never') hiddenByLaw.push(key);
  }
  settings[REPORT_SETTING] = reportSetting(own.settings, law);
  return {
    ...own,
    settings,
    ...(neverRequired.length > 0 && { neverRequired }),
    ...(hiddenByLaw.length > 0 && { hiddenByLaw }),
  };
}

function settingUnder(
  ask: QuestionRule['ask'],
  key: string,
  own: Record<string, Setting>,
  isOffered: boolean,
): Setting | undefined {
  if (ask === 'never') return 'Hide';
  if (ask === 'afterOffer') return stagedSetting(key, own, isOffered);
  return own[key] === 'Required' ? 'Optional' : undefined;
}

/** After the offer, only the secondary question is asked, because the first question's step is already signed. */
function stagedSetting(key: string, own: Record<string, Setting>, isOffered: boolean): Setting {
  if (!isOffered || key !== STAGED.after) return 'Hide';
  const either = [own[STAGED.question], own[STAGED.after]];
  if (either.includes('Required')) return 'Required';
  return either.every((setting) => setting === 'Hide') ? 'Hide' : 'Optional';
}

function reportSetting(own: Record<string, Setting>, law: PlaceLaw): Setting {
  const isOwed = rulesOfKind(law, 'report').some(({ accepts }) => accepts === 'always');
  return isOwed || own[REPORT_SETTING] === 'Optional' ? 'Optional' : 'Hide';
}

/** True if local law delays one of the landlord's questions until an offer. */
export function stagesQuestions(own: SubscriberSettings, law: PlaceLaw): boolean {
  return [...questionRules(law)].some(([key, { ask }]) => ask === 'afterOffer' && own.settings[key] !== 'Hide');
}

export interface Forbidden {
  key: string;
  setting: Setting;
  rule: PlacedRule<QuestionRule>;
}

/** Finds settings that local law forbids. Questions that wait for an offer aren't forbidden. */
export function findForbidden(settings: Record<string, Setting>, law: PlaceLaw): Forbidden[] {
  const rules = questionRules(law);
  return Object.entries(settings).flatMap(([name, setting]) => {
    const key = settingName(name);
    const rule = rules.get(key);
    return rule && isForbidden(rule, setting) ? [{ key, setting, rule }] : [];
  });
}

/** Returns an error such as `'USCitizen = Required: You can't ask … Hide this question. …'`. */
export function describeForbidden({ key, setting, rule }: Forbidden): string {
  return `${key} = ${setting}: ${rule.text} ${rule.fix} ${cite(rule)}, ${rule.source.link}`;
}

function isForbidden({ ask }: QuestionRule, setting: Setting): boolean {
  return ask === 'never' ? setting !== 'Hide' : ask === 'optional' && setting === 'Required';
}
