import type { Deps } from '../deps';
import { readLicenceBarcode } from '../documents/readLicence';
import { turns } from '../documents/runWorker';
import { readDocument } from '../documents/storeDocument';
import { keepBarcode } from './barcodes';

/** The back side of a licence among an application's documents. */
export interface BackSide {
  trn: string;
  id: number;
}

/** Reads its barcode and keeps what it says, unless the phone has read it; a document that is gone has nothing to say. */
export async function readBackSide(deps: Deps, { trn, id }: BackSide): Promise<void> {
  const document = await deps.stores.documents.find(trn, id);
  if (!document || (await deps.stores.barcodes.isRead(id))) return;
  const text = document.type.startsWith('image/')
    ? await turns.run(trn, async () => readLicenceBarcode(await readDocument(deps, document, 'file')), true)
    : undefined;
  await keepBarcode(deps, trn, id, text);
}
