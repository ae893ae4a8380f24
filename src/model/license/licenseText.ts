/** Values are '' if unknown (docs/spec/003.md, §7). Dates are ISO days. */
export interface License {
  license_id: string;
  first_name: string;
  middle_name: string;
  last_name: string;
  address: string;
  city: string;
  state: string;
  postal_code: string;
  dob: string;
  issue_date: string;
  expiration_date: string;
  doc_state_type: string;
  suffix: string;
  truncated: NamePart[];
}

type NamePart = 'first_name' | 'middle_name' | 'last_name';

/** Reads the AAMVA text of a license's barcode. Undefined for other text. */
export function readLicenseText(text: string): License | undefined {
  const file = readAamva(text);
  if (!file) return undefined;
  const get = (...codes: string[]) => codes.map((code) => file.fields.get(code)).find(Boolean) ?? '';
  const state = get('DAJ', 'DAO');
  return {
    license_id: get('DAQ', 'DBJ'),
    ...readNames(file, get),
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

/** Masks SSNs, because some issuers include them (AAMVA 2000, DBK and DBM). */
export function maskLicenseText(text: string): string {
  return text.replace(/(DBK|DBM)\s*\d{3}[- ]?\d{2}[- ]?(\d{4})/g, '$1***-**-$2');
}

/** Converts a date: `'19900412'`, `'04121990'` → `'1990-04-12'`. Returns `''` for other text. */
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

type Names = Pick<License, NamePart | 'suffix'>;

/** Version 1 can have one field for all names. Versions 2 and 3 have one field for all given names. */
function readNames({ fields }: AamvaFile, get: (...codes: string[]) => string): Names {
  const last_name = get('DCS', 'DAB');
  const suffix = get('DCU', 'DAE');
  if (!last_name && fields.has('DAA')) return wholeName(get('DAA'));
  const [first_name = '', ...others] = fields.has('DAC') ? withInitial(get('DAC'), get('DAD')) : givenNames(get('DCT'));
  return { first_name, middle_name: get('DAD') || others.join(' '), last_name, suffix };
}

const SUFFIX = /^(?:JR|SR|I{2,3}|IV|VI{0,3}|\d(?:ST|ND|RD|TH))\.?$/i;

/** Splits a full name: `'HALE,ROBIN,LEE,JR'`, `'HALE,ROBIN LEE'`, or Pennsylvania's `'ROBIN LEE HALE JR'`. */
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

/** `('ROBIN J', '')` → `['ROBIN', 'J']` */
function withInitial(first: string, middle: string): string[] {
  return middle ? [first] : first.split(/\s+(?=[A-Z]$)/);
}

function givenNames(names: string): string[] {
  return names.split(names.includes(',') ? /\s*,\s*/ : /\s+/);
}

/** '787520000' → '78752', '787521234' → '78752-1234', 'K1A 0B1' → 'K1A0B1' */
function postalCode(code: string): string {
  const joined = code.replace(/\s+/g, '');
  const [, zip = '', more = ''] = /^(\d{5})(\d+)$/.exec(joined) ?? [];
  if (!zip) return joined;
  return more.length === 4 && more !== '0000' ? `${zip}-${more}` : zip;
}

interface AamvaFile {
  issuer: string;
  /** AAMVA version. Version 1 is from 2000. */
  version: number;
  /** DL: license, ID: identity card, EN: enhanced license. */
  type: string;
  fields: ReadonlyMap<string, string>;
}

const HEAD = /(?:ANSI |AAMVA)(\d{6})(\d{2})/;
const DIRECTORY = /^(?:\d{2}){0,2}?((?:[A-Z]{2}\d{8})+)/;
const ENTRY = /(DL|ID|EN)(\d{4})\d{4}/;
/** Finds the subfile's type if the directory can't be read. */
const TYPE = /(?:DL|ID|EN)(?=D[A-D][A-Z])/;
const NOTHING = /^(NONE|UNAVL|UNAVAIL|N\/A)?$/i;
const LINE_END = /[\p{Cc}|]+/u;
const FIELD = /^D[A-D][A-Z]/;
/** Fewer fields mean that line breaks were lost. */
const MIN_FIELDS = 3;

/** True for probable AAMVA data. Decoders can turn a misread barcode into meaningless text. */
export function looksAamva(text: string | undefined): text is string {
  return /^@[\s\S]{1,10}?(ANSI |AAMVA)\d{6}/.test(text ?? '');
}

/** Splits AAMVA text into fields. Undefined for other text. */
export function readAamva(text: string): AamvaFile | undefined {
  const head = HEAD.exec(text);
  if (!head) return undefined;
  const rest = text.slice(head.index + head[0].length);
  const directory = DIRECTORY.exec(rest);
  const [, type = TYPE.exec(rest)?.[0], offset] = ENTRY.exec(directory?.[1] ?? '') ?? [];
  if (!type) return undefined;
  const start = Math.max(text.lastIndexOf('@', head.index), 0) + Number(offset);
  const pointed = offset && bodyAt(text, type, start);
  const fields = readFields(pointed || bodyAfter(rest.slice(directory?.[0].length ?? 0), type));
  if (fields.size < MIN_FIELDS) return undefined;
  return { issuer: head[1] ?? '', version: Number(head[2]), type, fields };
}

/** Ignores the subfile's length, because some issuers' lengths are wrong. */
function bodyAt(text: string, type: string, start: number): string | undefined {
  const from = text.slice(start);
  const body = from.startsWith(type) ? from.slice(type.length) : from;
  return FIELD.test(body.trimStart()) ? body : undefined;
}

function bodyAfter(rest: string, type: string): string {
  const marked = new RegExp(`${type}\\s*(?=D[A-D][A-Z])`).exec(rest);
  return marked ? rest.slice(marked.index + marked[0].length) : rest;
}

function readFields(body: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of body.split(LINE_END).map((one) => one.trimStart())) {
    if (/^Z[A-Z]/.test(line)) break;
    const [, code = '', raw = ''] = /^(D[A-D][A-Z])(.*)$/.exec(line) ?? [];
    const value = raw.replace(/[\s,]+$/, '').trimStart();
    if (code && !fields.has(code) && !NOTHING.test(value)) fields.set(code, value);
  }
  return fields;
}
