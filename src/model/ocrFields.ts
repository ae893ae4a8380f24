import texts from '../../schemas/texts/scan.json';
import { type Licence, readLicenceText } from './licence';

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
  validation_required: boolean;
}

const NAMES = Object.keys(texts.ocr.fields) as (keyof Licence)[];

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
      validation_required: false,
    };
  });
}

/** Whether the licence names the person: first and last name as typed, ignoring case, accents and all but letters. */
export function namesMatch(fields: readonly OcrField[], typed: { first_name: string; last_name: string }): boolean {
  const read = (name: string) => fields.find((field) => field.name === name)?.field_value_original ?? '';
  return (['first_name', 'last_name'] as const).every((name) => letters(read(name)) === letters(typed[name]));
}

const letters = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toUpperCase();
