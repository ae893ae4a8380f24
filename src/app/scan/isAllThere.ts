import type { StoredDocument } from '../../model/formContext';
import { BACK, LICENCE } from './scanFlow';

const FRONTS = [1, LICENCE, 10, 11];

/** Whether the identity document is uploaded, a licence with its back: nothing is left for a phone. */
export function isAllThere(documents: readonly StoredDocument[]): boolean {
  const front = documents.find(({ document_id }) => FRONTS.includes(document_id));
  const hasBack = documents.some(({ document_id }) => document_id === BACK);
  return front !== undefined && (front.document_id !== LICENCE || hasBack);
}
