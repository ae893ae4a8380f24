import { multipartBody, multipartType } from '../../support/multipart';
import type { TestApplicant } from '../../support/serverApplicants';
import type { ApplicantRow } from './rows';
import type { TestData } from './testData';

/** A request that must be refused, and how. */
export interface Attack {
  what: string;
  call: Call;
  expected: readonly number[];
}

export interface Call {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: object | Buffer;
}

/** The parts of a call that identify someone. */
interface Claim {
  /** The transaction ID in the path. */
  path: string;
  headers: Record<string, string>;
  query?: string;
  body?: Record<string, unknown>;
}

const HAS_BODY = ['POST', 'PUT', 'DELETE'];

/** Returns every attack on `row` by someone other than the owner. */
export function attacksOn(key: string, row: ApplicantRow, data: TestData): Attack[] {
  const others = Object.entries(data.others);
  return [
    ...withoutSession(key, row, data),
    ...others.flatMap(([who, other]) => attackAsOther(key, row, data, who, other)),
  ];
}

/** The owner's call. */
export function ownCall(key: string, row: ApplicantRow, data: TestData, owner: TestApplicant = data.victim): Call {
  return callOf(key, row, data, { path: owner.trn, headers: owner.headers });
}

function withoutSession(key: string, row: ApplicantRow, data: TestData): Attack[] {
  const tokens = Object.entries(data.secrets).map(([what, token]) => ({ what, headers: bearer(token) }));
  return [{ what: 'no token', headers: {} }, ...tokens].flatMap(({ what, headers }) =>
    placesOfId(key, data, headers).map(([place, claim]) => ({
      what: `${what}, ${place}`,
      call: callOf(key, row, data, claim),
      expected: [401],
    })),
  );
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Returns a claim for each place that can name the victim. */
function placesOfId(key: string, { victim }: TestData, headers: Record<string, string>) {
  const { email, trn } = victim;
  const own: Claim = { path: trn, headers };
  return [
    ['id in path and header', { ...own, headers: { ...headers, email, trn_id: trn } }],
    ...(key.includes(':') ? [['id in the path', own]] : []),
    ['id in the query', { ...own, query: `${new URLSearchParams({ trn_id: trn, email })}` }],
    ...(takesBody(key) ? [['id in the body', { ...own, body: { trn_id: trn, email } }]] : []),
  ] as [string, Claim][];
}

const takesBody = (key: string): boolean => HAS_BODY.includes(key.split(' ')[0] ?? '');

function attackAsOther(key: string, row: ApplicantRow, data: TestData, who: string, other: TestApplicant): Attack[] {
  const { trn, email } = data.victim;
  const own: Claim = { path: other.trn, headers: other.headers };
  const hasBody = takesBody(key) && !row.multipart;
  const claims: [string, Claim][] = [
    ['trn_id in the header', { ...own, headers: { ...own.headers, trn_id: trn } }],
    ['email in the header', { ...own, headers: { ...own.headers, email } }],
    ['trn_id in the query', { ...own, query: `trn_id=${trn}` }],
    ['trn in the query, next to their own', { ...own, query: `trn=${other.trn}&trn=${trn}` }],
    ['email in the query', { ...own, query: `email=${encodeURIComponent(email)}` }],
    ...(key.includes(':trn')
      ? ([
          ['trn in the path', { ...own, path: trn }],
          ['trn in path and header', { path: trn, headers: { ...own.headers, trn_id: trn, email } }],
        ] as [string, Claim][])
      : []),
    ...(hasBody || row.multipart
      ? ([['trn_id in the body', { ...own, body: { trn_id: trn } }]] as [string, Claim][])
      : []),
    ...(hasBody ? ([['email in the body', { ...own, body: { email } }]] as [string, Claim][]) : []),
  ];
  const attacks = claims.map(([what, claim]) => ({
    what: `${who}, ${what}`,
    call: callOf(key, row, data, claim),
    expected: [403],
  }));
  return [...attacks, ...namingThings(key, row, data, who, own)];
}

/** Uses the caller's own session, but the victim's ids. */
function namingThings(key: string, row: ApplicantRow, data: TestData, who: string, own: Claim): Attack[] {
  const what = `${who}, their own session and the victim's id`;
  const call = callOf(key, row, data, own);
  if (/:(id|file)/.test(key)) return [{ what, call, expected: [404] }];
  if (!row.bodyRefusal) return [];
  const tooLate = who === 'submitted application' && row.submitted === 409 ? [409] : [];
  return [{ what, call: withoutTrn(call), expected: [row.bodyRefusal, ...tooLate] }];
}

const withoutTrn = (call: Call): Call => {
  const { trn_id: _, ...payload } = (call.payload ?? {}) as Record<string, unknown>;
  return { ...call, payload };
};

const PARAMS = { flow: 'application', step: 'identification', section: 'address' };

function callOf(key: string, row: ApplicantRow, data: TestData, claim: Claim): Call {
  const [method = '', template = ''] = key.split(' ');
  const params: Record<string, unknown> = {
    ...PARAMS,
    id: data.victim.documents.scan,
    trn: claim.path,
    ...row.params?.(data.victim),
  };
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const url = claim.query ? `${path}?${claim.query}` : path;
  if (row.multipart) return multipartCall(method, url, row.multipart, claim, data.jpeg);
  if (!row.body) return { method, url, headers: claim.headers, payload: claim.body };
  return { method, url, headers: claim.headers, payload: { ...row.body(data.victim), ...claim.body } };
}

function multipartCall(method: string, url: string, fields: object, { headers, body }: Claim, content: Buffer): Call {
  const payload = multipartBody({ fields: { ...fields, ...(body as Record<string, string>) }, name: 'a.jpg', content });
  return { method, url, headers: { ...headers, 'content-type': multipartType }, payload };
}
