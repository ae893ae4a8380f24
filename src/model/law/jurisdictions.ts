import type { SchemaFiles } from '../types';

/** A file in schemas/jurisdictions. The files are examples with sources, not legal advice. */
export interface Jurisdiction {
  title: string;
  state?: string;
  cities?: string[];
  zips?: string[];
  rules: LawRule[];
}

export interface LawSource {
  statute: string;
  link: string;
  checked: string;
  /** A rule from a secondary source must be checked against the statute. */
  basis: 'statute' | 'secondary';
  /** What the statute or the source leaves open. */
  note?: string;
}

interface AnyRule {
  id: string;
  /** For staff. */
  text: string;
  source: LawSource;
}

export interface QuestionRule extends AnyRule {
  kind: 'question';
  keys: string[];
  ask: 'never' | 'afterOffer' | 'optional';
  fix: string;
}

export interface FeeReturn {
  what: 'whole' | 'unspent';
  when: 'always' | 'notSelected' | 'earlierApplicant' | 'unlistedReason';
  days?: number;
  of?: 'selection' | 'submission' | 'processing' | 'decision';
  /** Applies only to fees above this amount, in cents. */
  over?: number;
}

export interface FeeRule extends AnyRule {
  kind: 'fee';
  fix: string;
  /** Text shown beside the fee. */
  applicant: string;
  /** Maximum fee in cents. */
  most?: number;
  cost?: 'actual';
  onlyWhileAvailable?: boolean;
  receipt?: 'itemized' | 'onRequest';
  returns?: FeeReturn[];
}

export interface NoticeRule extends AnyRule {
  kind: 'notice';
  before: 'application' | 'fee' | 'signature';
  page?: 'own';
  pointSize?: number;
  acknowledged?: boolean;
  title?: string;
  /** Can contain {subscriber}, {phone} and {email}. */
  applicant?: string;
  points?: string[];
  criteria?: boolean;
  /** 'pdf': applicants enter a code from a test PDF. */
  opens?: 'pdf';
  purposes?: { report: 'credit' | 'eviction' | 'criminal'; text: string; afterOffer?: string }[];
}

export interface ReportRule extends AnyRule {
  kind: 'report';
  accepts: 'always' | 'landlord';
  maxAgeDays?: number;
  fee?: 'none';
  copyOwed?: boolean;
}

export interface DecisionRule extends AnyRule {
  kind: 'decision';
  on: 'adverseAction' | 'denial' | 'withdrawOffer' | 'income';
  reasons?: boolean;
  form?: 'statute';
  shares?: 'records';
  withinDays?: number;
  waitBusinessDays?: number;
  appealDays?: number;
  incomeTest?: 'tenantShare';
  mostPercent?: number;
  credit?: 'alternative' | 'none';
}

export interface RetentionRule extends AnyRule {
  kind: 'retention';
  what: 'reports';
  destroyed?: 'unreadable';
  afterDays?: number;
}

export type LawRule = QuestionRule | FeeRule | NoticeRule | ReportRule | DecisionRule | RetentionRule;

/** `place` is a property's own setting. If that place has a file, it overrides the address. */
export interface Home {
  place?: string | null;
  state?: string | null;
  city?: string | null;
  zip?: string | null;
}

export type PlacedRule<Rule extends LawRule = LawRule> = Rule & { from: string };

export interface PlaceLaw {
  /** Name of the most specific file: 'us-ny-new-york'. */
  place: string;
  title: string;
  /** False if there are no state or city rules. */
  isKnown: boolean;
  rules: PlacedRule[];
}

export type Jurisdictions = Readonly<Record<string, Jurisdiction>>;

export const FEDERAL = 'us';

const FOLDER = /^jurisdictions\/(.+)\.json$/;

/** Returns jurisdictions by place: `{ 'jurisdictions/us-nj.json': … }` → `{ 'us-nj': … }` */
export function readJurisdictions(files: SchemaFiles): Jurisdictions {
  const entries = Object.entries(files).flatMap(([file, content]) => {
    const name = FOLDER.exec(file)?.[1];
    // `schemas lint` validates the file.
    return name ? [[name, content as Jurisdiction] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Finds a home's place: `{ state: 'NY', city: 'Brooklyn' }` → `'us-ny-new-york'`. A state without a file → `'us'`. */
export function findPlace(all: Jurisdictions, home: Home): string {
  if (home.place && Object.hasOwn(all, home.place)) return home.place;
  const ofState = Object.entries(all).filter(([, { state }]) => state && state === home.state?.toUpperCase());
  const city = ofState.find(([, one]) => isInCity(one, home));
  return city?.[0] ?? ofState.find(([, { cities }]) => !cities)?.[0] ?? FEDERAL;
}

function isInCity({ cities = [], zips = [] }: Jurisdiction, { city, zip }: Home): boolean {
  const name = city?.trim().toLowerCase();
  return cities.some((one) => one.toLowerCase() === name) || (!!zip && zips.some((first) => zip.startsWith(first)));
}

/** Returns a home's rules: federal, then the state's, then the city's. */
export function findLaw(all: Jurisdictions, home: Home): PlaceLaw {
  return lawOf(all, findPlace(all, home));
}

/** Returns the rules of a place. Throws if the place has no file. Without any jurisdiction files, returns no rules. */
export function lawOf(all: Jurisdictions, place: string): PlaceLaw {
  const own = all[place];
  if (Object.keys(all).length === 0) return { place, title: '', isKnown: false, rules: [] };
  if (!own) throw new Error(`There's no file jurisdictions/${place}.json`);
  const layers = Object.entries(all)
    .filter(([name, { state, cities }]) => name === FEDERAL || name === place || (!cities && state === own.state))
    .sort(([one], [other]) => one.length - other.length);
  return {
    place,
    title: own.title,
    isKnown: place !== FEDERAL,
    rules: layers.flatMap(([, { title, rules }]) => rules.map((rule) => ({ ...rule, from: title }))),
  };
}

export function rulesOfKind<Kind extends LawRule['kind']>(
  { rules }: PlaceLaw,
  kind: Kind,
): PlacedRule<Extract<LawRule, { kind: Kind }>>[] {
  return rules.filter((rule): rule is PlacedRule<Extract<LawRule, { kind: Kind }>> => rule.kind === kind);
}

/** Returns a rule's citation: `'N.J.S.A. 46:8-55 (New Jersey)'`. */
export const cite = ({ source, from }: PlacedRule): string => `${source.statute} (${from})`;
