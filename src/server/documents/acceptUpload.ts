import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import documents from '../../../schemas/documents.json';
import texts from '../../../schemas/texts/server-application.json';
import type { Deps } from '../deps';
import { idempotent } from '../http/idempotency';
import { answer } from '../http/reply';
import { readUpload, type Upload } from './readUpload';
import { type FixedPlace, takeUpload } from './takeUpload';

/** A route's handler that takes one file: sent again because its answer was lost, the same file is stored once. */
export function acceptUpload(deps: Deps, fixed?: FixedPlace) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await deps.limits.take('upload', { account: request.applicant.trn, address: request.ip });
    const upload = await readUpload(request, documents.usual.most);
    const take = async (_request: FastifyRequest, _reply: FastifyReply, act?: string) =>
      answer(await takeUpload(deps, request.applicant.trn, upload, fixed, act), texts.done.uploaded);
    return idempotent(deps, take, () => markOf(upload))(request, reply);
  };
}

/** Tells one upload from another. */
const markOf = ({ fields, name, content }: Upload) => [
  fields,
  name,
  createHash('sha256').update(content).digest('base64url'),
];
