import type { IncomingMessage } from 'node:http';
import { isRecord } from '../../../src/model/answers/paths';
import { everyPayload } from './payloads';
import type { NextPayload } from './seedOperator';

/** The server's responses: unchanged, with payloads in each text, or rejecting reads or writes. */
export type ResponseMode = 'unchanged' | 'with payloads' | 'reads rejected' | 'writes rejected';

/** Members whose values the app itself uses. All other texts are for people. */
const NOT_SHOWN =
  /key$|(^|_)(id|trn|token|type|types|status|url|link|path|hash|validator|name|state|code|class|kind|revision|mark|barcode|today|format|pattern|mode|const|enum|const|widget|rules|removed|schema|ui|order)$|id$|url|token|trn|date|time|file|provider|\$ref|^x-/i;
const SHOWN_IN_FORMS = /^(title|description|ui:help|ui:description|ui:placeholder|ui:title)$/;
const STATUSES = [400, 422, 500, 409, 404, 503, 403, 429];

/** The start of an error's message. */
export const errorMarker = (time: number) => `Refusal ${STATUSES[time % STATUSES.length]}`;

/** Returns the `time`th error if `mode` rejects the request. */
export function findErrorResponse(
  mode: ResponseMode,
  { method, url = '' }: IncomingMessage,
  nextPayload: NextPayload,
  time: number,
) {
  if (!url.startsWith('/api/') || /^\/api\/(forms\/(validators|rules|changes)|logos|docs)/.test(url)) return undefined;
  if (mode === 'reads rejected' && method === 'GET') return createErrorResponse(time, nextPayload);
  // A draft can be saved at any time, and would use up the action's error.
  const isAct = method !== 'GET' && !url.startsWith('/api/drafts/');
  return mode === 'writes rejected' && isAct ? createErrorResponse(time, nextPayload) : undefined;
}

/** An error with all payloads in its message. */
function createErrorResponse(time: number, nextPayload: NextPayload) {
  const status = STATUSES[time % STATUSES.length] ?? 400;
  const mark = errorMarker(time);
  const path = [
    '/email',
    '/applicant/first_name',
    '/address/0/street_address',
    '/questions/0/response',
    '/cname',
    '/hat',
  ];
  const errors = path.map((one) => ({ path: one, message: `${mark} ${nextPayload()}` }));
  return {
    status,
    headers: { 'content-type': 'application/json', ...(status === 429 && { 'retry-after': '3' }) },
    body: JSON.stringify({
      status,
      success: false,
      code: 'invalid',
      message: `${mark} ${everyPayload}`,
      records: null,
      errors,
    }),
  };
}

/** Adds a payload to each text that people read. */
export function addPayloads(node: unknown, nextPayload: NextPayload, isForm: boolean, name = ''): unknown {
  if (Array.isArray(node)) return node.map((one) => addPayloads(one, nextPayload, isForm, name));
  if (isRecord(node))
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, addPayloads(value, nextPayload, isForm, key)]),
    );
  if (typeof node !== 'string' || node === '') return node;
  const isShown = isForm ? SHOWN_IN_FORMS.test(name) : !NOT_SHOWN.test(name) || TRANSLATED_KEYS.test(name);
  return isShown ? `${node} ${nextPayload()}` : node;
}

const TRANSLATED_KEYS =
  /^(first_name|last_name|middle_name|subscriber_name|applicant_name|name|fullName|PropertyName|message)$/;
