import type { ApplicationDeps } from '../../applications/applicationDeps';
import { saveBarcode } from '../../applications/documents/barcodes';
import { readDocument } from '../../applications/documents/storeDocument';
import type { Feature } from '../../applications/feature';
import { fileQueue } from '../../platform/files/runWorker';
import { documentRoutes } from './documentRoutes';
import { documentsErrors } from './documentsErrors';
import { readLicenseBarcode } from './readLicense';
import type { UploadDeps } from './saveUpload';

/** `readOnArrival` reads password-protected files during the upload, because passwords aren't stored. */
export const createDocuments = (readOnArrival: UploadDeps['readOnArrival']): Feature => ({
  errors: documentsErrors,
  routes: (api, deps) => documentRoutes(api, deps, readOnArrival),
  jobs: { 'licence-barcode': { pool: 'documents', delay: 'reading', run: readBackSide } },
});

async function readBackSide(deps: ApplicationDeps, { trn, id }: { trn: string; id: number }): Promise<void> {
  const document = await deps.stores.documents.find(trn, id);
  if (!document || (await deps.stores.barcodes.isRead(id))) return;
  const text = document.type.startsWith('image/')
    ? await fileQueue.run(trn, async () => readLicenseBarcode(await readDocument(deps, document, 'file')), true)
    : undefined;
  await saveBarcode(deps, trn, id, text);
}
