import { describe, expect, it } from 'vitest';
import { type Holder, inventHolder, licensePayload } from '../../../e2e/support/scan/licensePayload';
import { createRandom } from '../../../e2e/support/scan/random';
import scan from '../../../schemas/texts/scan.json';
import { namesMatch, ocrFields } from '../../../src/model/license/licenseFields';
import { isoDate, looksAamva, readAamva, readLicenseText } from '../../../src/model/license/licenseText';

const VERSIONS = Array.from({ length: 12 }, (_, index) => index + 1);
const iso = ([year, month, day]: number[]) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

function expected(holder: Holder) {
  const [zip, more] = [holder.zip.slice(0, 5), holder.zip.slice(5)];
  return {
    license_id: holder.id,
    first_name: holder.first,
    middle_name: holder.middle,
    last_name: holder.last,
    address: holder.street,
    city: holder.city,
    state: holder.state,
    postal_code: more === '0000' ? zip : `${zip}-${more}`,
    dob: iso(holder.birth),
    issue_date: iso(holder.issue),
    expiration_date: iso(holder.expiry),
    doc_state_type: `${holder.state} DL`,
    suffix: '',
    truncated: [],
  };
}

describe.each(VERSIONS)('a license of AAMVA version %i', (version) => {
  it('is read exactly for a hundred invented holders', () => {
    const random = createRandom(version);
    for (let n = 0; n < 100; n++) {
      const holder = inventHolder(random);
      const text = licensePayload(holder, version);
      expect(looksAamva(text)).toBe(true);
      expect(readLicenseText(text)).toEqual(expected(holder));
    }
  });

  it('is read with changed line ends', () => {
    const holder = inventHolder(createRandom(100 + version));
    const text = licensePayload(holder, version).replace(/\r/g, '\r\n');
    expect(readLicenseText(text)).toEqual(expected(holder));
  });
});

/** Returns an invented license's text in an issuer's layout. The directory is correct unless `directory` is set. */
function issued(
  lines: string[],
  { head = '@\n\x1e\rANSI 636015', version = '04', prefix = 'DL', directory = '', separator = '\n' } = {},
): string {
  const body = `${prefix}${lines.join(separator)}\r`;
  const start = `${head}${version}${version === '01' ? '' : '00'}01`;
  const at = String(start.length - head.lastIndexOf('@') + 10).padStart(4, '0');
  return `${start}DL${directory || at + String(body.length).padStart(4, '0')}${body}`;
}

const PLAIN = ['DBA20300201', 'DBB19800301', 'DBD20220102', 'DAG5 ELM ST', 'DAISALEM', 'DAJCT', 'DAK06109', 'DAQ9100'];

describe('a license as its issuer prints it', () => {
  it.each([
    ['with no DL before its fields', issued(['DAAHALE,ROBIN,J', ...PLAIN], { prefix: '', version: '01' })],
    [
      'with no DL, its directory off by one',
      issued(['DAAHALE,ROBIN,J', ...PLAIN], { prefix: '', version: '01', directory: '00300179' }),
    ],
    ['whose name has no commas', issued(['DAAROBIN J HALE', ...PLAIN], { version: '01' })],
    ['whose middle name stands with the first', issued(['DAAHALE, ROBIN J', ...PLAIN], { version: '01' })],
    [
      'with commas after its values',
      issued(['DCSHALE,   ', 'DCTROBIN,J  ', 'DAG5 ELM ST,  ', ...PLAIN], { version: '03' }),
    ],
    [
      'whose lines end in control codes',
      issued(['DCSHALE', 'DACROBIN', 'DADJ', ...PLAIN], {
        head: '@\x90\n\x90\x90\x90\n\x90ANSI 636006',
        separator: '\x90\n\x90',
      }),
    ],
    ['whose directory is invalid', issued(['DCSHALE', 'DACROBIN J', ...PLAIN], { directory: 'abacDLxx' })],
    [
      'whose lines end in bars',
      issued(['DCSHALE', 'DACROBIN', 'DADJ', ...PLAIN], { head: '@|\x1e|ANSI 636002', separator: '|' }),
    ],
  ])('%s is read', (_, text) => {
    expect(looksAamva(text)).toBe(true);
    expect(readLicenseText(text)).toMatchObject({
      first_name: 'ROBIN',
      middle_name: 'J',
      last_name: 'HALE',
      address: '5 ELM ST',
      city: 'SALEM',
      postal_code: '06109',
      dob: '1980-03-01',
      expiration_date: '2030-02-01',
      license_id: '9100',
      suffix: '',
    });
  });

  it('is read with indented lines', () => {
    const text = issued(['DCSHALE', 'DACROBIN', ...PLAIN]).replace(/\n/g, '\n  ');
    expect(readLicenseText(text)).toMatchObject({ last_name: 'HALE', dob: '1980-03-01', license_id: '9100' });
  });

  it("reads the last field completely if the directory's length is too short", () => {
    const lines = ['DCSHALE', 'DACROBIN', 'DAQ9100', 'DBA02012030', 'DBB03011980'];
    const whole = issued(lines);
    const length = Number(whole.slice(27, 31)) - 4;
    const cut = whole.replace(/DL(\d{4})\d{4}/, `DL$1${String(length).padStart(4, '0')}`);
    expect(readLicenseText(cut)?.dob).toBe('1980-03-01');
  });

  it.each([
    ['DAAHALE,ROBIN,,3RD', '01', { first_name: 'ROBIN', middle_name: '', last_name: 'HALE', suffix: '3RD' }],
    [
      'DAAHALE,ROBIN,LEE KAI,JR',
      '01',
      { first_name: 'ROBIN', middle_name: 'LEE KAI', last_name: 'HALE', suffix: 'JR' },
    ],
    [
      'DAAROBIN LEE KAI HALE SR',
      '01',
      { first_name: 'ROBIN', middle_name: 'LEE KAI', last_name: 'HALE', suffix: 'SR' },
    ],
    [
      'DCSHALE\nDACROBIN\nDADLEE\nDCUIII',
      '08',
      { first_name: 'ROBIN', middle_name: 'LEE', last_name: 'HALE', suffix: 'III' },
    ],
  ])('moves the suffix of %j to its own field', (name, version, names) => {
    expect(readLicenseText(issued([name, ...PLAIN], { version }))).toMatchObject(names);
  });

  it('reports truncated names for checking', () => {
    const text = issued(['DCSCASTELLANOS', 'DDET', 'DACWILHELMIN', 'DDFT', 'DADJO', 'DDGN', ...PLAIN], {
      version: '08',
    });
    expect(readLicenseText(text)?.truncated).toEqual(['last_name', 'first_name']);
    const uncertain = ocrFields(text, scan.ocr).filter((field) => field.validation_required);
    expect(uncertain.map(({ name }) => name)).toEqual(['first_name', 'last_name']);
    expect(namesMatch(ocrFields(text, scan.ocr), { first_name: 'Wilhelmina', last_name: 'Castellanos' })).toBe(true);
    expect(namesMatch(ocrFields(text, scan.ocr), { first_name: 'Willa', last_name: 'Castellanos' })).toBe(false);
  });

  it('matches given names in two fields with the same names typed in one', () => {
    const text = issued(['DAAHALE, MARY ANN', ...PLAIN], { version: '01' });
    expect(namesMatch(ocrFields(text, scan.ocr), { first_name: 'Mary Ann', last_name: 'Hale' })).toBe(true);
    expect(namesMatch(ocrFields(text, scan.ocr), { first_name: 'Mary', last_name: 'Hale' })).toBe(true);
  });

  it.each([
    ['061091234  ', '06109-1234'],
    ['061090000  ', '06109'],
    ['0610900000 ', '06109'],
    ['06109     0', '06109'],
    ['N1M 3J6    ', 'N1M3J6'],
  ])('reads the postal code %j as %s', (printed, code) => {
    const lines = ['DCSHALE', 'DACROBIN', ...PLAIN.map((line) => (line.startsWith('DAK') ? `DAK${printed}` : line))];
    expect(readLicenseText(issued(lines))?.postal_code).toBe(code);
  });

  it('rejects text without line breaks', () => {
    const text = issued([['DAQ9100', 'DCSHALE', 'DACROBIN', 'DBB03011980'].join('')], { version: '06' });
    expect(looksAamva(text)).toBe(true);
    expect(readLicenseText(text)).toBeUndefined();
  });
});

describe('readAamva', () => {
  it.each([
    '',
    '@',
    'hello',
    '@\n\x1e\rANSI 636015',
    '@\n\x1e\rANSI 6360151001',
    'https://example.com/ANSI 6360150101DL',
  ])('finds no document in %j', (text) => {
    expect(readAamva(text)).toBeUndefined();
    expect(readLicenseText(text)).toBeUndefined();
  });

  it("doesn't find codes inside a value", () => {
    const holder = { ...inventHolder(createRandom(5)), street: '1 PANDACS CT' };
    expect(readLicenseText(licensePayload(holder))).toMatchObject({
      first_name: holder.first,
      address: '1 PANDACS CT',
    });
  });

  it('returns the issuer and the version', () => {
    const holder = inventHolder(createRandom(6));
    expect(readAamva(licensePayload(holder, 8))).toMatchObject({ issuer: holder.issuer, version: 8, type: 'DL' });
  });
});

describe('isoDate', () => {
  it.each([
    ['04281990', '1990-04-28'],
    ['19900428', '1990-04-28'],
    ['20011231', '2001-12-31'],
    ['12201985', '1985-12-20'],
    ['02301990', ''],
    ['13011990', ''],
    ['1990', ''],
    ['', ''],
  ])('%j → %j', (digits, date) => {
    expect(isoDate(digits)).toBe(date);
  });
});

describe('ocrFields', () => {
  const twelve = (holder: Holder) => {
    const { suffix, truncated, ...fields } = expected(holder);
    return fields;
  };
  const fieldNames = Object.keys(twelve(inventHolder(createRandom(1))));

  it('returns the twelve fields of OCRData, empty without a barcode', () => {
    const fields = ocrFields(undefined, scan.ocr);
    expect(fields.map(({ name }) => name)).toEqual(fieldNames);
    expect(fields.every((field) => field.field_value_original === '' && field.confidence === 0)).toBe(true);
    expect(Object.keys(fields[0] ?? {}).sort()).toEqual(
      'alias confidence field_value_original id location name section_name validation_required'.split(' '),
    );
  });

  it('fills the fields from the barcode', () => {
    const holder = inventHolder(createRandom(2));
    const fields = ocrFields(licensePayload(holder), scan.ocr);
    expect(Object.fromEntries(fields.map((field) => [field.name, field.field_value_original]))).toEqual(twelve(holder));
  });

  it.each([
    ['ANA', "O'BRIEN", 'Ana', "O'Brien", true],
    ['MARY-KATE', 'GARCIA LOPEZ', 'Mary Kate', 'García-López', true],
    ['JO', 'NG', 'Joanna', 'Ng', false],
    ['JO', 'NG', 'Jo', 'Nguyen', false],
  ])('with %s %s, namesMatch for %s %s is %s', (first, last, first_name, last_name, verdict) => {
    const fields = ocrFields(licensePayload({ ...inventHolder(createRandom(3)), first, last }), scan.ocr);
    expect(namesMatch(fields, { first_name, last_name })).toBe(verdict);
  });
});
