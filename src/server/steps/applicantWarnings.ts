import texts from '../../../schemas/texts/server-application.json';
import type { KnownBarcode } from '../scan/barcodes';

/** A remark about the applicant's answers as the specification spells it (spec 001 §3, validation_message). */
export interface ApplicantWarning {
  message: string;
  isDeleted: boolean;
}

/** What step 1 is to be warned of: a licence that has expired, or a back side that nothing could be read on. `today` is ISO. */
export function applicantWarnings(barcode: KnownBarcode | undefined, today: string): ApplicantWarning[] {
  if (!barcode) return [];
  const { licenceExpired, barcodeUnread } = texts.warnings;
  if (!barcode.fields) return [{ message: barcodeUnread, isDeleted: false }];
  const expiry = barcode.fields.find(({ name }) => name === 'expiration_date')?.field_value_original ?? '';
  return expiry && expiry < today ? [{ message: licenceExpired, isDeleted: false }] : [];
}
