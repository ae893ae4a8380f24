import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const POLL_INTERVAL_MS = 1000;

interface Issue {
  code: string;
  file: string;
  line: number;
  fix: string;
}

/** Vite plugin for `npm run dev`. Open pages show why a changed schema file was rejected. */
export function rejectedEditsPlugin(api: string): Plugin {
  return {
    name: 'rejected-edits',
    apply: (_config, { command }) => command === 'serve' && !process.env.VITEST,
    configureServer({ ws, httpServer }) {
      let shown = '[]';
      const send = (data: object) => ws.send({ type: 'custom', event: 'schemas:rejected', data });
      const checkServer = async () => {
        const issues = await findRejected(api);
        const now = JSON.stringify(issues);
        if (now !== shown) send(describeRejected(issues));
        shown = now;
      };
      ws.on('schemas:opened', () => send(describeRejected(JSON.parse(shown))));
      const timer = setInterval(checkServer, POLL_INTERVAL_MS).unref();
      httpServer?.once('close', () => clearInterval(timer));
    },
    transformIndexHtml: () => [
      {
        tag: 'script',
        attrs: { type: 'module', src: '/src/app/rejectedEdits/showRejectedEdits.ts' },
        injectTo: 'body',
      },
    ],
  };
}

/** Returns why the files on disk aren't active. Empty if the API doesn't respond. */
async function findRejected(api: string): Promise<Issue[]> {
  try {
    const { schemas } = await (await fetch(`${api}/readyz`)).json();
    return schemas?.heldBack ?? [];
  } catch {
    return [];
  }
}

const MAX_ISSUES = 5;

export interface RejectedEdits {
  title: string;
  lines: string[];
}

export function describeRejected(issues: readonly Issue[]): RejectedEdits {
  const lines = issues
    .slice(0, MAX_ISSUES)
    .map(({ file, line, code, fix }) => `schemas/${file}:${line} ${code}: ${fix}`);
  const more = issues.length - lines.length;
  return {
    title: readTitle(),
    lines: more > 0 ? [...lines, `+ ${more}: npm run schemas -- lint`] : lines,
  };
}

function readTitle(): string {
  const file = path.join(import.meta.dirname, '../../../schemas/texts/studio.json');
  return JSON.parse(readFileSync(file, 'utf8')).page.heldBack;
}
