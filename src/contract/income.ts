import { type Static, type TSchema, Type } from 'typebox';
import { idsOf } from '../model/section/documentTypes';
import { describeResource, nullable } from './call';
import { fileForm } from './documents';

function byName<S extends TSchema>(value: S) {
  return Type.Unsafe<Record<string, Static<S>>>({ type: 'object', additionalProperties: value });
}

/** Message of a document check (docs/spec/002-income.md, §3). */
const ValidationMessage = Type.Object({
  id: Type.Integer(),
  message: Type.String(),
  isDeleted: Type.Boolean(),
  rule: Type.String(),
  outcome: Type.Enum(['passed', 'failed', 'inconclusive']),
  expected: nullable(Type.String()),
  found: nullable(Type.String()),
  facts: Type.Optional(Type.Array(Type.Object({ label: Type.String(), text: Type.String() }))),
  help: Type.Optional(Type.String()),
  asksConfirmation: Type.Optional(Type.Boolean()),
  /** True if the check can't be answered with `POST /income/checkanswer`. */
  noAnswer: Type.Optional(Type.Boolean()),
  answer: nullable(Type.String()),
  document: nullable(Type.Integer()),
});

/** Check results by document type, then `source_{n}`. */
export const ValidationMessages = byName(byName(Type.Object({ applicant: Type.Array(ValidationMessage) })));

const checkState = {
  reading: Type.Integer(),
  /** The current page of each file that's read page by page. */
  progress: Type.Optional(
    Type.Array(Type.Object({ document: Type.Integer(), page: Type.Integer(), pages: Type.Integer() })),
  ),
  /** Weeks or months to cover, by document type, then `source_{n}`. */
  coverage: byName(
    byName(
      Type.Object({
        unit: Type.Enum(['week', 'month']),
        needed: Type.Array(Type.Object({ from: Type.String(), to: Type.String(), covered: Type.Boolean() })),
      }),
    ),
  ),
  /** Monthly gross pay from documents, by source. Null if unknown. */
  monthly_avr_gross: byName(nullable(Type.Number())),
  /** Version of this state. Send it as `known` to wait for a change. */
  mark: Type.Optional(Type.String()),
};

export const CheckState = Type.Object(checkState);

const IncomeChecks = Type.Object({ ...checkState, validation_messages: ValidationMessages });

/** docs/spec/002-income.md, §1 and §3. */
export const incomeChecks = describeResource('Income checks', {
  'GET /income/checks/:trn': {
    summary: 'Values read from income documents, and document checks',
    query: Type.Object({ known: Type.Optional(Type.String()) }),
    answer: IncomeChecks,
  },
  'POST /income/checkanswer': {
    summary: "Stores the applicant's explanation of a failed or inconclusive check",
    body: Type.Object(
      {
        trn_id: Type.Optional(Type.String()),
        id: Type.Integer({ minimum: 1 }),
        answer: Type.String({ pattern: '\\S', maxLength: 1000 }),
      },
      { additionalProperties: false },
    ),
    answer: ValidationMessage,
  },
});

export const SourcePlace = Type.Object({
  document_id: Type.Integer(),
  source_id: Type.Integer(),
  allow_offer_letter: Type.Boolean(),
  /** The source's name in the call's language, if it was chosen from a list. */
  name: Type.Optional(Type.String()),
  /** For employers: true if the section would ask whether the job is new while documents are uploaded. */
  can_be_new: Type.Optional(Type.Boolean()),
});
export type SourcePlace = Static<typeof SourcePlace>;

const trn_id = Type.Optional(Type.String());
// Also accepts a string, as in docs/spec/002-income.md, §7.
const document_id = Type.Unsafe<number | string>({ enum: idsOf('source').flatMap((id) => [id, String(id)]) });
const source_id = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: '^[0-9]{1,3}$' })]);

/** docs/spec/002-income.md, §4 and §7. */
export const sources = describeResource('Sources', {
  'POST /income/addsource': {
    summary: "Adds a source, with the given number if it's free",
    once: true,
    body: Type.Object(
      {
        trn_id,
        document_id,
        source_id: Type.Optional(source_id),
        allowOfferLetter: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
    answer: Type.Object({ id: Type.Integer(), source_id: Type.Integer(), document_id: Type.Integer() }),
  },
  'POST /income/deletesource': {
    summary: 'Deletes a source with its files',
    body: Type.Object(
      { trn_id, document_id, source_id, allowOfferLetter: Type.Optional(Type.Boolean()) },
      { additionalProperties: false },
    ),
  },
  'POST /income/offerletter': {
    summary: 'Sets whether an offer letter is accepted for a source',
    body: Type.Object(
      { trn_id, document_id, source_id, allowOfferLetter: Type.Boolean() },
      { additionalProperties: false },
    ),
  },
});

/** Confidence is from 0 to 1. */
const Prediction = Type.Object({ class_predicted: Type.String(), confidence: Type.Number() });
export type Prediction = Static<typeof Prediction>;

/** docs/spec/002-income.md and 003.md, §7. */
export const prediction = describeResource('Prediction', {
  'GET /ml/mlbanklist': {
    summary: 'US banks',
    answer: Type.Object({ banks: Type.Array(Type.String()) }),
  },
  'GET /ml/predictclass': {
    summary: 'Whether prediction is turned on',
    answer: Type.Object({ enabled: Type.Boolean() }),
  },
  'POST /ml/predictclass': {
    summary: 'Predicts the class of a PDF without storing it',
    content: 'upload',
    body: fileForm({ documenttype_id: { type: 'string' } }),
    answer: Prediction,
  },
});
