import { useRef } from 'react';
import useSWR, { type SWRResponse } from 'swr';
import type { FollowedScan, ScanKey, ScanLink, ScanState } from '../contract/scan';
import type { OcrField } from '../model/license/licenseFields';
import type { ApiError } from './apiError';
import { callAddress, request } from './client';
import { readBetweenUploads } from './documents';

export interface ScannedPicture {
  /** Base64 data URL. */
  file: string;
  documentId: number;
  barcode?: string;
  fields: OcrField[];
}

const FOLLOW_MS = 1_500;
const AT_ONCE_MS = 50;
/** Large pictures take a long time to upload on slow connections. */
const NO_TIME_LIMIT = 0;

/** Creates a link. The previous link stops working. */
export function createScanLink(): Promise<ScanLink> {
  return request('POST /scan/link');
}

export function cancelScanLink(id: string): Promise<unknown> {
  return request('DELETE /scan/:id', { params: { id } });
}

export function useFollowedScan(id: string | undefined): SWRResponse<FollowedScan | undefined, ApiError> {
  const seen = useRef<FollowedScan>(undefined);
  const follow = async () => {
    const read = () => request('GET /scan/:id', { params: { id: String(id) }, query: { known: seen.current?.mark } });
    // A file that this page is uploading isn't a picture from the phone.
    const found = await readBetweenUploads(read);
    seen.current = 'opened' in found ? found : undefined;
    return seen.current;
  };
  const key = id === undefined ? null : callAddress('GET /scan/:id', { id });
  return useSWR<FollowedScan | undefined, ApiError>(key, follow, {
    refreshInterval: (last) => (last?.live === false ? 0 : last?.mark ? AT_ONCE_MS : FOLLOW_MS),
    dedupingInterval: 0,
    shouldRetryOnError: true,
    errorRetryInterval: FOLLOW_MS,
  });
}

/** Exchanges the link's single-use token for a key. Use one `idempotencyKey` for all attempts. */
export function openScan(id: string, token: string, idempotencyKey: string): Promise<ScanKey> {
  return request('POST /scan/:id/open', { params: { id }, body: { token }, key: idempotencyKey, session: 'none' });
}

export async function getScan(id: string, key: ScanKey): Promise<ScanState> {
  const state = await request('GET /scan/:id', { params: { id }, ...asPhone(key) });
  return state as ScanState;
}

/** Uploads one side of the document. Rejects with 401 if the link no longer works. */
export function saveScan(key: ScanKey, { file, documentId, barcode, fields }: ScannedPicture): Promise<unknown> {
  const data = { OCRData: fields, raw_data: barcode };
  const body = { file, document_id: documentId, trn_id: key.trn_id, data };
  return request('POST /applicant/mobile_scan_saveonly', { body, ...asPhone(key), timeout: NO_TIME_LIMIT });
}

function asPhone({ token, trn_id }: ScanKey) {
  return { session: 'none' as const, retried: true, headers: { authorization: token, trn_id } };
}
