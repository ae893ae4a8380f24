import type { BrowserContext, Route } from '@playwright/test';
import { isRecord } from '../../../src/model/paths';
import { everyPayload } from './payloads';
import type { Deal } from './plant';

/** What the server is made to say: what it has, the same with payloads in each of its texts, refusals of reads, refusals of writes. */
export type Weather = 'as it is' | 'hostile answers' | 'reads refused' | 'writes refused';

/** Names whose values the program goes by; everything else that is a string is for people. */
const NOT_SHOWN =
  /key$|(^|_)(id|trn|token|type|types|status|url|link|path|hash|validator|name|accent|logo|state|code|class|kind|stamp|today|format|pattern|mode|const|enum|const|widget|rules|removed|schema|ui|order)$|id$|url|token|trn|date|time|file|provider|\$ref|^x-/i;
const SHOWN_IN_FORMS = /^(title|description|ui:help|ui:description|ui:placeholder|ui:title)$/;
const STATUSES = [400, 422, 500, 409, 404, 503, 403, 429];

/** What a refusal's words begin with. */
export const markOf = (time: number) => `Refusal ${STATUSES[time % STATUSES.length]}`;

/** Makes the API of a context answer as the weather is; its refusals begin anew with the first. */
export async function setWeather(context: BrowserContext, weather: Weather, deal: Deal): Promise<void> {
  await context.unroute('**/api/**');
  if (weather === 'as it is') return;
  let count = 0;
  const refuse = (route: Route) => route.fulfill(refusal(count++, deal));
  await context.route('**/api/**', (route) => {
    const isRead = route.request().method() === 'GET';
    const isModule = /\/api\/(forms\/validators|forms\/changes|logos|docs)/.test(route.request().url());
    if (isModule) return route.fallback();
    if (weather === 'hostile answers') return isRead ? spoil(route, deal) : route.fallback();
    // A draft comes when it likes: it would take a refusal away from the act.
    const isDraft = !isRead && route.request().url().includes('/api/drafts/');
    return isRead === (weather === 'reads refused') && !isDraft ? refuse(route) : route.fallback();
  });
}

/** A refusal whose words are payloads, all of them in the message. */
function refusal(time: number, deal: Deal) {
  const status = STATUSES[time % STATUSES.length];
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
    headers: status === 429 ? { 'retry-after': '3' } : undefined,
    json: { status, success: false, code: 'invalid', message: `${mark} ${everyPayload}`, records: null, errors },
  };
}

async function spoil(route: Route, deal: Deal): Promise<void> {
  const response = await route.fetch().catch(() => undefined);
  if (!response?.headers()['content-type']?.includes('json')) return route.fallback();
  const isForm = /\/api\/forms\//.test(route.request().url());
  await route.fulfill({ response, json: spoiled(await response.json(), deal, isForm) });
}

function spoiled(node: unknown, deal: Deal, isForm: boolean, name = ''): unknown {
  if (Array.isArray(node)) return node.map((one) => spoiled(one, deal, isForm, name));
  if (isRecord(node))
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, spoiled(value, deal, isForm, key)]));
  if (typeof node !== 'string' || node === '') return node;
  const isShown = isForm ? SHOWN_IN_FORMS.test(name) : !NOT_SHOWN.test(name) || SPOKEN.test(name);
  return isShown ? `${node} ${deal()}` : node;
}

const SPOKEN = /^(first_name|last_name|middle_name|subscriber_name|applicant_name|name|fullName|PropertyName|message)$/;
