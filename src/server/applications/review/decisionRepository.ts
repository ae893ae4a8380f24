import type pg from 'pg';
import type { Decision } from '../../../contract/office';
import { openText, sealText } from '../../platform/crypto/seal';
import type { Db } from '../../platform/db/transaction';

const decisionAdditionalData = (trn: string) => `application_status/${trn}`;

export function readDecision(trn: string, sealed: string | null, key: Buffer): Decision | null {
  return sealed === null ? null : JSON.parse(openText(sealed, key, decisionAdditionalData(trn)));
}

export const sealDecision = (trn: string, decision: Decision, key: Buffer): string =>
  sealText(JSON.stringify(decision), key, decisionAdditionalData(trn));

/** Adds a decision to the history. `application_status` has only the current decision. */
export async function addDecision(client: pg.PoolClient, trn: string, sealed: string, now: Date): Promise<void> {
  await client.query('insert into application_decision (trn, at, sealed) values ($1, $2, $3)', [trn, now, sealed]);
}

export async function listDecisions(db: Db, trn: string, key: Buffer): Promise<Decision[]> {
  const { rows } = await db.query<{ sealed: string }>(
    'select sealed from application_decision where trn = $1 order by id',
    [trn],
  );
  return rows.flatMap(({ sealed }) => readDecision(trn, sealed, key) ?? []);
}
