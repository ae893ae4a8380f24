import { type Static, type TSchema, Type } from 'typebox';
import { idsOf } from '../model/documents';
import { describeResource, nullable } from './call';
import { fileForm } from './documents';

/** Any names, each with a value of this kind. */
function byName<S extends TSchema>(value: S) {
  return Type.Unsafe<Record<string, Static<S>>>({ type: 'object', additionalProperties: value });
}

/** What a check says, in words (docs/spec/002, section 3). */
const ValidationMessage = Type.Object({
  id: Type.Integer(),
  message: Type.String(),
  isDeleted: Type.Boolean(),
  rule: Type.String(),
  outcome: Type.Enum(['passed', 'failed', 'inconclusive']),
  expected: nullable(Type.String()),
  found: nullable(Type.String()),
  /** What was found may be right, and the applicant can say so. */
  asksConfirmation: Type.Optional(Type.Boolean()),
  /** What the applicant says to it. */
  answer: nullable(Type.String()),
  document: nullable(Type.Integer()),
});

/** By document type, then `source_{n}`. */
export const ValidationMessages = byName(byName(Type.Object({ applicant: Type.Array(ValidationMessage) })));

/** What is known of the documents next to what the checks say of them. */
const checkState = {
  /** Files still being read. */
  reading: Type.Integer(),
  /** Those of them that are read page by page: the page is being read, or will be next. */
  progress: Type.Optional(
    Type.Array(Type.Object({ document: Type.Integer(), page: Type.Integer(), pages: Type.Integer() })),
  ),
  /** Which of the needed weeks or months a source's files cover; by document type, then `source_{n}`. */
  coverage: byName(
    byName(
      Type.Object({
        unit: Type.Enum(['week', 'month']),
        needed: Type.Array(Type.Object({ from: Type.String(), to: Type.String(), covered: Type.Boolean() })),
      }),
    ),
  ),
  /** Monthly gross by source, from the paystubs; null where they do not say. */
  monthly_avr_gross: byName(nullable(Type.Number())),
  /** Names this state: asked with it while documents are being read, the server answers when there is another. */
  mark: Type.Optional(Type.String()),
};

export const CheckState = Type.Object(checkState);

const IncomeChecks = Type.Object({ ...checkState, validation_messages: ValidationMessages });

/** What the checks say of the income documents, and the applicant's words on it (docs/spec/002, sections 1 and 3). */
export const incomeChecks = describeResource('Income checks', {
  'GET /income/checks/:trn': {
    summary: 'What was read in the income documents and what the checks say of it',
    query: Type.Object({ known: Type.Optional(Type.String()) }),
    answer: IncomeChecks,
  },
  'POST /income/checkanswer': {
    summary: "The applicant's words on a failed check",
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

/** A place that a source of income has, among those of its document type. */
export const SourcePlace = Type.Object({
  document_id: Type.Integer(),
  source_id: Type.Integer(),
  /** Said of an employment next to its answers. */
  allow_offer_letter: Type.Boolean(),
});
export type SourcePlace = Static<typeof SourcePlace>;

const trn_id = Type.Optional(Type.String());
// Spec 002 §7 sends the type as text.
const document_id = Type.Unsafe<number | string>({ enum: idsOf('source').flatMap((id) => [id, String(id)]) });
const source_id = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: '^[0-9]{1,3}$' })]);

/** Sources of income and banks (docs/spec/002, sections 4 and 7). */
export const sources = describeResource('Sources', {
  'POST /income/addsource': {
    summary: 'Adds a source, at the place wished for where that is free',
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
    summary: 'Whether an offer letter will do for a source',
    body: Type.Object(
      { trn_id, document_id, source_id, allowOfferLetter: Type.Boolean() },
      { additionalProperties: false },
    ),
  },
});

/** What kind of document a file is taken for, and how sure that is (0 to 1). */
const Prediction = Type.Object({ class_predicted: Type.String(), confidence: Type.Number() });
export type Prediction = Static<typeof Prediction>;

/** What the specification calls prediction (docs/spec/002 and 003, section 7). */
export const prediction = describeResource('Prediction', {
  'GET /ml/mlbanklist': {
    summary: 'Banks of the United States',
    answer: Type.Object({ banks: Type.Array(Type.String()) }),
  },
  'GET /ml/predictclass': {
    summary: 'Whether classes are predicted for whoever asks',
    answer: Type.Object({ enabled: Type.Boolean() }),
  },
  'POST /ml/predictclass': {
    summary: 'The class of a PDF, which is kept nowhere',
    content: 'upload',
    body: fileForm({ documenttype_id: { type: 'string' } }),
    answer: Prediction,
  },
});
