import { useRef } from 'react';
import useSWR, { type SWRResponse } from 'swr';
import type { StoredDocument } from '../model/formContext';
import type { OcrField } from '../model/ocrFields';
import type { ApiError } from './apiError';
import { get, post, remove } from './client';

/** One side of the identity document (spec 003, section 3, Scan record). */
export interface ScanSide {
  res: boolean;
  document_typeid: number | null;
}

/** What a phone may know. */
export interface ScanState {
  front: ScanSide;
  back: ScanSide;
  /** The kinds of document that may be photographed. */
  types: number[];
}

/** What the desktop follows. */
export interface FollowedScan extends ScanState {
  /** A phone has opened the link. */
  opened: boolean;
  live: boolean;
  expires_at: string;
  barcode: 'read' | 'unread' | null;
  name_matches: boolean | null;
  documents: StoredDocument[];
  /** Names this state: asked with it, the server answers when there is another. */
  mark?: string;
}

export interface ScanLink {
  id: string;
  /** The link's path with its token. */
  path: string;
  expires_at: string;
}

/** What a phone calls with: a key for one application's scan calls alone. */
export interface ScanKey {
  token: string;
  trn_id: string;
}

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
  return post('/scan/link', {});
}

/** Ends a link before its time. */
export function cancelScanLink(id: string): Promise<unknown> {
  return remove(scanPath(id));
}

/** GET /scan/{id} from the desktop, asked again and again while it is looked at; each time the server waits for something new. */
export function useFollowedScan(id: string | undefined): SWRResponse<FollowedScan, ApiError> {
  const seen = useRef<FollowedScan>(undefined);
  const follow = async (url: string) => {
    const known = seen.current?.mark;
    seen.current = await get<FollowedScan>(url, known ? { params: { known } } : undefined);
    return seen.current;
  };
  return useSWR<FollowedScan, ApiError>(id ? scanPath(id) : null, follow, {
    refreshInterval: (last) => (last?.live === false ? 0 : last?.mark ? AT_ONCE_MS : FOLLOW_MS),
    dedupingInterval: 0,
    shouldRetryOnError: true,
    errorRetryInterval: FOLLOW_MS,
  });
}

/** POST /scan/{id}/open: the token of the address becomes the phone's key. */
export function openScan(id: string, token: string): Promise<ScanKey> {
  return post(`${scanPath(id)}/open`, { token }, { session: 'none' });
}

/** GET /scan/{id} from the phone. */
export function getScan(id: string, key: ScanKey): Promise<ScanState> {
  return get(scanPath(id), asPhone(key));
}

/** POST /applicant/mobile_scan_saveonly: one side's picture. Rejects with 401 once the link has ended. */
export function saveScan(key: ScanKey, { file, documentId, barcode, fields }: ScannedPicture): Promise<unknown> {
  const data = { OCRData: fields, raw_data: barcode };
  const body = { file, document_id: documentId, trn_id: key.trn_id, data };
  return post('/applicant/mobile_scan_saveonly', body, { ...asPhone(key), timeout: NO_TIME_LIMIT });
}

/** The phone has no session of the client's to sign with or to renew. */
function asPhone({ token, trn_id }: ScanKey) {
  return { session: 'none' as const, retried: true, headers: { authorization: token, trn_id } };
}

function scanPath(id: string): string {
  return `/scan/${encodeURIComponent(id)}`;
}
