import { describeForbiddenFee } from '../../model/law/feeFor';
import { type Jurisdictions, lawOf, type PlacedRule, type PlaceLaw } from '../../model/law/jurisdictions';
import { describeForbidden, findForbidden } from '../../model/law/lawSettings';
import type { Setting } from '../../model/types';

const KINDS = {
  question: 'Questions',
  fee: 'Fee',
  notice: 'Notices',
  report: 'Reports',
  decision: 'Decisions',
  retention: 'Retention',
};

const NOT_ADVICE = "This isn't legal advice. Landlords should have their lawyer confirm each rule.";

/** Describes rules, grouped by kind. Each rule has its statute, a link and the date of the last check. */
export function describeLaw({ title, place, rules }: PlaceLaw): string[] {
  const ofKind = Object.entries(KINDS).flatMap(([kind, heading]) => {
    const own = rules.filter((rule) => rule.kind === kind);
    return own.length ? ['', heading, ...own.flatMap(describeRule)] : [];
  });
  return [`${title} (${place})`, NOT_ADVICE, ...ofKind];
}

function describeRule({ text, from, source: { statute, link, checked, basis, note } }: PlacedRule): string[] {
  const unsure = basis === 'secondary' ? '; from a secondary source, so read the statute' : '';
  const notes = note ? [`    Note: ${note}`] : [];
  return [`  ${text}`, `    ${statute} (${from}), checked ${checked}${unsure}`, `    ${link}`, ...notes];
}

export function listPlaces(all: Jurisdictions): string[] {
  const names = Object.keys(all).sort();
  const width = Math.max(...names.map((name) => name.length)) + 2;
  return names.map((name) => `${name.padEnd(width)}${all[name]?.title ?? ''}`);
}

export interface Landlord {
  where: string;
  places: string[];
  settings: Record<string, Setting>;
  /** Cents. */
  fee?: number;
}

/** Finds settings and fees that a place forbids, with the statute and the fix. */
export function findLawBreaks(all: Jurisdictions, landlords: readonly Landlord[]): string[] {
  return landlords.flatMap(({ where, places, settings, fee }) =>
    places
      .filter((place) => Object.hasOwn(all, place))
      .flatMap((place) => {
        const law = lawOf(all, place);
        const ofFee = fee === undefined ? undefined : describeForbiddenFee(fee, law);
        return [...findForbidden(settings, law).map(describeForbidden), ...(ofFee ? [ofFee] : [])];
      })
      .map((broken) => `${where} breaks the law: ${broken}`),
  );
}
