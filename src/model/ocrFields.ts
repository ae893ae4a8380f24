import texts from '../../schemas/texts/scan.json';
import { readLicenceText } from './licence';

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

/** The texts name the fields of the specification, all of them text. */
const NAMES = Object.keys(texts.ocr.fields) as (keyof typeof texts.ocr.fields)[];

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
export function namesMatch(fields: readonly OcrField[], typed: { first_name: string; last_name: string }): boolean {
  const find = (name: string) => fields.find((field) => field.name === name);
  const given = letters(find('first_name')?.field_value_original ?? '');
  const middle = letters(find('middle_name')?.field_value_original ?? '');
  const isFirst = isRead(find('first_name'), typed.first_name) || given + middle === letters(typed.first_name);
  return isFirst && isRead(find('last_name'), typed.last_name);
}

function isRead(field: OcrField | undefined, typed: string): boolean {
  const read = letters(field?.field_value_original ?? '');
  return field?.validation_required && read ? letters(typed).startsWith(read) : read === letters(typed);
}

const letters = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toUpperCase();
