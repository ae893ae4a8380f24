import { type AamvaFile, readAamva } from './aamva';

/** The twelve fields that a licence's back side gives (spec 003 §7); '' where the barcode does not say. */
export interface Licence {
  license_id: string;
  first_name: string;
  middle_name: string;
  last_name: string;
  address: string;
  city: string;
  state: string;
  postal_code: string;
  /** Dates are ISO. */
  dob: string;
  issue_date: string;
  expiration_date: string;
  doc_state_type: string;
  /** 'JR', '3RD' … */
  suffix: string;
  /** The names that did not fit and were cut. */
  truncated: NamePart[];
}

type NamePart = 'first_name' | 'middle_name' | 'last_name';

/** The licence in a barcode's text, whatever version of the AAMVA standard it follows; undefined when it is no licence. */
export function readLicenceText(text: string): Licence | undefined {
  const file = readAamva(text);
  if (!file) return undefined;
  const get = (...codes: string[]) => codes.map((code) => file.fields.get(code)).find(Boolean) ?? '';
  const state = get('DAJ', 'DAO');
  return {
    license_id: get('DAQ', 'DBJ'),
    ...namesOf(file, get),
    address: [get('DAG', 'DAL'), get('DAH', 'DAM')].filter(Boolean).join(' '),
    city: get('DAI', 'DAN'),
    state,
    postal_code: postalCode(get('DAK', 'DAP')),
    dob: isoDate(get('DBB', 'DBL')),
    issue_date: isoDate(get('DBD')),
    expiration_date: isoDate(get('DBA')),
    doc_state_type: `${state} ${file.type}`.trim(),
    truncated: TRUNCATIONS.flatMap(([code, part]) => (get(code) === 'T' ? [part] : [])),
  };
}

/** Eight digits, CCYYMMDD (version 1, Canada) or MMDDCCYY, as an ISO date: never both, since no month is 19 or 20. '' for no day of the calendar. */
export function isoDate(digits: string): string {
  if (!/^\d{8}$/.test(digits)) return '';
  const isYearFirst = /^(19|20)/.test(digits) && Number(digits.slice(4, 6)) <= 12;
  const [year, monthDay] = isYearFirst ? [digits.slice(0, 4), digits.slice(4)] : [digits.slice(4), digits.slice(0, 4)];
  const iso = `${year}-${monthDay.slice(0, 2)}-${monthDay.slice(2)}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : '';
}

const TRUNCATIONS: [string, NamePart][] = [
  ['DDE', 'last_name'],
  ['DDF', 'first_name'],
  ['DDG', 'middle_name'],
];

type Names = Pick<Licence, NamePart | 'suffix'>;

/** Version 1 has one name, most often last name first; 2 and 3 put the given names together; since 4 each stands by itself. */
function namesOf({ fields }: AamvaFile, get: (...codes: string[]) => string): Names {
  const last_name = get('DCS', 'DAB');
  const suffix = get('DCU', 'DAE');
  if (!last_name && fields.has('DAA')) return wholeName(get('DAA'));
  const [first_name = '', ...others] = fields.has('DAC') ? withInitial(get('DAC'), get('DAD')) : givenNames(get('DCT'));
  return { first_name, middle_name: get('DAD') || others.join(' '), last_name, suffix };
}

const SUFFIX = /^(?:JR|SR|I{2,3}|IV|VI{0,3}|\d(?:ST|ND|RD|TH))\.?$/i;

/** `'HALE,ROBIN,LEE,JR'`; also `'HALE,ROBIN LEE'`, and as Pennsylvania prints it, `'ROBIN LEE HALE JR'`. */
function wholeName(name: string): Names {
  const parts = name.split(/[,$@]/).map((part) => part.trim());
  if (parts.length === 1) return spokenName(name.split(/\s+/));
  const suffix = parts.length > 2 && SUFFIX.test(parts.at(-1) ?? '') ? (parts.pop() ?? '') : '';
  const [last_name = '', given = '', ...others] = parts;
  const middle = others.join(' ').trim();
  const [first_name = '', ...more] = middle ? [given] : given.split(/\s+/);
  return { first_name, middle_name: middle || more.join(' '), last_name, suffix };
}

function spokenName(words: string[]): Names {
  const suffix = words.length > 2 && SUFFIX.test(words.at(-1) ?? '') ? words.at(-1) : '';
  const names = suffix ? words.slice(0, -1) : words;
  const last_name = names.at(-1) ?? '';
  const [first_name = '', ...middle] = names.slice(0, -1);
  return { first_name, middle_name: middle.join(' '), last_name, suffix: suffix ?? '' };
}

/** Some issuers put the middle initial behind the first name: `('ROBIN J', '')` → `['ROBIN', 'J']`. */
function withInitial(first: string, middle: string): string[] {
  return middle ? [first] : first.split(/\s+(?=[A-Z]$)/);
}

function givenNames(names: string): string[] {
  return names.split(names.includes(',') ? /\s*,\s*/ : /\s+/);
}

/** '787520000' → '78752', '787521234' → '78752-1234', '96826     0' → '96826', 'K1A 0B1' → 'K1A0B1'. */
function postalCode(code: string): string {
  const joined = code.replace(/\s+/g, '');
  const [, zip = '', more = ''] = /^(\d{5})(\d+)$/.exec(joined) ?? [];
  if (!zip) return joined;
  return more.length === 4 && more !== '0000' ? `${zip}-${more}` : zip;
}
