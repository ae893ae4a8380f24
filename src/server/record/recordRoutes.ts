import type { FastifyInstance } from 'fastify';
import { payment, recordParts } from '../../contract/payment';
import type { Deps } from '../deps';
import { ticketUrl } from '../documents/fileTicket';
import { answer } from '../http/reply';
import { routesOf } from '../http/routesOf';
import { checkRecord } from './checkRecord';

/** Whether the signed record is whole, and its PDF. */
export function recordRoutes(api: FastifyInstance, deps: Deps): void {
  // Every file of an application is read for it, so who asks meanwhile waits for the same check.
  const running = new Map<string, ReturnType<typeof checkRecord>>();
  const checkOnce = (trn: string) => {
    const check = running.get(trn) ?? checkRecord(deps, trn).finally(() => running.delete(trn));
    running.set(trn, check);
    return check;
  };
  routesOf(
    api,
    deps,
    payment,
  )('GET /record/:trn', async ({ applicant: { trn } }) => {
    const check = await checkOnce(trn);
    if (!check) return answer({ state: 'missing', parts: [], files: [] });
    const { document, entry, parts, files, isWhole, body } = check;
    return answer({
      state: isWhole ? 'whole' : 'broken',
      parts: recordParts.flatMap((part) => {
        const whole = parts[part];
        return whole === undefined ? [] : [{ part, whole }];
      }),
      files,
      hash: entry.hash,
      signed_at: body?.signed_at ?? null,
      document: document
        ? ticketUrl(deps.tokenKey, { blob_path: document.blob_path, trn }, 'file', deps.clock())
        : null,
    });
  });
}
