import type { Messages } from '../../messages/files';
import { keysOf } from '../answers/paths';
import { readLicenseText } from './licenseText';

/** A field of OCRData (docs/spec/003.md, §7). */
export interface OcrField {
  alias: string;
  /** 1 if read, 0 if empty. */
  confidence: number;
  field_value_original: string;
  id: number;
  location: string;
  name: string;
  section_name: string;
  validation_required: boolean;
}

type ReadName = Pick<OcrField, 'name' | 'field_value_original'> & Partial<OcrField>;

type OcrMessages = Messages<'scan'>['ocr'];

/** Returns the OCR fields of a barcode's text. All values are empty if there's no AAMVA text. */
export function ocrFields(text: string | undefined, { fields, location, section }: OcrMessages): OcrField[] {
  const license = text === undefined ? undefined : readLicenseText(text);
  return keysOf(fields).map((name, index) => {
    const value = license?.[name] ?? '';
    return {
      alias: fields[name],
      confidence: value ? 1 : 0,
      field_value_original: value,
      id: index + 1,
      location: value ? location : '',
      name,
      section_name: section,
      validation_required: license?.truncated.some((part) => part === name) ?? false,
    };
  });
}

/**
 * True if a license's name matches the typed name. Ignores case, accents, spaces and punctuation. The typed first name
 * can include the middle name. If the license truncates a name, the typed name must start with the truncated name.
 */
export function namesMatch(fields: readonly ReadName[], typed: { first_name: string; last_name: string }): boolean {
  const find = (name: string) => fields.find((field) => field.name === name);
  const given = letters(find('first_name')?.field_value_original ?? '');
  const middle = letters(find('middle_name')?.field_value_original ?? '');
  const isFirst = isRead(find('first_name'), typed.first_name) || given + middle === letters(typed.first_name);
  return isFirst && isRead(find('last_name'), typed.last_name);
}

function isRead(field: ReadName | undefined, typed: string): boolean {
  const read = letters(field?.field_value_original ?? '');
  return field?.validation_required && read ? letters(typed).startsWith(read) : read === letters(typed);
}

const letters = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toUpperCase();

export type LicenseChoice = 'typed' | 'document';

export type LicensePart = 'name' | 'DOB';

export interface Person {
  first_name: string;
  last_name: string;
  DOB: string;
}

export interface LicenseDifference {
  part: LicensePart;
  typed: string;
  document: string;
}

/** Returns the person on the license, with typed values where the license has none. */
export function personOnLicense(fields: readonly OcrField[], typed: Person): Person {
  const read = (name: string) => fields.find((field) => field.name === name)?.field_value_original ?? '';
  return {
    first_name: read('first_name') || typed.first_name,
    last_name: read('last_name') || typed.last_name,
    DOB: read('dob') || typed.DOB,
  };
}

/** Returns differences between a license and the answers (docs/spec/001.md, §4). */
export function licenseDifferences(fields: readonly OcrField[], typed: Person): LicenseDifference[] {
  const read = personOnLicense(fields, typed);
  const differences: LicenseDifference[] = [];
  if (!namesMatch([...fields.filter(({ field_value_original: value }) => value), ...asFields(typed)], typed))
    differences.push({ part: 'name', typed: fullName(typed), document: fullName(read) });
  if (read.DOB !== typed.DOB) differences.push({ part: 'DOB', typed: typed.DOB, document: read.DOB });
  return differences;
}

const fullName = ({ first_name, last_name }: Person) => `${first_name} ${last_name}`.trim();

const asFields = (person: Person) =>
  (['first_name', 'last_name'] as const).map((name) => ({ name, field_value_original: person[name] }));
