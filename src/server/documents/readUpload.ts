import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { refuse } from '../http/errors';

export interface Upload {
  fields: Record<string, string>;
  /** What opens the file: used for this request, and apart from the fields so that it is never kept with them. */
  password?: string;
  name: string;
  content: Buffer;
  /** Then `content` is only its beginning. */
  tooBig: boolean;
}

const LIMITS = { files: 1, fields: 10, fieldSize: 200, fieldNameSize: 50, parts: 12 };

/**
 * The one file of a multipart request and its text fields. Reads at most `most` bytes of the file.
 * Throws `uploadBroken` for a request that was cut off, holds no or several files, or is not what it says.
 */
export async function readUpload(request: FastifyRequest, most: number): Promise<Upload> {
  if (!request.isMultipart()) throw refuse('wrongType');
  try {
    return await readParts(request, most);
  } catch (cause) {
    // Busboy tells a cut-off request by plain errors, some without a code.
    request.log.info({ cause: String(cause) }, 'upload broken');
    throw refuse('uploadBroken');
  }
}

async function readParts(request: FastifyRequest, most: number): Promise<Upload> {
  const fields: Record<string, string> = {};
  let file: Omit<Upload, 'fields' | 'password'> | undefined;
  for await (const part of request.parts({ limits: { ...LIMITS, fileSize: most } })) {
    if (part.type === 'file') file = await readFile(part);
    else fields[part.fieldname] = String(part.value);
  }
  if (!file) throw new Error('no file among the parts');
  const { password, ...others } = fields;
  return { fields: others, password, ...file };
}

async function readFile(part: MultipartFile) {
  const chunks: Buffer[] = [];
  for await (const chunk of part.file) chunks.push(chunk as Buffer);
  return { name: part.filename, content: Buffer.concat(chunks), tooBig: part.file.truncated };
}
