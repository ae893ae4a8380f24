import { type Static, Type } from 'typebox';
import { documentId } from '../model/documents';
import { described, describeResource, nullable, withMembers } from './call';

const Fee = Type.Object({ ApplicationFee: Type.Number(), SubscriberFee: Type.Number() });

/** What the application costs, in dollars, and who takes the card. */
export const Fees = Type.Object({
  recordset: Type.Unsafe<[Static<typeof Fee>]>({ ...Type.Array(Fee), minItems: 1, maxItems: 1 }),
  currency: Type.Literal('usd'),
  publishableKey: Type.String(),
  provider: Type.Enum(['sandbox', 'stripe']),
});
export type Fees = Static<typeof Fees>;

/** What a payment sends next to the answers of its step (docs/spec/002, section 7, Payment). */
const PaymentOrder = withMembers({
  /** The card token: only the provider knows the card behind it. */
  token: Type.String({ minLength: 1, maxLength: 2000 }),
  /** The signature, a PNG as a data URL. */
  file: Type.String(),
  document_id: Type.Enum([String(documentId('signature')), documentId('signature')]),
  /** In cents; the server refuses another than its own. */
  amount: Type.Number(),
  /** The digest of the terms that were shown. The specification's own call has none: it agrees to those that stand when the payment begins. */
  terms: Type.Optional(Type.String({ maxLength: 64 })),
});
export type PaymentOrder = Static<typeof PaymentOrder>;

/** What the applicant gets for the fee. */
const Receipt = Type.Object({
  applicationID: Type.String(),
  application_status: Type.String(),
  /** In dollars. */
  amount: Type.Number(),
  currency: Type.Literal('usd'),
  paid_at: nullable(Type.String()),
  card_brand: nullable(Type.String()),
  /** The last digits. */
  card_number: nullable(Type.String()),
  reference: nullable(Type.String()),
});
export type Receipt = Static<typeof Receipt>;

/** One section as it was asked, each answer in words. */
const AgreedSection = Type.Object({
  step: Type.String(),
  section: Type.String(),
  title: Type.String(),
  lines: Type.Array(Type.Object({ key: Type.String(), label: Type.String(), text: Type.String() })),
});
export type AgreedSection = Static<typeof AgreedSection>;

/** The consent and payment record (docs/spec/003, section 3, Consent). Terms and questions are those of the record; null where it does not hold them. */
const SignedConsent = Type.Object({
  text: nullable(Type.String()),
  subscriber_text: nullable(Type.String()),
  sections: nullable(Type.Array(AgreedSection)),
  /** Address of the signature; short-lived, needs no session. */
  file: Type.String(),
  ip: Type.String(),
  InviteInfo: Type.Object({ CreatedOn: Type.String() }),
  name_on_card: Type.String(),
  /** In dollars. */
  amount: Type.Number(),
  transaction_date: nullable(Type.String()),
  /** The last digits. */
  card_number: nullable(Type.String()),
  city: Type.String(),
  state: Type.String(),
});
export type SignedConsent = Static<typeof SignedConsent>;

/** Before the payment only the terms. */
const ConsentRecord = Type.Union([
  Type.Object({ text: Type.String(), subscriber_text: Type.String(), file: Type.Null() }),
  SignedConsent,
]);
export type ConsentRecord = Static<typeof ConsentRecord>;

/** The parts of the signed record, in the order they are shown. */
export const recordParts = ['entry', 'answers', 'questions', 'terms', 'signature', 'details', 'document'] as const;
export type RecordPart = (typeof recordParts)[number];

/** What became of a document that was handed in with the application. */
const HandedIn = Type.Object({ name: Type.String(), state: Type.Enum(['unchanged', 'changed', 'gone']) });
export type HandedIn = Static<typeof HandedIn>;

/** Whether what was signed is still what is stored. */
export const RecordState = Type.Object({
  state: Type.Enum(['whole', 'broken', 'missing']),
  parts: Type.Array(Type.Object({ part: Type.Enum([...recordParts]), whole: Type.Boolean() })),
  files: Type.Array(HandedIn),
  hash: Type.Optional(Type.String()),
  signed_at: Type.Optional(nullable(Type.String())),
  /** Short-lived address of the PDF; null while it is being made. */
  document: Type.Optional(nullable(Type.String())),
});
export type RecordState = Static<typeof RecordState>;

/** The fee, the payment, and the record of what was signed (docs/spec/002, section 7; docs/spec/003, section 3). */
export const payment = describeResource('Payment', {
  'GET /payment/fees/:trn': { summary: 'What the application costs', answer: Fees },
  'POST /payment': {
    summary: 'Pays the fee and submits the application',
    once: true,
    body: PaymentOrder,
    answer: Receipt,
  },
  'GET /payment/consent/:trn': { summary: 'The consent and payment record', answer: ConsentRecord },
  // The provider's signature covers the body as it was sent, so nothing parses it.
  'POST /payment/webhook': { summary: 'Events of the card provider', open: true, body: described<Buffer>() },
  'GET /record/:trn': { summary: 'Whether the signed record is whole, part by part', answer: RecordState },
});
