import { type Static, Type } from 'typebox';
import type { OcrField } from '../model/license/licenseFields';
import { described, describeResource, nullable } from './call';
import { StoredDocument } from './documents';

/** A side of the identity document (docs/spec/003.md, §3). */
const ScanSide = Type.Object({ res: Type.Boolean(), document_typeid: nullable(Type.Integer()) });
export type ScanSide = Static<typeof ScanSide>;

const Landlord = Type.Object({
  name: Type.String(),
  logo: Type.String(),
  accent: Type.String(),
  phone: Type.String(),
  email: Type.String(),
});

const sides = {
  front: ScanSide,
  back: ScanSide,
  /** Document types that can be photographed, in form order. */
  types: Type.Array(Type.Integer()),
};

/** For the phone. */
const ScanState = Type.Object({ ...sides, landlord: Landlord });
export type ScanState = Static<typeof ScanState>;

/** For the desktop. */
const FollowedScan = Type.Object({
  ...sides,
  documents: Type.Array(StoredDocument),
  opened: Type.Boolean(),
  live: Type.Boolean(),
  expires_at: Type.String(),
  barcode: Type.Union([Type.Literal('read'), Type.Literal('unread'), Type.Null()]),
  name_matches: nullable(Type.Boolean()),
  /** Version of this state. Send it as `known` to wait for a change. */
  mark: Type.String(),
});
export type FollowedScan = Static<typeof FollowedScan>;

const ScanLink = Type.Object({
  id: Type.String(),
  /** URL path with the token. */
  path: Type.String(),
  expires_at: Type.String(),
});
export type ScanLink = Static<typeof ScanLink>;

/** Key that a phone uses for the scan calls of one application. */
const ScanKey = Type.Object({ token: Type.String(), trn_id: Type.String(), expires_at: Type.String() });
export type ScanKey = Static<typeof ScanKey>;

const Picture = Type.Object(
  {
    /** A base64 data URL. */
    file: Type.String({ minLength: 1 }),
    document_id: Type.Union([Type.Integer(), Type.String({ pattern: '^[0-9]{1,3}$' })]),
    trn_id: Type.String({ maxLength: 100 }),
    data: Type.Optional(
      Type.Object(
        {
          OCRData: Type.Optional(Type.Array(described<OcrField>(), { maxItems: 50 })),
          /** Barcode text, if the phone could read it. */
          raw_data: Type.Optional(Type.String({ maxLength: 4000 })),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

/** docs/spec/003.md, §2 and §7. */
export const scan = describeResource('Phone scan', {
  'POST /scan/link': { summary: 'Creates a link for this application and ends the previous one', answer: ScanLink },
  'DELETE /scan/:id': { summary: 'Ends a link' },
  'POST /scan/:id/open': {
    summary: 'Exchanges the token in a link for the phone’s key, once; a repeated call needs the same Idempotency-Key',
    open: true,
    once: true,
    body: Type.Object({ token: Type.String({ minLength: 20, maxLength: 200 }) }, { additionalProperties: false }),
    answer: ScanKey,
  },
  'GET /scan/:id': {
    summary: 'State of a scan; on the desktop, a call with `known` (the last `mark`) waits for a change',
    open: true,
    query: Type.Object({ known: Type.Optional(Type.String()) }),
    answer: Type.Union([FollowedScan, ScanState]),
  },
  'POST /applicant/mobile_scan_saveonly': {
    summary: 'Stores the phone’s picture of one side of the identity document',
    open: true,
    body: Picture,
    answer: Type.Object({ id: Type.Integer(), blob_path: Type.String() }),
  },
});
