import { describe, expect, it } from 'vitest';
import { type Holder, inventHolder, licencePayload } from '../../e2e/support/scan/licencePayload';
import { createRandom } from '../../e2e/support/scan/random';
import { looksAamva, readAamva } from '../../src/model/aamva';
import { isoDate, readLicenceText } from '../../src/model/licence';
import { namesMatch, ocrFields } from '../../src/model/ocrFields';

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
  };
}

describe.each(VERSIONS)('a licence of AAMVA version %i', (version) => {
  it('is read exactly, a hundred invented holders over', () => {
    const random = createRandom(version);
    for (let n = 0; n < 100; n++) {
      const holder = inventHolder(random);
      const text = licencePayload(holder, version);
      expect(looksAamva(text)).toBe(true);
      expect(readLicenceText(text)).toEqual(expected(holder));
    }
  });

  it('is read when its line ends were changed on the way', () => {
    const holder = inventHolder(createRandom(100 + version));
    const text = licencePayload(holder, version).replace(/\r/g, '\r\n');
    expect(readLicenceText(text)).toEqual(expected(holder));
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
    expect(readLicenceText(text)).toBeUndefined();
  });

  it('takes no code out of a value', () => {
    const holder = { ...inventHolder(createRandom(5)), street: '1 PANDACS CT' };
    expect(readLicenceText(licencePayload(holder))).toMatchObject({
      first_name: holder.first,
      address: '1 PANDACS CT',
    });
  });

  it('tells the issuer and the version', () => {
    const holder = inventHolder(createRandom(6));
    expect(readAamva(licencePayload(holder, 8))).toMatchObject({ issuer: holder.issuer, version: 8, type: 'DL' });
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
  const fieldNames = Object.keys(expected(inventHolder(createRandom(1))));

  it('gives the twelve fields of spec 003 §7, empty without a barcode', () => {
    const fields = ocrFields(undefined);
    expect(fields.map(({ name }) => name)).toEqual(fieldNames);
    expect(fields.every((field) => field.field_value_original === '' && field.confidence === 0)).toBe(true);
    expect(Object.keys(fields[0] ?? {}).sort()).toEqual(
      'alias confidence field_value_original id location name section_name validation_required'.split(' '),
    );
  });

  it('fills them from the barcode', () => {
    const holder = inventHolder(createRandom(2));
    const fields = ocrFields(licencePayload(holder));
    expect(Object.fromEntries(fields.map((field) => [field.name, field.field_value_original]))).toEqual(
      expected(holder),
    );
  });

  it.each([
    ['ANA', "O'BRIEN", 'Ana', "O'Brien", true],
    ['MARY-KATE', 'GARCIA LOPEZ', 'Mary Kate', 'García-López', true],
    ['JO', 'NG', 'Joanna', 'Ng', false],
    ['JO', 'NG', 'Jo', 'Nguyen', false],
  ])('%s %s and %s %s: %s', (first, last, first_name, last_name, verdict) => {
    const fields = ocrFields(licencePayload({ ...inventHolder(createRandom(3)), first, last }));
    expect(namesMatch(fields, { first_name, last_name })).toBe(verdict);
  });
});
