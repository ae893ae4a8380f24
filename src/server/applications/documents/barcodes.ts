import { messages } from '../../../messages/serverMessages';
import { type OcrField, ocrFields } from '../../../model/license/licenseFields';
import { maskLicenseText } from '../../../model/license/licenseText';
import { seal, unseal } from '../../platform/crypto/seal';
import type { ApplicationDeps } from '../applicationDeps';

export interface LicenseBarcode {
  document: number;
  fields: OcrField[] | undefined;
  /** Barcode text with masked SSNs. */
  text?: string;
}

export async function saveBarcode(
  deps: Pick<ApplicationDeps, 'keyring' | 'stores' | 'clock'>,
  trn: string,
  document: number,
  text: string | undefined,
): Promise<void> {
  const key = await deps.keyring.keyOf(trn);
  const sealed = text === undefined ? null : seal(key, Buffer.from(text), barcodeAdditionalData(document));
  await deps.stores.barcodes.save({ document, trn, sealed, now: deps.clock() });
}

/** Returns the barcode of the latest processed license. If it was unreadable, `fields` is undefined. */
export async function findBarcode(
  deps: Pick<ApplicationDeps, 'stores' | 'keyring'>,
  trn: string,
): Promise<LicenseBarcode | undefined> {
  const row = await deps.stores.barcodes.findLatest(trn);
  if (!row) return undefined;
  if (!row.sealed) return { document: row.document, fields: undefined };
  const text = unseal(await deps.keyring.keyOf(trn), row.sealed, barcodeAdditionalData(row.document)).toString();
  return { document: row.document, fields: ocrFields(text, messages('scan').ocr), text: maskLicenseText(text) };
}

const barcodeAdditionalData = (document: number) => `barcode/${document}`;
