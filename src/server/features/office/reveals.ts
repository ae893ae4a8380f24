import type pg from 'pg';
import type { Revealed } from '../../../contract/office';
import type { RevealKind } from '../../../model/office';
import { factsShownBy } from '../../../model/section/documentTypes';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { DocumentRow } from '../../applications/documents/documentRepository';
import { appendEntry } from '../../applications/record/auditRepository';
import { addEvent } from '../../applications/review/timelineRepository';
import { sealText } from '../../platform/crypto/seal';
import { transaction } from '../../platform/db/transaction';
import type { OfficeAccess } from './officeAccess';
import { refuse } from './officeErrors';
import { findReveals, insertReveal, markOpened } from './revealRepository';

const REVEAL_MINUTES = 15;

export interface Reveal {
  kinds: RevealKind[];
  until: Date;
}

const actorKey = ({ by }: OfficeAccess): string => `${by.kind}/${by.id}`;

export async function findReveal(
  { db, clock }: Pick<ApplicationDeps, 'db' | 'clock'>,
  access: OfficeAccess,
  trn: string,
): Promise<Reveal | undefined> {
  if (!access.scopes.includes('reveal')) return undefined;
  const rows = await findReveals(db, trn, actorKey(access), clock());
  if (rows.length === 0) return undefined;
  return {
    kinds: rows.map(({ kind }) => kind),
    until: new Date(Math.min(...rows.map(({ until }) => until.getTime()))),
  };
}

/** Adds and logs a reveal. Throws `tooMany`. */
export async function addReveal(
  deps: ApplicationDeps,
  { access, trn, ip }: { access: OfficeAccess; trn: string; ip?: string },
  { kinds, why }: { kinds: RevealKind[]; why: string },
): Promise<void> {
  const actor = actorKey(access);
  if (access.by.kind !== 'operator') await deps.limits.take('reveal', { account: actor, address: ip });
  const key = await deps.keyring.keyOf(trn);
  const now = deps.clock();
  await transaction(deps.db, async (client) => {
    const body = { kind: 'revealed', kinds, why } as const;
    await addEvent(client, { trn, key, actor: access.by, body, now });
    await appendSealed(client, { trn, key, now, kind: 'reveal', content: { by: actor, kinds, why } });
    await insertReveal(client, { trn, actor, kinds, until: new Date(now.getTime() + REVEAL_MINUTES * 60_000) });
  });
}

/** Returns a document's facts that aren't revealed. */
export function hiddenIn(documentId: number, reveal: Reveal | undefined): RevealKind[] {
  return factsShownBy(documentId).filter((kind) => !reveal?.kinds.includes(kind));
}

/** Throws `notAllowed` or `revealNeeded`. */
export function assertRevealed({ scopes }: OfficeAccess, hidden: readonly RevealKind[]): void {
  if (hidden.length === 0) return;
  throw refuse(scopes.includes('reveal') ? 'revealNeeded' : 'notAllowed', { records: { hidden } });
}

/** Logs once per reveal that a document with masked facts was opened. */
export async function logOpened(
  deps: Pick<ApplicationDeps, 'clock' | 'keyring' | 'db'>,
  access: OfficeAccess,
  { id, trn, document_id }: Pick<DocumentRow, 'id' | 'trn' | 'document_id'>,
): Promise<void> {
  if (factsShownBy(document_id).length === 0) return;
  const by = actorKey(access);
  const now = deps.clock();
  const key = await deps.keyring.keyOf(trn);
  await transaction(deps.db, async (client) => {
    if (await markOpened(client, { trn, actor: by, document: id, now }))
      await appendSealed(client, { trn, key, now, kind: 'opened', content: { by, document: id } });
  });
}

interface RevealEntry {
  trn: string;
  key: Buffer;
  now: Date;
  kind: 'reveal' | 'opened';
  /** Stored encrypted. */
  content: object;
}

async function appendSealed(client: pg.PoolClient, { trn, key, now, kind, content }: RevealEntry): Promise<void> {
  await appendEntry(client, { at: now, kind, trn, body: { sealed: sealText(JSON.stringify(content), key) } });
}

export function describeReveal(reveal: Reveal): Pick<Revealed, 'kinds' | 'until'> {
  return { kinds: reveal.kinds, until: reveal.until.toISOString() };
}
