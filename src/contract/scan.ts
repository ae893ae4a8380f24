import { type Static, Type } from 'typebox';
import type { OcrField } from '../model/ocrFields';
import { described, describeResource, nullable } from './call';
import { StoredDocument } from './documents';

/** One side of the identity document (docs/spec/003, section 3, Scan record). */
const ScanSide = Type.Object({ res: Type.Boolean(), document_typeid: nullable(Type.Integer()) });
export type ScanSide = Static<typeof ScanSide>;

const sides = {
  front: ScanSide,
  back: ScanSide,
  /** The kinds of document that may be photographed, in the order of the form. */
  types: Type.Array(Type.Integer()),
};

/** What a phone may know. */
const ScanState = Type.Object(sides);
export type ScanState = Static<typeof ScanState>;

/** What the desktop follows. */
const FollowedScan = Type.Object({
  ...sides,
  documents: Type.Array(StoredDocument),
  /** A phone has opened the link. */
  opened: Type.Boolean(),
  live: Type.Boolean(),
  expires_at: Type.String(),
  barcode: Type.Union([Type.Literal('read'), Type.Literal('unread'), Type.Null()]),
  name_matches: nullable(Type.Boolean()),
  /** Names this state: asked with it, the server answers when there is another. */
  mark: Type.String(),
});
export type FollowedScan = Static<typeof FollowedScan>;

const ScanLink = Type.Object({
  id: Type.String(),
  /** The link's path with its token. */
  path: Type.String(),
  expires_at: Type.String(),
});
export type ScanLink = Static<typeof ScanLink>;

/** What a phone calls with: a key for the scan calls of one application only. */
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
          /** The text of the barcode, as far as the phone could read it. */
          raw_data: Type.Optional(Type.String({ maxLength: 4000 })),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

/** The scan on a phone: a link from the desktop, the phone's way in, its pictures, and what the desktop follows (docs/spec/003, 2 and 7). */
export const scan = describeResource('Phone scan', {
  'POST /scan/link': { summary: 'A new link for this application; the last one ends', answer: ScanLink },
  'DELETE /scan/:id': { summary: 'Ends a link before its time' },
  'POST /scan/:id/open': {
    summary: 'The token of a link’s address becomes the phone’s key',
    open: true,
    body: Type.Object({ token: Type.String({ minLength: 20, maxLength: 200 }) }, { additionalProperties: false }),
    answer: ScanKey,
  },
  'GET /scan/:id': {
    summary: 'What a phone may know, or, with `known` of the last answer, what the desktop follows',
    open: true,
    query: Type.Object({ known: Type.Optional(Type.String()) }),
    answer: Type.Union([FollowedScan, ScanState]),
  },
  'POST /applicant/mobile_scan_saveonly': {
    summary: 'One side’s picture from the phone',
    open: true,
    body: Picture,
    answer: Type.Object({ id: Type.Integer(), blob_path: Type.String() }),
  },
});
