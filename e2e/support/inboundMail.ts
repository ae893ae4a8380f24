import type { APIRequestContext, APIResponse } from '@playwright/test';
import { Webhook } from 'standardwebhooks';

/** Settings of the app under test for incoming email. */
export const inboundSettings = {
  MAIL_REPLY_TO: 'reply@in.example',
  MAIL_INBOUND_SECRET: `whsec_${Buffer.from('for browser tests alone').toString('base64')}`,
};

interface Reply {
  from: string;
  to: string;
  text: string;
}

/** Signs a reply and delivers it, like the email provider. */
export function deliverReply(request: APIRequestContext, { from, to, text }: Reply): Promise<APIResponse> {
  const now = new Date();
  const data = { message_id: `<${now.getTime()}@mail.example>`, from, to: [to], text };
  const body = JSON.stringify({ type: 'email.received', timestamp: now.toISOString(), data });
  const headers = {
    'content-type': 'application/json',
    'webhook-id': 'msg_e2e',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(inboundSettings.MAIL_INBOUND_SECRET).sign('msg_e2e', now, body),
  };
  return request.post('/api/mail/inbound', { headers, data: body });
}
