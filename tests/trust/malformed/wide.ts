import { sendRaw } from '../support/rawRequest';
import type { RequestInputs } from './requests';

/** Maximum wait of another caller's call, for any body. */
const MAX_WAIT_MS = 1000;
const CONCURRENCY = 2;
/** Bytes that any response may have, because even a short request can cause a hundred errors. */
const MIN_ANSWER = 40_000;
const MAX_TIMES = 4;
const HALF_A_KB = 512;

/** The route's size limit, minus a few bytes for the rest of the body. */
const LIMITS: Record<string, number> = {
  'PUT /api/drafts/:trn/:section': 999_000,
  'POST /api/payment': 1_590_000,
  'POST /api/payment/intent': 1_590_000,
  'POST /api/applicant/mobile_scan_saveonly': 13_900_000,
};
const MAX_BYTES = 261_000;

/** Functions that return JSON of about this many bytes. */
const shapes: Record<string, (bytes: number) => string> = {
  'empty rows': (bytes) => `[${'{},'.repeat(bytes / 3)}{}]`,
  'rows of nothing': (bytes) => `[${'null,'.repeat(bytes / 5)}1]`,
  'filled rows': (bytes) => `[${'{"a":[{}],"name":"x"},'.repeat(bytes / 22)}{}]`,
  'lists of lists': (bytes) => `[${`[${'[],'.repeat(90)}1],`.repeat(bytes / 274)}[]]`,
  'unknown members': (bytes) => `{${members(bytes / 14)}"z":1}`,
  'one member again and again': (bytes) => `{${'"type":1,'.repeat(bytes / 9)}"type":{}}`,
  letters: (bytes) => `"${'a@. '.repeat(bytes / 4)}"`,
  quotes: (bytes) => `"${'\\"'.repeat(bytes / 2)}"`,
  blanks: (bytes) => `[${' '.repeat(bytes)}]`,
};

const members = (count: number): string => Array.from({ length: count }, (_, n) => `"k${n + 1_000_000}":1,`).join('');

/**
 * Sends bodies of each shape to each route: the largest that are allowed, and small ones. Meanwhile, another caller
 * must get each response within a second.
 */
export async function testWideBodies(
  port: number,
  address: string,
  inputs: RequestInputs,
  other: Record<string, string>,
) {
  const requests = Object.entries(inputs.bodies).flatMap(([route, body]) => widenBody(route, body));
  const failures: string[] = [];
  const watch = measureOtherCaller(address, other);
  const one = async (): Promise<void> => {
    for (let next = requests.pop(); next; next = requests.pop()) {
      const wait = await watch.during(send(port, inputs, next));
      const what = `${next.route} with ${next.what}`;
      if (wait.ms > MAX_WAIT_MS) failures.push(`${what} made another caller wait for ${wait.ms} ms`);
      const { status, body } = wait.answer;
      if (status === 0 || status >= 500) failures.push(`${what}: ${status}`);
      if (body.length > Math.max(MIN_ANSWER, MAX_TIMES * next.text.length))
        failures.push(`${what}: ${next.text.length} bytes get a response of ${body.length}`);
    }
  };
  const n = requests.length;
  await Promise.all(Array.from({ length: CONCURRENCY }, one));
  const figure = `during ${n} wide bodies, another caller waited at most ${await watch.stop()} ms`;
  return { n, failures, figure };
}

interface Wide {
  route: string;
  what: string;
  text: string;
}

function widenBody(route: string, body: unknown): Wide[] {
  const whole = JSON.stringify(body);
  const names = Object.keys(body as object);
  return Object.entries(shapes).flatMap(([shape, make]) =>
    [LIMITS[route] ?? MAX_BYTES, HALF_A_KB].flatMap((room) => {
      const size = Math.max(HALF_A_KB, room - whole.length);
      // Sends the widest bodies with only one wide member, but the small ones with each member in turn.
      const chosen = room === HALF_A_KB ? names : names.slice(0, 1);
      return chosen.map((name) => {
        const text = JSON.stringify({ ...(body as object), [name]: '@' }).replace('"@"', () => make(size));
        return { route, what: `${shape} of ${text.length} bytes at ${name}`, text };
      });
    }),
  );
}

function send(port: number, { headers, phone, trn }: RequestInputs, { route, text }: Wide) {
  const [method = '', template = ''] = route.split(' ');
  const path = template
    .replace(':trn', trn)
    .replace(':section', 'address')
    .replace(':step', 'identification')
    .replace(':id', '1');
  const own = /mobile_scan/.test(route) ? phone : headers;
  const json: [string, string][] = [...Object.entries(own), ['content-type', 'application/json']];
  return sendRaw(port, { method, path, headers: json, body: Buffer.from(text) });
}

/** Another caller, who repeats a call. */
function measureOtherCaller(address: string, headers: Record<string, string>) {
  let isOver = false;
  let slowest = 0;
  let since = Date.now();
  let slowestOf = 0;
  const note = (): void => {
    slowestOf = Math.max(slowestOf, Date.now() - since);
    slowest = Math.max(slowest, slowestOf);
  };
  const asking = (async () => {
    while (!isOver) {
      since = Date.now();
      await (await fetch(`${address}/api/users/applicationdetail`, { headers })).text();
      note();
    }
  })();
  return {
    /** Returns the result of `work`, and the caller's longest wait during it. */
    async during<T>(work: Promise<T>): Promise<{ answer: T; ms: number }> {
      slowestOf = 0;
      const answer = await work;
      note();
      return { answer, ms: slowestOf };
    },
    async stop(): Promise<number> {
      isOver = true;
      await asking;
      return slowest;
    },
  };
}
