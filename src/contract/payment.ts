import { type Static, Type } from 'typebox';
import { documentId } from '../model/section/documentTypes';
import { described, describeResource, Moment, nullable, withMembers } from './call';

const Fee = Type.Object({ ApplicationFee: Type.Number(), SubscriberFee: Type.Number() });

const feeTerms = {
  /** Sentences for the applicant, in the call's language. */
  terms: Type.Array(Type.String()),
  /** True if the law requires refunds in some cases. */
  is_returned: Type.Boolean(),
  /** True if a portable screening report replaces the fee. */
  is_waived: Type.Boolean(),
};
export const FeeTerms = Type.Object(feeTerms);
export type FeeTerms = Static<typeof FeeTerms>;

/** When the supplemental step's questions are asked. `afterOffer`: local law forbids them before an offer. */
export const SecondaryTiming = Type.Enum(['afterSubmission', 'afterOffer', 'never']);
export type SecondaryTiming = Static<typeof SecondaryTiming>;

/** Fees are in dollars. */
export const Fees = Type.Object({
  recordset: Type.Unsafe<[Static<typeof Fee>]>({ ...Type.Array(Fee), minItems: 1, maxItems: 1 }),
  currency: Type.Literal('usd'),
  publishableKey: Type.String(),
  provider: Type.Enum(['sandbox', 'stripe']),
  /**
   * 'browser': the page confirms the payment, with 3-D Secure and wallets. 'server': the server charges a card token.
   */
  confirmation: Type.Enum(['browser', 'server']),
  secondary: SecondaryTiming,
  ...feeTerms,
});
export type Fees = Static<typeof Fees>;

const unpaid = {
  /** The signature as a PNG data URL. */
  file: Type.String(),
  document_id: Type.Enum([String(documentId('signature')), documentId('signature')]),
  /** Digest of the terms that were shown. Defaults to the current terms. */
  terms: Type.Optional(Type.String({ maxLength: 64 })),
  /** Digest of the permission for reports. Defaults to the current permission. */
  permission: Type.Optional(Type.String({ maxLength: 64 })),
};

const signed = {
  ...unpaid,
  /** Cents. The server rejects any amount other than the fee. */
  amount: Type.Number(),
};

const SignedOrder = withMembers(signed);
export type SignedOrder = Static<typeof SignedOrder>;

/** For an application that costs nothing. */
const Submission = withMembers(unpaid);
export type Submission = Static<typeof Submission>;

/** docs/spec/002-payment.md, §7. */
const PaymentOrder = withMembers({
  token: Type.String({ minLength: 1, maxLength: 2000 }),
  ...signed,
});
export type PaymentOrder = Static<typeof PaymentOrder>;

/** A PaymentIntent for Stripe.js. */
const PreparedPayment = Type.Object({
  intent: Type.String(),
  /** Null if nothing is left to charge. */
  client_secret: nullable(Type.String()),
});
export type PreparedPayment = Static<typeof PreparedPayment>;

const Receipt = Type.Object({
  applicationID: Type.String(),
  application_status: Type.String(),
  /** Dollars. */
  amount: Type.Number(),
  currency: Type.Literal('usd'),
  paid_at: nullable(Type.String()),
  card_brand: nullable(Type.String()),
  /** Last four digits. */
  card_number: nullable(Type.String()),
  reference: nullable(Type.String()),
});
export type Receipt = Static<typeof Receipt>;

const AgreedSection = Type.Object({
  step: Type.String(),
  section: Type.String(),
  title: Type.String(),
  lines: Type.Array(Type.Object({ key: Type.String(), label: Type.String(), text: Type.String() })),
});
export type AgreedSection = Static<typeof AgreedSection>;

const AgreedNotice = Type.Object({
  title: Type.String(),
  paragraphs: Type.Array(Type.String()),
  points: Type.Array(Type.String()),
  criteria: Type.Array(Type.String()),
  at: Moment,
});

/** Consent view (docs/spec/003.md). Terms and `sections` are null if they weren't stored or were changed. */
const SignedConsent = Type.Object({
  text: nullable(Type.String()),
  subscriber_text: nullable(Type.String()),
  sections: nullable(Type.Array(AgreedSection)),
  notices: Type.Array(AgreedNotice),
  /** Short-lived URL of the signature. Needs no session. */
  file: Type.String(),
  ip: Type.String(),
  InviteInfo: Type.Object({ CreatedOn: Type.String() }),
  name_on_card: Type.String(),
  /** Dollars. */
  amount: Type.Number(),
  transaction_date: nullable(Type.String()),
  /** Last four digits. */
  card_number: nullable(Type.String()),
  city: Type.String(),
  state: Type.String(),
});
export type SignedConsent = Static<typeof SignedConsent>;

/** Before the payment, the record has only the terms. */
const ConsentRecord = Type.Union([
  Type.Object({ text: Type.String(), subscriber_text: Type.String(), file: Type.Null() }),
  SignedConsent,
]);
export type ConsentRecord = Static<typeof ConsentRecord>;

/** In display order. */
export const recordParts = [
  'entry',
  'answers',
  'questions',
  'terms',
  'notices',
  'signature',
  'details',
  'document',
] as const;
export type RecordPart = (typeof recordParts)[number];

const SubmittedFile = Type.Object({
  name: Type.String(),
  state: Type.Enum(['unchanged', 'withdrawn', 'changed', 'gone']),
});
export type SubmittedFile = Static<typeof SubmittedFile>;

export const RecordState = Type.Object({
  state: Type.Enum(['whole', 'broken', 'missing']),
  parts: Type.Array(Type.Object({ part: Type.Enum([...recordParts]), whole: Type.Boolean() })),
  files: Type.Array(SubmittedFile),
  hash: Type.Optional(Type.String()),
  signed_at: Type.Optional(nullable(Type.String())),
  /** Short-lived URL. Null while the PDF is being created. */
  document: Type.Optional(nullable(Type.String())),
});
export type RecordState = Static<typeof RecordState>;

/** A section that changed or lost files after its step was saved. */
export const UnsavedSection = Type.Object({ step: Type.String(), section: Type.String() });
export type UnsavedSection = Static<typeof UnsavedSection>;

/** docs/spec/002-payment.md, §7 and 003.md, §3. */
export const payment = describeResource('Payment', {
  'GET /payment/fees/:trn': { summary: 'The application fee', answer: Fees },
  'GET /payment/unsaved/:trn': {
    summary: 'Sections that changed after their last save and must be saved again before the payment',
    answer: Type.Array(UnsavedSection),
  },
  'POST /payment': {
    summary: 'Pays the fee and submits the application',
    once: true,
    body: PaymentOrder,
    answer: Receipt,
  },
  'POST /application/submit': {
    summary: 'Signs and submits an application that costs nothing',
    once: true,
    body: Submission,
    answer: Receipt,
  },
  'POST /payment/intent': {
    summary:
      'Stores answers, consent and signature, and returns the PaymentIntent that the browser confirms with 3-D Secure or a wallet; repeated calls return the same one',
    body: SignedOrder,
    answer: PreparedPayment,
  },
  'POST /payment/settle': {
    summary: 'Submits the application after the provider charged its PaymentIntent',
    body: Type.Object(
      { trn_id: Type.Optional(Type.String()), intent: Type.String({ minLength: 1, maxLength: 255 }) },
      { additionalProperties: false },
    ),
    answer: Receipt,
  },
  'GET /payment/consent/:trn': { summary: 'The consent and payment record', answer: ConsentRecord },
  // Not parsed, because the provider signs the raw body.
  'POST /payment/webhook': { summary: 'Events of the card provider', open: true, body: described<Buffer>() },
  'GET /record/:trn': { summary: 'Whether each part of the signed record is intact', answer: RecordState },
});
