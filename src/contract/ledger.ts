import { type Static, Type } from 'typebox';
import { entryKinds } from '../model/ledger/balance';
import { describeResource, Moment, nullable, OFFICE_ACCESS, oneOf } from './call';

const LedgerLine = Type.Object({
  id: Type.Integer(),
  at: Moment,
  kind: oneOf(entryKinds),
  title: Type.String(),
  /** A reason, or what a cost was for. */
  note: nullable(Type.String()),
  by: nullable(Type.String()),
  /** Dollars. Negative if it lowers the balance. */
  amount: Type.Number(),
});

const Refund = Type.Object({
  id: Type.Integer(),
  /** Dollars. */
  amount: Type.Number(),
  state: oneOf(['queued', 'sent', 'failed']),
  title: Type.String(),
  at: Moment,
});

const Dispute = Type.Object({
  id: Type.String(),
  /** Dollars. */
  amount: Type.Number(),
  title: Type.String(),
  reason: Type.String(),
  evidence_due_at: nullable(Moment),
});

/** Amounts are in dollars. */
const CaseLedger = Type.Object({
  lines: Type.Array(LedgerLine),
  /** The amount that isn't accounted for yet. */
  balance: Type.Number(),
  refundable: Type.Number(),
  refunds: Type.Array(Refund),
  disputes: Type.Array(Dispute),
});
export type CaseLedger = Static<typeof CaseLedger>;

export const ledgerProblems = ['unbalanced', 'refundFailed', 'refundLate', 'disputed'] as const;
export type LedgerProblem = (typeof ledgerProblems)[number];

const LedgerException = Type.Object({
  /** Null once the application is erased. */
  application: nullable(Type.String()),
  problem: oneOf<LedgerProblem>(ledgerProblems),
  title: Type.String(),
  /** Dollars. */
  amount: Type.Number(),
  since: Moment,
});
export type LedgerException = Static<typeof LedgerException>;

const Amount = Type.Number({ minimum: 0.01, maximum: 9999.99 });
const Note = Type.String({ maxLength: 300 });

export const ledger = describeResource(
  { tag: 'Ledger', ...OFFICE_ACCESS },
  {
    'GET /office/applications/:id/ledger': {
      summary: 'Charges, costs, refunds and retained amounts of one application',
      open: true,
      answer: CaseLedger,
    },
    'POST /office/applications/:id/costs': {
      summary: 'Adds a screening cost, in dollars',
      open: true,
      once: true,
      body: Type.Object({ amount: Amount, what: Note }, { additionalProperties: false }),
      answer: CaseLedger,
    },
    'POST /office/applications/:id/refunds': {
      summary: 'Refunds part or all of the fee to the card, with a reason',
      open: true,
      once: true,
      body: Type.Object({ amount: Amount, why: Note }, { additionalProperties: false }),
      answer: CaseLedger,
    },
    'GET /office/ledger/exceptions': {
      summary:
        'Ledgers to check: those that don’t add up, those with a failed or late refund, and those with a dispute',
      open: true,
      answer: Type.Object({ exceptions: Type.Array(LedgerException) }),
    },
  },
);

export const receipts = describeResource('Receipts', {
  'GET /receipt/:trn': {
    summary: 'The itemized receipt as a PDF',
    content: 'download',
  },
});
