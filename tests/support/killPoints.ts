import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * The effect at which a process is killed, as a regular expression: an SQL statement with its values, `open …`,
 * `rename …` or `PUT …` with a name.
 */
type KillEffect = ({ before: string } | { after: string }) & {
  /** Only on a connection that has done this before. */
  since?: string;
};

const ADD = 'insert into document \\(';
const READING = 'insert into document_reading \\(document, trn, state, sealed';
/** Stores the response of a landlord's system. */
const KEPT = '^update delivery set state = \\$3';
const INTENT = '^update payment set intent';
const REFUND = 'insert into refund \\(';
/** Stores the card provider's response. */
const REFUNDED = '^update refund set state';
const JOINED = '^update household_member set joined_at';
const LEFT = '^delete from household_member';
/** Adds a job of this kind, alone or in a statement with others. */
const job = (kind: string) => `^insert into job [^]* -- (?:[a-z-]+ )*${kind} `;
/** Adds a document of this type: 8 is the signature, 16 the signed record. */
const document = (number: number) => `${ADD}[^]* -- \\S+ ${number} `;

const killEffects = {
  'save.written': { after: '^save-step ' },
  'save.unanswered': { before: '^update idempotency set answer' },
  'upload.sealing': { before: '^(open \\S+\\.part|PUT \\S+)$' },
  'upload.part': { before: '^rename ' },
  'upload.file': { after: '^(rename|PUT) \\S+(?<!\\.thumb)$' },
  'upload.files': { before: ADD },
  'upload.uncommitted': { after: ADD },
  'upload.row': { after: '^commit ', since: ADD },
  'reading.read': { before: READING },
  'reading.uncommitted': { after: READING },
  'reading.kept': { after: '^commit ', since: READING },
  'payment.signature': { after: document(8) },
  'payment.begun': { before: job('settle-payment') },
  'payment.queued': { after: job('settle-payment') },
  'payment.opened': { before: INTENT },
  'payment.kept': { after: INTENT },
  'payment.charged': { before: 'insert into payment_event' },
  'payment.uncommitted': { after: job('record-document') },
  'payment.committed': { after: '^commit ', since: job('record-document') },
  // The first process that isn't killed after submission creates the record.
  'record.stored': { after: document(16) },
  'record.uncommitted': { after: 'insert into audit_entry [^]* -- \\S+ \\S+ document ' },
  'refund.ordered': { after: REFUND },
  'refund.uncommitted': { after: job('send-refund') },
  'refund.committed': { after: '^commit ', since: REFUND },
  'refund.sent': { before: REFUNDED },
  'refund.answered': { after: REFUNDED },
  'refund.stored': { after: '^commit ', since: REFUNDED },
  'completing.recorded': { after: '^update household_member set recorded_state' },
  'completing.uncommitted': { after: job('household-complete') },
  'completing.committed': { after: '^commit ', since: job('household-complete') },
  'joining.uncommitted': { after: JOINED },
  'joining.committed': { after: '^commit ', since: JOINED },
  'leaving.uncommitted': { after: LEFT },
  'leaving.committed': { after: '^commit ', since: LEFT },
  'office.taken': { after: '^\\s*with first as \\([^]*update delivery' },
  'office.sent': { before: KEPT },
  'office.kept': { after: KEPT },
} satisfies Record<string, KillEffect>;

const entry = (kind: string) => `insert into ledger_entry [^]* -- \\S+ ${kind} `;

/** Tested in tests/server/features/ledger/ledgerKilled.test.ts. */
const ledgerKillEffects = {
  'closing.uncommitted': { after: entry('retained') },
  'closing.committed': { after: '^commit ', since: entry('retained') },
  'cost.uncommitted': { after: entry('cost') },
  'cost.committed': { after: '^commit ', since: entry('cost') },
  'dispute.uncommitted': { after: entry('dispute') },
  'dispute.committed': { after: '^commit ', since: entry('dispute') },
} satisfies Record<string, KillEffect>;

/**
 * Moments between two related effects, at which a killed process leaves the most unfinished. The trust suite kills a
 * process at each, and fails if one isn't reached. The word before the dot names the activity.
 */
export type KillPoint = keyof typeof killEffects;

export const killPoints = Object.keys(killEffects) as KillPoint[];

export type LedgerKillPoint = keyof typeof ledgerKillEffects;

const preload = pathToFileURL(fileURLToPath(new URL('dieAt.mjs', import.meta.url))).href;

/** Returns environment variables that kill a server at `point` with SIGKILL. Empty without a point. */
export function killAtEnvironment(point?: KillPoint | LedgerKillPoint): Record<string, string> {
  const all: Record<KillPoint | LedgerKillPoint, KillEffect> = { ...killEffects, ...ledgerKillEffects };
  return point ? { KILL_AT: JSON.stringify(all[point]), NODE_OPTIONS: `--import=${preload}` } : {};
}
