import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { virtualSection } from '../typing/build';
import { benchSection } from '../typing/section';

const HERE = import.meta.dirname;
const OUT = path.join(HERE, '../dist/open');

export interface References {
  address: string;
  stop(): void;
}

/** Builds RJSF's page, and serves it at /rjsf/ beside /static/: one field drawn by one script of `kilobytes` gzip, the least that a page of this weight can take. */
export async function serveReferences(kilobytes: number): Promise<References> {
  await buildRjsf();
  writeStatic(kilobytes);
  const server = http.createServer((request, response) => serve(request.url ?? '/', response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = server.address();
  return {
    address: `http://127.0.0.1:${typeof place === 'object' && place ? place.port : 0}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function buildRjsf(): Promise<void> {
  const outDir = path.join(OUT, 'rjsf');
  rmSync(OUT, { recursive: true, force: true });
  await build({
    configFile: false,
    root: path.join(HERE, 'rjsf'),
    base: '/rjsf/',
    logLevel: 'error',
    plugins: [react(), virtualSection({ schema: benchSection(3).schema })],
    resolve: { dedupe: ['react', 'react-dom', '@emotion/react', '@rjsf/core', '@rjsf/utils', '@chakra-ui/react'] },
    build: { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 5000 },
  });
}

function writeStatic(kilobytes: number): void {
  const folder = path.join(OUT, 'static');
  mkdirSync(folder, { recursive: true });
  const html =
    '<!doctype html><html lang="en"><title>One script</title><main></main><script type="module" src="script.js"></script></html>';
  // Base64 is 4 letters for 3 bytes that no compression shortens.
  const filling = randomBytes(Math.round(kilobytes * 1000)).toString('base64');
  writeFileSync(path.join(folder, 'index.html'), html);
  writeFileSync(
    path.join(folder, 'script.js'),
    `document.querySelector('main').append(document.createElement('input')); /* ${filling} */`,
  );
}

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

function serve(url: string, response: http.ServerResponse): void {
  const name = url.endsWith('/') ? `${url}index.html` : url;
  const type = TYPES[path.extname(name)];
  const file = path.join(OUT, path.normalize(name));
  if (!type || !file.startsWith(OUT)) return void response.writeHead(404).end();
  try {
    const body = gzipSync(readFileSync(file));
    const caching = type === 'text/html' ? 'no-cache' : 'public, max-age=31536000, immutable';
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip', 'cache-control': caching }).end(body);
  } catch {
    response.writeHead(404).end();
  }
}
