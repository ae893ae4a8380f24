import type { IncomingMessage } from 'node:http';
import { isRecord } from '../../../src/model/answers/paths';
import { everyPayload } from './payloads';
import type { Deal } from './plant';

/** What the server is made to say: what it has, the same with payloads in each of its texts, refusals of reads, refusals of writes. */
export type Weather = 'as it is' | 'hostile answers' | 'reads refused' | 'writes refused';

/** Names whose values the program goes by; everything else that is a string is for people. */
const NOT_SHOWN =
  /key$|(^|_)(id|trn|token|type|types|status|url|link|path|hash|validator|name|state|code|class|kind|revision|mark|barcode|today|format|pattern|mode|const|enum|const|widget|rules|removed|schema|ui|order)$|id$|url|token|trn|date|time|file|provider|\$ref|^x-/i;
const SHOWN_IN_FORMS = /^(title|description|ui:help|ui:description|ui:placeholder|ui:title)$/;
const STATUSES = [400, 422, 500, 409, 404, 503, 403, 429];

/** What a refusal's words begin with. */
export const markOf = (time: number) => `Refusal ${STATUSES[time % STATUSES.length]}`;

/** The `time`th refusal, where the weather has one for this request. */
export function refusalFor(weather: Weather, { method, url = '' }: IncomingMessage, deal: Deal, time: number) {
  if (!url.startsWith('/api/') || /^\/api\/(forms\/(validators|rules|changes)|logos|docs)/.test(url)) return undefined;
  if (weather === 'reads refused' && method === 'GET') return refusal(time, deal);
  // A draft comes when it likes: it would take a refusal away from the act.
  const isAct = method !== 'GET' && !url.startsWith('/api/drafts/');
  return weather === 'writes refused' && isAct ? refusal(time, deal) : undefined;
}

/** A refusal whose words are payloads, all of them in the message. */
function refusal(time: number, deal: Deal) {
  const status = STATUSES[time % STATUSES.length] ?? 400;
  const mark = markOf(time);
  const path = [
    '/email',
    '/applicant/first_name',
    '/address/0/street_address',
    '/questions/0/response',
    '/cname',
    '/hat',
  ];
  const errors = path.map((one) => ({ path: one, message: `${mark} ${deal()}` }));
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

/** An answer with a payload behind each text that people read. */
export function spoiled(node: unknown, deal: Deal, isForm: boolean, name = ''): unknown {
  if (Array.isArray(node)) return node.map((one) => spoiled(one, deal, isForm, name));
  if (isRecord(node))
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, spoiled(value, deal, isForm, key)]));
  if (typeof node !== 'string' || node === '') return node;
  const isShown = isForm ? SHOWN_IN_FORMS.test(name) : !NOT_SHOWN.test(name) || TRANSLATED_KEYS.test(name);
  return isShown ? `${node} ${deal()}` : node;
}

const TRANSLATED_KEYS =
  /^(first_name|last_name|middle_name|subscriber_name|applicant_name|name|fullName|PropertyName|message)$/;
