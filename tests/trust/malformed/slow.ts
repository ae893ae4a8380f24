import net from 'node:net';
import { headOf, type RawRequest } from '../support/rawRequest';

const SOCKETS = 60;
const BYTE_DELAY_MS = 150;
const DURATION_MS = 6000;
const MAX_MS = 5000;

/** Bodies and headers that arrive byte by byte on many connections, while others still get responses. */
export async function testSlowRequests(port: number, address: string, session: Record<string, string>) {
  const failures: string[] = [];
  const sockets = Array.from({ length: SOCKETS }, (_, n) =>
    sendSlowly(port, n % 3 === 0, n % 3 === 1 ? uploadBy(session) : LOGIN),
  );
  let slowest = 0;
  let n = 0;
  for (const end = Date.now() + DURATION_MS; Date.now() < end; n += 1) {
    const started = Date.now();
    const { status } = await fetch(`${address}/api/users/states`);
    slowest = Math.max(slowest, Date.now() - started);
    if (status !== 200) failures.push(`during slow bodies, a request returned ${status}`);
  }
  if (slowest > MAX_MS) failures.push(`during slow bodies, a request took ${slowest} ms`);
  for (const { stop } of sockets) stop();
  return { n: n + SOCKETS, failures, figure: `at most ${slowest} ms during ${SOCKETS} slow bodies` };
}

/** A body that never ends is cut off by the server within two and a half minutes (Node checks every 30 seconds). */
export async function testEndlessBodies(port: number): Promise<string[]> {
  const started = Date.now();
  const { ended, stop } = sendSlowly(port, false, LOGIN);
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, 155_000, 'late').unref());
  const first = await Promise.race([ended, late]);
  stop();
  return first === 'late' ? [`a body that never ends was still accepted after ${Date.now() - started} ms`] : [];
}

const LENGTH: [string, string] = ['content-length', '100000'];
const LOGIN: RawRequest = {
  method: 'POST',
  path: '/api/users/login',
  headers: [['content-type', 'application/json'], LENGTH],
};

/** An upload without any parts. */
const uploadBy = (session: Record<string, string>): RawRequest => ({
  method: 'POST',
  path: '/api/applicant/document',
  headers: [...Object.entries(session), ['content-type', 'multipart/form-data; boundary=x'], LENGTH],
});

function sendSlowly(port: number, inHead: boolean, request: RawRequest) {
  const head = headOf(request);
  const socket = net.connect(port, '127.0.0.1', () => socket.write(inHead ? head.slice(0, -4) : head));
  const timer = setInterval(() => socket.write(inHead ? '\r\nx: y' : ' '), BYTE_DELAY_MS);
  // The server may close the connection at any time.
  socket.on('error', () => {});
  const ended = new Promise<'ended'>((resolve) => socket.once('close', () => resolve('ended')));
  return {
    ended,
    stop() {
      clearInterval(timer);
      socket.destroy();
    },
  };
}
