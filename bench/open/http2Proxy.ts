import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface Certificate {
  key: string;
  cert: string;
  /** Makes the browser trust the certificate. With an ignored certificate error, the browser would cache nothing. */
  fingerprint: string;
}

/**
 * Creates a certificate for 127.0.0.1.
 * @throws Error without openssl
 */
export function makeCertificate(): Certificate {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-certificate-'));
  const [keyFile, certFile] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const words = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1';
  try {
    execFileSync(
      'openssl',
      [...words.split(' '), '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', keyFile, '-out', certFile],
      { stdio: 'ignore' },
    );
    const [key, cert] = [readFileSync(keyFile, 'utf8'), readFileSync(certFile, 'utf8')];
    const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
    return { key, cert, fingerprint: createHash('sha256').update(spki).digest('base64') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts an HTTP/2 proxy for `target`, like a load balancer. */
export async function startHttp2Proxy(
  target: string,
  { key, cert }: Certificate,
): Promise<{ address: string; stop(): void }> {
  const agent = new http.Agent({ keepAlive: true });
  const server = http2.createSecureServer({ key, cert }, (request, response) => {
    const headers = Object.entries(request.headers).filter(([name]) => !name.startsWith(':'));
    const { method, url } = request;
    const onward = http.request(
      new URL(url, target),
      { method, agent, headers: Object.fromEntries(headers) },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, withoutHops(answer.headers));
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.stream?.close());
    request.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sessions = new Set<http2.Http2Session>();
  server.on('session', (session) => sessions.add(session));
  const place = server.address();
  return {
    address: `https://127.0.0.1:${typeof place === 'object' && place ? place.port : 0}`,
    stop() {
      for (const session of sessions) session.destroy();
      server.close();
      agent.destroy();
    },
  };
}

function withoutHops(headers: http.IncomingHttpHeaders): http.OutgoingHttpHeaders {
  const { connection: _c, 'keep-alive': _k, 'transfer-encoding': _t, upgrade: _u, ...rest } = headers;
  return rest;
}
