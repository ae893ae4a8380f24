export const entryKinds = [
  'charge',
  'cost',
  'refund',
  'refundFailed',
  'retained',
  'released',
  'dispute',
  'disputeReturned',
] as const;
export type EntryKind = (typeof entryKinds)[number];

const SIGNS: Record<EntryKind, 1 | -1> = {
  charge: 1,
  cost: -1,
  refund: -1,
  refundFailed: 1,
  retained: -1,
  released: 1,
  dispute: -1,
  disputeReturned: 1,
};

/** Cents by kind. */
export type Sums = Record<EntryKind, number>;

export const getSign = (kind: EntryKind): 1 | -1 => SIGNS[kind];

/** Adds up entries by kind. Kinds without entries are 0. */
export function sumEntries(entries: readonly { kind: EntryKind; amount_cents: number }[]): Sums {
  const sums = Object.fromEntries(entryKinds.map((kind) => [kind, 0])) as Sums;
  for (const { kind, amount_cents } of entries) sums[kind] += amount_cents;
  return sums;
}

/** Returns the balance in cents. */
export const getBalance = (sums: Sums): number =>
  entryKinds.reduce((total, kind) => total + SIGNS[kind] * sums[kind], 0);

/** Returns the cents that can still be refunded. */
export function getRefundable(sums: Sums): number {
  const returned = sums.refund - sums.refundFailed + sums.dispute - sums.disputeReturned;
  return Math.max(0, sums.charge - returned);
}

/** Returns the cents that are still retained. */
export const getRetained = (sums: Sums): number => sums.retained - sums.released;
