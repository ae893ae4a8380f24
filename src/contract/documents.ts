import { Type } from 'typebox';
import { describeResource, IdempotencyKey, NumberOrDigits } from './call';

export const StoredDocument = Type.Object({
  /** `application_document_id` in the specification. */
  id: Type.Integer(),
  blob_path: Type.String(),
  name: Type.String(),
  size: Type.Integer(),
  type: Type.String(),
  document_id: Type.Integer(),
  source_id: Type.Integer(),
  is_Duplicate: Type.Optional(Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1] })),
  messages: Type.Optional(Type.Array(Type.Object({ message: Type.String(), isDeleted: Type.Boolean() }))),
});

export function fileForm(members: Record<string, object>) {
  const files = { type: 'string', format: 'binary' };
  return Type.Unsafe<FormData>({ type: 'object', required: ['files'], properties: { ...members, files } });
}

const text = { type: 'string' };
const place = { trn_id: text, document_id: text, source_id: text };

/** A repeated upload with the same key stores the file once. */
const upload = (summary: string, members: Record<string, object>) =>
  ({ summary, once: true, content: 'upload', body: fileForm(members), answer: StoredDocument }) as const;

/** docs/spec/001.md and 003.md, §7. */
export const documents = describeResource('Documents', {
  'POST /applicant/document': upload('Uploads a file', { ...place, allowOfferLetter: text, password: text }),
  'POST /contextual/petimage': upload('Uploads a picture of a pet', place),
  'POST /secondary/proof': upload('Uploads a supplemental document', place),
  'GET /applicant/getiddocumentstatus/:trn': {
    summary: "The application's files",
    answer: Type.Array(StoredDocument),
  },
  'DELETE /applicant/deletedocument/:id': { summary: 'Deletes a file' },
  'DELETE /applicant/barcodedocument/:id': { summary: 'Deletes a file' },
  'DELETE /contextual/petimage/:id': { summary: 'Deletes a file' },
  'DELETE /secondary/proof/:file': { summary: 'Deletes a supplemental document by the file name in its `blob_path`' },
  'POST /applicant/upload/cancel': {
    summary: 'Deletes the file that was uploaded with this `Idempotency-Key`, and refuses it if it arrives later',
    body: Type.Object({ key: IdempotencyKey }, { additionalProperties: false }),
  },
  'POST /contextual/deletedocument': {
    summary: 'Deletes the files of one type and source, or one of them',
    body: Type.Object(
      {
        trn_id: Type.Optional(Type.String()),
        source_id: NumberOrDigits,
        document_id: NumberOrDigits,
        application_document_id: Type.Optional(Type.Integer()),
      },
      { additionalProperties: false },
    ),
  },
  'GET /applicant/ticket/:id': {
    summary: 'A short-lived URL for a file or its thumbnail',
    query: Type.Object({ kind: Type.Optional(Type.Enum(['file', 'thumbnail'])) }),
    answer: Type.Object({ url: Type.String() }),
  },
  'GET /applicant/getdocumentImg/:id': { summary: 'A file', content: 'download' },
  'GET /files/*': {
    summary: 'The file at a short-lived URL',
    open: true,
    content: 'download',
    query: Type.Object({ token: Type.Optional(Type.String()) }),
  },
});
