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
}

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

type Names = Pick<Licence, 'first_name' | 'middle_name' | 'last_name'>;

/** Version 1 has one name, last name first; 2 and 3 put the given names together; since 4 each stands alone. */
function namesOf({ fields }: AamvaFile, get: (...codes: string[]) => string): Names {
  const last_name = get('DCS', 'DAB');
  if (!last_name && fields.has('DAA')) return wholeName(get('DAA'));
  if (fields.has('DAC')) return { first_name: get('DAC'), middle_name: get('DAD'), last_name };
  const [first_name = '', ...others] = givenNames(get('DCT'));
  return { first_name, middle_name: get('DAD') || others.join(' '), last_name };
}

function wholeName(name: string): Names {
  const [last_name = '', first_name = '', ...middle] = name.split(/[,$@]/).map((part) => part.trim());
  return { first_name, middle_name: middle.join(' ').trim(), last_name };
}

function givenNames(names: string): string[] {
  return names.split(names.includes(',') ? /\s*,\s*/ : /\s+/);
}

/** '787520000' → '78752', '787521234' → '78752-1234', 'K1A 0B1' → 'K1A0B1'. */
function postalCode(code: string): string {
  const joined = code.replace(/\s+/g, '');
  if (!/^\d{9}$/.test(joined)) return joined;
  const [zip, more] = [joined.slice(0, 5), joined.slice(5)];
  return more === '0000' ? zip : `${zip}-${more}`;
}
