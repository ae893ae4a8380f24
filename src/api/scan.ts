import { useRef } from 'react';
import useSWR, { type SWRResponse } from 'swr';
import type { FollowedScan, ScanKey, ScanLink, ScanState } from '../contract/scan';
import type { OcrField } from '../model/ocrFields';
import type { ApiError } from './apiError';
import { addressOf, request } from './client';

export interface ScannedPicture {
  /** A base64 data URL. */
  file: string;
  documentId: number;
  /** The text of the barcode, as far as the phone could read it. */
  barcode?: string;
  fields: OcrField[];
}

const FOLLOW_MS = 1_500;
/** Between two questions that wait at the server for their answer. */
const AT_ONCE_MS = 50;
/** A large picture on a slow line: the upload may take as long as it makes progress. */
const NO_TIME_LIMIT = 0;

/** POST /scan/link: a new link for this application; the last one ends. */
export function createScanLink(): Promise<ScanLink> {
  return request('POST /scan/link');
}

/** Ends a link before its time. */
export function cancelScanLink(id: string): Promise<unknown> {
  return request('DELETE /scan/:id', { params: { id } });
}

/** GET /scan/{id} from the desktop, asked again and again while it is looked at; each time the server waits for something new. */
export function useFollowedScan(id: string | undefined): SWRResponse<FollowedScan | undefined, ApiError> {
  const seen = useRef<FollowedScan>(undefined);
  const follow = async () => {
    const found = await request('GET /scan/:id', { params: { id: String(id) }, query: { known: seen.current?.mark } });
    seen.current = 'opened' in found ? found : undefined;
    return seen.current;
  };
  const key = id === undefined ? null : addressOf('GET /scan/:id', { id });
  return useSWR<FollowedScan | undefined, ApiError>(key, follow, {
    refreshInterval: (last) => (last?.live === false ? 0 : last?.mark ? AT_ONCE_MS : FOLLOW_MS),
    dedupingInterval: 0,
    shouldRetryOnError: true,
    errorRetryInterval: FOLLOW_MS,
  });
}

/** POST /scan/{id}/open: the token of the address becomes the phone's key. */
export function openScan(id: string, token: string): Promise<ScanKey> {
  return request('POST /scan/:id/open', { params: { id }, body: { token }, session: 'none' });
}

/** GET /scan/{id} from the phone. */
export function getScan(id: string, key: ScanKey): Promise<ScanState> {
  return request('GET /scan/:id', { params: { id }, ...asPhone(key) });
}

/** POST /applicant/mobile_scan_saveonly: one side's picture. Rejects with 401 once the link has ended. */
export function saveScan(key: ScanKey, { file, documentId, barcode, fields }: ScannedPicture): Promise<unknown> {
  const data = { OCRData: fields, raw_data: barcode };
  const body = { file, document_id: documentId, trn_id: key.trn_id, data };
  return request('POST /applicant/mobile_scan_saveonly', { body, ...asPhone(key), timeout: NO_TIME_LIMIT });
}

/** The phone has no session of the client's to sign with or to renew. */
function asPhone({ token, trn_id }: ScanKey) {
  return { session: 'none' as const, retried: true, headers: { authorization: token, trn_id } };
}
