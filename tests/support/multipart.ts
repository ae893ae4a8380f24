import type { AnyServer } from './anyServer';
import type { TestApplicant } from './serverApplicants';

export interface UploadParts {
  fields: Record<string, string>;
  name: string;
  content: Buffer;
  /** The field that holds the file. */
  field?: string;
}

const BOUNDARY = '----rentalTestBoundary';

export const multipartType = `multipart/form-data; boundary=${BOUNDARY}`;

/** Returns a multipart body like a browser's: text fields, then a file. */
export function multipartBody({ fields, name, content, field = 'files' }: UploadParts): Buffer {
  const texts = Object.entries(fields).map(
    ([key, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return Buffer.concat([Buffer.from(texts.join('') + head), content, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

/** Posts a multipart body. */
export function postMultipart(server: AnyServer, applicant: TestApplicant, url: string, body: Buffer) {
  return server.app.inject({ method: 'POST', url, headers: headersOf(applicant), payload: body });
}

/** Returns the request, to be sent later or several times. */
export function multipartRequest(applicant: TestApplicant, url: string, parts: UploadParts) {
  return { method: 'POST' as const, url, headers: headersOf(applicant), payload: multipartBody(parts) };
}

function headersOf({ headers }: TestApplicant): Record<string, string> {
  return { ...headers, 'content-type': multipartType };
}

/** POST applicant/document. */
export function upload(
  server: AnyServer,
  applicant: TestApplicant,
  documentId: number,
  file: { name: string; content: Buffer },
  sourceId = 0,
) {
  const fields = {
    trn_id: applicant.trn,
    document_id: String(documentId),
    source_id: String(sourceId),
    allowOfferLetter: 'false',
  };
  return postMultipart(server, applicant, '/api/applicant/document', multipartBody({ fields, ...file }));
}
