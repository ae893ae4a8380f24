import type { APIRequestContext } from '@playwright/test';
import { runPortalCommand } from './operator';

type Part = Record<string, unknown>;

/** Decides on a landlord's applications with an API key. */
export interface OfficeKey {
  decide(application: string, decision: Part): Promise<void>;
  refund(application: string, refund: { amount: number; why: string }): Promise<void>;
}

export async function makeOfficeKey(request: APIRequestContext, landlord = 'demo'): Promise<OfficeKey> {
  const printed = await runPortalCommand('apikey', 'add', landlord, '--scope', 'read,status');
  const key = /rak_\S+/.exec(printed)?.[0];
  if (!key) throw new Error(`There is no key in: ${printed}`);
  const headers = { authorization: `Bearer ${key}` };
  return {
    async decide(application, decision) {
      const url = `/api/office/applications/${application}`;
      const { revision } = (await (await request.get(url, { headers })).json()).records;
      const answer = await request.post(`${url}/acts`, { headers, data: { revision, ...decision } });
      if (!answer.ok()) throw new Error(`${answer.status()}: ${await answer.text()}`);
    },
    async refund(application, refund) {
      const url = `/api/office/applications/${application}/refunds`;
      const once = { ...headers, 'idempotency-key': `refund-${application}` };
      const answer = await request.post(url, { headers: once, data: refund });
      if (!answer.ok()) throw new Error(`${answer.status()}: ${await answer.text()}`);
    },
  };
}
