import { type Static, Type } from 'typebox';
import type { OcrField } from '../model/license/licenseFields';
import { BodyError, described, describeResource, Members, nullable, withMembers } from './call';
import { StoredDocument } from './documents';
import { CheckState, SourcePlace, ValidationMessages } from './income';

const LicenseChoice = Type.Enum(['typed', 'document']);

/** Differences between step 1 and the license's barcode (docs/spec/001.md, §4). `document` is the barcode's file. */
const LicenseMatch = Type.Object({
  document: Type.Integer(),
  name_matched: Type.Boolean(),
  DOB_matched: Type.Boolean(),
  differences: Type.Array(
    Type.Object({ part: Type.Enum(['name', 'DOB']), typed: Type.String(), document: Type.String() }),
  ),
});
export type LicenseMatch = Static<typeof LicenseMatch>;

const LicenseAnswer = Type.Object(
  {
    trn_id: Type.Optional(Type.String()),
    document: Type.Integer(),
    name: Type.Optional(LicenseChoice),
    DOB: Type.Optional(LicenseChoice),
  },
  { additionalProperties: false },
);
export type LicenseAnswer = Static<typeof LicenseAnswer>;

const recordMembers = {
  /** 0 before the first save. */
  version: Type.Integer(),
  complete: Type.Optional(Type.Boolean()),
  documents: Type.Optional(Type.Array(StoredDocument)),
  /** Contextual questions (docs/spec/001.md, §3). */
  groups: Type.Optional(Type.Array(Members)),
  /** Warnings for the applicant (docs/spec/001.md, §3). */
  validation_message: Type.Optional(Type.Array(Type.Object({ message: Type.String(), isDeleted: Type.Boolean() }))),
  barcode: Type.Optional(Type.Array(described<OcrField>())),
  licence_match: Type.Optional(nullable(LicenseMatch)),
  /** Identity, license and income steps only. */
  validation_messages: Type.Optional(ValidationMessages),
  /** Data of `GET /income/checks/:trn`, to avoid a second call. Outside the income step, only `reading`. */
  checks: Type.Optional(Type.Partial(CheckState)),
  /** Income step only. */
  sources: Type.Optional(Type.Array(SourcePlace)),
  /** Computed from the income answers (docs/spec/002-income.md, §3). */
  figures: Type.Optional(Members),
  states: Type.Optional(
    Type.Array(Type.Object({ ID: Type.Integer(), StateShortCode: Type.String(), StateName: Type.String() })),
  ),
  /** Desired-unit step only. */
  floors: Type.Optional(Type.Array(Members)),
  units: Type.Optional(Type.Array(Members)),
  /** Supplemental application only. */
  secondary_complete: Type.Optional(Type.Boolean()),
};
const StepRecords = withMembers(recordMembers);
export type StepRecords = Static<typeof StepRecords>;

/** Members besides the answers. Lint rejects these names for a section's `body`, and for answers at the top level. */
export const callMembers = [
  ...['trn_id', 'token', 'file', 'document_id', 'amount', 'terms', 'questions', 'licence_match'],
  ...Object.keys(recordMembers),
];

/** `version` is the stored version that the save is based on. */
export const stepMembers = { trn_id: Type.String(), version: Type.Integer() };

/** Calls that read and save a step. A flow file can give a step its own URLs. */
export const stepCalls = {
  read: {
    summary: 'A stored step that has no call of its own',
    query: Type.Unsafe<Record<string, string>>({ type: 'object', properties: {} }),
    answer: StepRecords,
  },
  save: {
    summary: 'Saves a step that has no call of its own',
    once: true,
    body: Members,
    answer: Type.Object({ version: Type.Integer() }),
  },
} as const;

/** docs/spec/001.md, §7. */
export const steps = describeResource('Steps', {
  'GET /steps/:step/:trn': stepCalls.read,
  'POST /steps/:step': stepCalls.save,
  'GET /applicant/getIDValidationCheck/:trn': {
    summary: 'Whether the stored step 1 is valid',
    answer: Type.Object({ valid: Type.Boolean(), complete: Type.Boolean(), errors: Type.Array(BodyError) }),
  },
  'GET /applicant/licencematch/:trn': {
    summary: "Differences between step 1 and the license's barcode; null if there's nothing to compare",
    answer: nullable(LicenseMatch),
  },
  'POST /applicant/licencematch': {
    summary: 'Stores whether the typed value or the license’s value is correct',
    once: true,
    body: LicenseAnswer,
  },
});
