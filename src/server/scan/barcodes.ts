import { type OcrField, ocrFields } from '../../model/ocrFields';
import { seal, unseal } from '../crypto/seal';
import type { Deps } from '../deps';

export interface KnownBarcode {
  /** The document that carries it. */
  document: number;
  /** Undefined when no barcode could be read. */
  fields: OcrField[] | undefined;
}

/** Keeps a barcode's text with its document, sealed with the applicant's key; undefined says that there was nothing to read. */
export async function keepBarcode(deps: Deps, trn: string, document: number, text: string | undefined): Promise<void> {
  const key = await deps.keyring.keyOf(trn);
  const sealed = text === undefined ? null : seal(key, Buffer.from(text), boundTo(document));
  await deps.stores.barcodes.keep({ document, trn, sealed, now: deps.clock() });
}

/** What the application's licence says; undefined while there is no back side, or it has not been looked at. */
export async function findBarcode(deps: Deps, trn: string): Promise<KnownBarcode | undefined> {
  const row = await deps.stores.barcodes.latest(trn);
  if (!row) return undefined;
  if (!row.sealed) return { document: row.document, fields: undefined };
  const text = unseal(await deps.keyring.keyOf(trn), row.sealed, boundTo(row.document)).toString();
  return { document: row.document, fields: ocrFields(text) };
}

const boundTo = (document: number) => `barcode/${document}`;
