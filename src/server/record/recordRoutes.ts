import type { FastifyInstance } from 'fastify';
import { payment, type RecordState, recordParts } from '../../contract/payment';
import type { Deps } from '../deps';
import { ticketUrl } from '../documents/documentStore';
import { answer, routesOf } from '../http/routesOf';
import { checkRecord } from './checkRecord';

/** Whether the signed record is whole, and its PDF. */
export function recordRoutes(api: FastifyInstance, deps: Deps): void {
  routesOf(
    api,
    deps,
    payment,
  )('GET /record/:trn', async ({ applicant: { trn } }) => answer(await readRecord(deps, trn)));
}

/** How the record stands, part by part, with a ticket for its PDF. */
export async function readRecord(deps: Deps, trn: string): Promise<RecordState> {
  const check = await checkOnce(deps, trn);
  if (!check) return { state: 'missing', parts: [], files: [] };
  const { document, entry, parts, files, isWhole, body } = check;
  return {
    state: isWhole ? 'whole' : 'broken',
    parts: recordParts.flatMap((part) => {
      const whole = parts[part];
      return whole === undefined ? [] : [{ part, whole }];
    }),
    files,
    hash: entry.hash,
    signed_at: body?.signed_at ?? null,
    document: document ? ticketUrl(deps.tokenKey, { blob_path: document.blob_path, trn }, 'file', deps.clock()) : null,
  };
}

/** Every file of an application is read for it, so who asks meanwhile waits for the same check. */
const running = new Map<string, ReturnType<typeof checkRecord>>();

function checkOnce(deps: Deps, trn: string): ReturnType<typeof checkRecord> {
  const check = running.get(trn) ?? checkRecord(deps, trn).finally(() => running.delete(trn));
  running.set(trn, check);
  return check;
}
