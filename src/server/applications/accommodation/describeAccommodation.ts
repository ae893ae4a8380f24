import type { AccommodationState, OwnRequests } from '../../../contract/accommodation';
import { openText, sealText } from '../../platform/crypto/seal';
import type { ApplicationDeps } from '../applicationDeps';
import { type AccommodationRow, listAccommodations } from './accommodationRepository';

const additionalData = (trn: string) => `accommodation/${trn}`;

export const sealRequest = (trn: string, text: string, key: Buffer): string => sealText(text, key, additionalData(trn));

export function describeRequest(row: AccommodationRow, trn: string, key: Buffer) {
  const { id, text, at } = row;
  return { id, text: openText(text, key, additionalData(trn)), asked_at: at.toISOString(), state: getState(row) };
}

function getState({ read_at, answered_at }: AccommodationRow): AccommodationState {
  if (answered_at) return 'answered';
  return read_at ? 'read' : 'sent';
}

/** Returns the applicant's own requests. The office's export must not include them. */
export async function readOwnRequests(
  { db, keyring }: Pick<ApplicationDeps, 'db' | 'keyring'>,
  trn: string,
): Promise<OwnRequests> {
  const rows = await listAccommodations(db, trn);
  if (rows.length === 0) return { requests: [] };
  const key = await keyring.keyOf(trn);
  return { requests: rows.map((row) => describeRequest(row, trn, key)) };
}
