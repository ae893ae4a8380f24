import type { InjectOptions } from 'fastify';
import { createCatalog } from '../../../src/model/section/catalog';
import type { Step } from '../../../src/model/types';
import { readSchemaFiles } from '../../../src/server/forms/readSchemas';
import type { AnyAnswer, AnyServer } from '../../support/anyServer';

const files = await readSchemaFiles();
const catalog = createCatalog(files);

/**
 * Adapts the server at `address` for tests/support. The address can change after each call, because a restarted server
 * has another one.
 */
export function remoteServer(address: () => string): AnyServer {
  return {
    app: { inject: (options) => send(address(), options) },
    deps: { forms: { findStep: stepOf } },
  };
}

function stepOf(flow: string, id: string): Step {
  const found = catalog.flow(flow).steps.find((step) => step.id === id);
  if (!found) throw new Error(`No step ${id} in the flow ${flow}`);
  return found;
}

/** Milliseconds until a call counts as lost. On a busy machine, correct calls have taken 30 seconds. */
const LONGEST_MS = 90_000;

async function send(address: string, { method = 'GET', url, headers, payload }: InjectOptions): Promise<AnyAnswer> {
  const isRaw = payload === undefined || typeof payload === 'string' || Buffer.isBuffer(payload);
  const answer = await fetch(address + String(url), {
    method,
    headers: { ...(!isRaw && { 'content-type': 'application/json' }), ...(headers as Record<string, string>) },
    body: (isRaw ? payload : JSON.stringify(payload)) as string | undefined,
    signal: AbortSignal.timeout(LONGEST_MS),
  });
  const rawPayload = Buffer.from(await answer.arrayBuffer());
  const body = rawPayload.toString();
  return {
    statusCode: answer.status,
    body,
    rawPayload,
    headers: Object.fromEntries(answer.headers),
    json: () => JSON.parse(body),
  };
}
