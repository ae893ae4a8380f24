import { namesMatch, type OcrField } from './ocrFields';

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
  (['first_name', 'last_name'] as const).map((name) => ({ name, field_value_original: person[name] }) as OcrField);
