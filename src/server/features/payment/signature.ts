import { fileTypeFromBuffer } from 'file-type';
import { documentId } from '../../../model/section/documentTypes';
import { type InspectedFile, redrawPicture } from '../../applications/documents/inspectFile';
import { deleteDocument, storeDocument } from '../../applications/documents/storeDocument';
import type { PaymentDeps } from './createPayments';

const DATA_URL = /^data:image\/(?:png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/;
const MAX_CHARACTERS = 700_000;

/** Reads a signature. Undefined if it's too large, blank or not an image. */
export async function readSignature(url: unknown, account: string): Promise<InspectedFile | undefined> {
  if (typeof url !== 'string' || url.length > MAX_CHARACTERS) return undefined;
  const content = Buffer.from(DATA_URL.exec(url)?.[1] ?? '', 'base64');
  const mime = (await fileTypeFromBuffer(content))?.mime ?? '';
  const redrawn = await redrawPicture({ content, mime, account, isDrawing: true });
  return 'refusal' in redrawn || redrawn.isPlain ? undefined : redrawn;
}

export function storeSignature(deps: PaymentDeps, trn: string, picture: InspectedFile) {
  const place = { trn, documentId: documentId('signature'), sourceId: 0, name: 'signature' };
  return storeDocument(deps, place, picture);
}

/** Deletes all signatures except the one in the consent. */
export async function deleteOldSignatures(
  deps: Pick<PaymentDeps, 'stores' | 'db' | 'files'>,
  trn: string,
): Promise<void> {
  const consent = await deps.stores.payments.findConsent(trn);
  const all = await deps.stores.documents.findIn(trn, documentId('signature'), 0);
  for (const one of all) if (one.blob_path !== consent?.signature) await deleteDocument(deps, trn, one.id);
}
