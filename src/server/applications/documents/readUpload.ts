import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { refuse } from '../applicationErrors';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on upload routes before the handler runs. */
    upload: Upload;
  }
}

export interface Upload {
  fields: Record<string, string>;
  /** Never stored. */
  password?: string;
  name: string;
  content: Buffer;
  tooBig: boolean;
}

const LIMITS = { files: 1, fields: 10, fieldSize: 200, fieldNameSize: 50, parts: 12 };

/** Reads a multipart upload. Throws `wrongType` or `uploadBroken`. */
export async function readUpload(request: FastifyRequest, maxBytes: number): Promise<Upload> {
  if (!request.isMultipart()) throw refuse('wrongType');
  try {
    return await readParts(request, maxBytes);
  } catch (cause) {
    request.log.info({ cause: String(cause) }, 'An upload could not be read');
    throw refuse('uploadBroken');
  }
}

async function readParts(request: FastifyRequest, maxBytes: number): Promise<Upload> {
  const fields: Record<string, string> = {};
  let file: Omit<Upload, 'fields' | 'password'> | undefined;
  for await (const part of request.parts({ limits: { ...LIMITS, fileSize: maxBytes } })) {
    if (part.type === 'file') file = await readFile(part);
    else fields[part.fieldname] = String(part.value);
  }
  if (!file) throw new Error('The upload has no file');
  if (!file.name) throw new Error('The file has no name');
  const { password, ...rest } = fields;
  return { fields: rest, password, ...file };
}

async function readFile(part: MultipartFile) {
  const chunks: Buffer[] = [];
  for await (const chunk of part.file) chunks.push(chunk);
  // The name can be missing, although its type is `string`.
  const name: string | undefined = part.filename;
  return { name: name?.trim() ?? '', content: Buffer.concat(chunks), tooBig: part.file.truncated };
}
