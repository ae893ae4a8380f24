import texts from '../../schemas/texts/scan.json';
import { readLicenceText } from './licence';
import { keysOf } from './paths';

/** One field read off a document (spec 003 §7, OCRData). */
export interface OcrField {
  alias: string;
  /** 1 for what a barcode says, 0 for nothing. */
  confidence: number;
  field_value_original: string;
  id: number;
  location: string;
  name: string;
  section_name: string;
  /** The barcode says that the name did not fit in it. */
  validation_required: boolean;
}

/** A part of a name, wherever it was read. */
type ReadName = Pick<OcrField, 'name' | 'field_value_original'> & Partial<OcrField>;

/** The texts name the fields of the specification, all of them text. */
const NAMES = keysOf(texts.ocr.fields);

/** The twelve fields of a licence's back side out of its barcode's text; all empty without one. */
export function ocrFields(text: string | undefined): OcrField[] {
  const licence = text === undefined ? undefined : readLicenceText(text);
  return NAMES.map((name, index) => {
    const value = licence?.[name] ?? '';
    return {
      alias: texts.ocr.fields[name],
      confidence: value ? 1 : 0,
      field_value_original: value,
      id: index + 1,
      location: value ? texts.ocr.location : '',
      name,
      section_name: texts.ocr.section,
      validation_required: licence?.truncated.some((part) => part === name) ?? false,
    };
  });
}

/**
 * Whether the licence names the person: first and last name as typed, ignoring case, accents and all but letters. A name that the
 * licence cut short need only begin so; of given names it may have put the later ones with the middle name.
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

/** Whose word counts where a document and the applicant differ. */
export type LicenceChoice = 'typed' | 'document';

/** What is compared as one: both names, or the date of birth. */
export type LicencePart = 'name' | 'DOB';

export interface Person {
  first_name: string;
  last_name: string;
  /** ISO. */
  DOB: string;
}

/** A part that stands differently on the document. */
export interface LicenceDifference {
  part: LicencePart;
  typed: string;
  document: string;
}

/** The person in a licence's barcode; what it does not say is taken from what was typed. */
export function personOnLicence(fields: readonly OcrField[], typed: Person): Person {
  const read = (name: string) => fields.find((field) => field.name === name)?.field_value_original ?? '';
  return {
    first_name: read('first_name') || typed.first_name,
    last_name: read('last_name') || typed.last_name,
    DOB: read('dob') || typed.DOB,
  };
}

/** Where the licence and the typed person differ; case, accents and marks of a name do not count (spec 001 §4). */
export function licenceDifferences(fields: readonly OcrField[], typed: Person): LicenceDifference[] {
  const read = personOnLicence(fields, typed);
  const differences: LicenceDifference[] = [];
  if (!namesMatch([...fields.filter(({ field_value_original: value }) => value), ...asFields(typed)], typed))
    differences.push({ part: 'name', typed: fullName(typed), document: fullName(read) });
  if (read.DOB !== typed.DOB) differences.push({ part: 'DOB', typed: typed.DOB, document: read.DOB });
  return differences;
}

const fullName = ({ first_name, last_name }: Person) => `${first_name} ${last_name}`.trim();

const asFields = (person: Person) =>
  (['first_name', 'last_name'] as const).map((name) => ({ name, field_value_original: person[name] }));
