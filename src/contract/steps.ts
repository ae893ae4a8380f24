import { type Static, Type } from 'typebox';
import type { OcrField } from '../model/ocrFields';
import { BodyError, described, describeResource, Members, nullable, withMembers } from './call';
import { StoredDocument } from './documents';
import { CheckState, SourcePlace, ValidationMessages } from './income';

const LicenceChoice = Type.Enum(['typed', 'document']);

/** Where the saved step 1 and the licence's barcode differ, `document` being its back side (docs/spec/001, section 4). */
const LicenceMatch = Type.Object({
  document: Type.Integer(),
  name_matched: Type.Boolean(),
  DOB_matched: Type.Boolean(),
  differences: Type.Array(
    Type.Object({ part: Type.Enum(['name', 'DOB']), typed: Type.String(), document: Type.String() }),
  ),
});
export type LicenceMatch = Static<typeof LicenceMatch>;

/** Whose word counts where they differ. */
const LicenceAnswer = Type.Object(
  {
    trn_id: Type.Optional(Type.String()),
    document: Type.Integer(),
    name: Type.Optional(LicenceChoice),
    DOB: Type.Optional(LicenceChoice),
  },
  { additionalProperties: false },
);
export type LicenceAnswer = Static<typeof LicenceAnswer>;

/** What a step's read answers: the members of its request body as stored, and next to them: */
const StepRecords = withMembers({
  /** The version last saved, 0 for a step never saved. */
  version: Type.Integer(),
  complete: Type.Optional(Type.Boolean()),
  documents: Type.Optional(Type.Array(StoredDocument)),
  /** The contextual questions in order, each with its answer (docs/spec/001, section 3). */
  groups: Type.Optional(Type.Array(Members)),
  /** Warnings about the applicant (docs/spec/001, section 3, Configuration). */
  validation_message: Type.Optional(Type.Array(Type.Object({ message: Type.String(), isDeleted: Type.Boolean() }))),
  /** What the licence's barcode says. */
  barcode: Type.Optional(Type.Array(described<OcrField>())),
  licence_match: Type.Optional(nullable(LicenceMatch)),
  /** What the checks say of the documents of each source; only with the income. */
  validation_messages: Type.Optional(ValidationMessages),
  /** The rest of what `GET /income/checks/:trn` answers, so that a page need not ask; only with the income. */
  checks: Type.Optional(CheckState),
  /** The places taken, whether or not an answer speaks of them; only with the income. */
  sources: Type.Optional(Type.Array(SourcePlace)),
  /** What follows from the income's answers (docs/spec/002, section 3). */
  figures: Type.Optional(Members),
  /** The states as the specification lists them. */
  states: Type.Optional(
    Type.Array(Type.Object({ ID: Type.Integer(), StateShortCode: Type.String(), StateName: Type.String() })),
  ),
  /** The property's floor plans and units; only with the desired unit. */
  floors: Type.Optional(Type.Array(Members)),
  units: Type.Optional(Type.Array(Members)),
  /** Only with the supplemental application. */
  secondary_complete: Type.Optional(Type.Boolean()),
});
export type StepRecords = Static<typeof StepRecords>;

/** The members of a save next to the answers; `version` is the one that they are based on. */
export const stepMembers = { trn_id: Type.String(), version: Type.Integer() };

/** How a step is read and saved; at the usual addresses, or at those that the flow file names in their place. */
export const stepCalls = {
  read: {
    summary: 'A step as stored, for those without a call of their own',
    query: Type.Unsafe<Record<string, string>>({ type: 'object' }),
    answer: StepRecords,
  },
  save: {
    summary: 'Saves a step that has no call of its own',
    once: true,
    body: Members,
    answer: Type.Object({ version: Type.Integer() }),
  },
} as const;

/** Reading and saving steps as a whole, and what only the step with the licence has (docs/spec/001, section 7). */
export const steps = describeResource('Steps', {
  'GET /steps/:step/:trn': stepCalls.read,
  'POST /steps/:step': stepCalls.save,
  'GET /applicant/getIDValidationCheck/:trn': {
    summary: 'Whether step 1 as stored is valid',
    answer: Type.Object({ valid: Type.Boolean(), complete: Type.Boolean(), errors: Type.Array(BodyError) }),
  },
  'GET /applicant/licencematch/:trn': {
    summary: "Where step 1 and the licence's barcode differ; null where there is nothing to compare",
    answer: nullable(LicenceMatch),
  },
  'POST /applicant/licencematch': {
    summary: 'Whose word counts where they differ',
    once: true,
    body: LicenceAnswer,
  },
});
