import type { Random } from './random';

/** Data of an invented license. Dates are [year, month, day]. */
export interface Holder {
  state: string;
  issuer: string;
  city: string;
  zip: string;
  first: string;
  middle: string;
  last: string;
  street: string;
  id: string;
  birth: number[];
  issue: number[];
  expiry: number[];
}

const STATES = [
  ['VA', '636000', 'RICHMOND', '23269'],
  ['CA', '636014', 'SACRAMENTO', '95818'],
  ['TX', '636015', 'AUSTIN', '78752'],
  ['FL', '636010', 'TALLAHASSEE', '32399'],
  ['NY', '636001', 'ALBANY', '12228'],
  ['GA', '636055', 'ATLANTA', '30303'],
] as const;

const FIRST = ['MICHAEL', 'ANA', 'WILHELMINA', 'JO', 'DESHAWN', 'XIOMARA', 'MARY-KATE'];
const MIDDLE = ['JOHN', 'LEE', '', 'GUADALUPE', 'Q', 'ALEXANDRA'];
const LAST = ['SAMPLE', "O'BRIEN", 'GARCIA LOPEZ', 'NG', 'SMITH-JONES', 'WOJCIECHOWSKI'];
const STREET = ['WEST BROAD ST', 'OAK AVE APT 4', 'COUNTY ROAD 12', 'EL CAMINO REAL UNIT 210'];

/** Returns an invented holder. */
export function inventHolder(random: Random): Holder {
  const [state, issuer, city, zip] = random.pick(STATES);
  const birth = [random.int(1930, 2007), random.int(1, 12), random.int(1, 28)];
  const issue = [random.int(2016, 2025), random.int(1, 12), random.int(1, 28)];
  return {
    state,
    issuer,
    city,
    zip: zip + pad(random.int(0, 9999), 4),
    first: random.pick(FIRST),
    middle: random.pick(MIDDLE),
    last: random.pick(LAST),
    street: `${random.int(1, 19999)} ${random.pick(STREET)}`,
    id: random.pick(['A', 'B', 'D', 'T', 'W']) + pad(random.int(0, 99_999_999), 8),
    birth,
    issue,
    expiry: [Number(issue[0]) + 8, Number(birth[1]), Number(birth[2])],
  };
}

/** Returns the text of a license's barcode, in versions 1 to 12 of the AAMVA standard. */
export function licensePayload(holder: Holder, version = 10): string {
  const files = [
    ['DL', subfile('DL', fieldsOf(holder, version))],
    [`Z${holder.state[0]}`, subfile(`Z${holder.state[0]}`, { [`Z${holder.state[0]}A`]: '01' })],
  ] as const;
  const head = `@\n\x1e\rANSI ${holder.issuer}${pad(version)}${version === 1 ? '' : '01'}${pad(files.length)}`;
  let offset = head.length + files.length * 10;
  const directory = files.map(([type, text]) => {
    const entry = `${type}${pad(offset, 4)}${pad(text.length, 4)}`;
    offset += text.length;
    return entry;
  });
  return head + directory.join('') + files.map(([, text]) => text).join('');
}

function fieldsOf(holder: Holder, version: number): Record<string, string> {
  const date = ([year, month = 0, day = 0]: number[]) =>
    version === 1 ? `${year}${pad(month)}${pad(day)}` : `${pad(month)}${pad(day)}${year}`;
  return {
    DAQ: holder.id,
    ...namesOf(holder, version),
    DCA: 'D',
    DCB: 'NONE',
    DCD: 'NONE',
    DBD: date(holder.issue),
    DBB: date(holder.birth),
    DBA: date(holder.expiry),
    DBC: '1',
    DAU: '068 in',
    DAY: 'BRO',
    DAG: holder.street,
    DAI: holder.city,
    DAJ: holder.state,
    DAK: holder.zip.padEnd(11),
    DCF: `${holder.id}24242447474747861`,
    DCG: 'USA',
    DAW: '165',
    DDA: 'F',
    DDB: '06062018',
    DCK: `${holder.id}${holder.issuer}`,
    DDK: '1',
  };
}

function namesOf({ first, middle, last }: Holder, version: number): Record<string, string> {
  if (version === 1) return { DAA: [last, first, middle].filter(Boolean).join(',') };
  if (version < 4) return { DCS: last, DCT: [first, middle].filter(Boolean).join(',') };
  return { DCS: last, DDE: 'N', DAC: first, DDF: 'N', DAD: middle || 'NONE', DDG: 'N' };
}

function subfile(type: string, entries: Record<string, string>): string {
  const lines = Object.entries(entries).map(([code, value]) => code + value);
  return `${type}${lines.join('\n')}\r`;
}

function pad(number: number, width = 2): string {
  return String(number).padStart(width, '0');
}
