import { chromium } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { startBuiltServer } from './support/builtServer';
const server = await startBuiltServer();
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
for (const path of process.argv.slice(2)) {
  const page = await browser.newPage({ baseURL: server.address, viewport: { width: 412, height: 823 } });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Profiler.enable'); await cdp.send('Profiler.setSamplingInterval', { interval: 200 });
  await cdp.send('Profiler.start');
  await page.goto(path); await page.waitForTimeout(1500);
  const { profile } = await cdp.send('Profiler.stop');
  const nodes = new Map(profile.nodes.map((n) => [n.id, n]));
  const parent = new Map<number, number>(); for (const n of profile.nodes) for (const c of n.children ?? []) parent.set(c, n.id);
  const self = new Map<number, number>(); profile.samples!.forEach((s, i) => self.set(s, (self.get(s) ?? 0) + profile.timeDeltas![i]! / 1000));
  const total = new Map<string, number>(); const own = new Map<string, number>();
  for (const [id, t] of self) { const seen = new Set<string>(); let n: number | undefined = id; let top = true; while (n !== undefined) { const f = nodes.get(n)!.callFrame; const k = `${f.functionName || '(anon)'} ${f.url.split('/').at(-1)?.slice(0, 22)}:${f.lineNumber}`; if (top) { own.set(k, (own.get(k) ?? 0) + t); top = false; } if (!seen.has(k)) { seen.add(k); total.set(k, (total.get(k) ?? 0) + t); } n = parent.get(n); } }
  const show = (m: Map<string, number>, c: number) => [...m].sort((a, b) => b[1] - a[1]).slice(0, c).map(([k, t]) => `${t.toFixed(1).padStart(8)} ${k}`).join('\n');
  console.log(path, '\nTOTAL\n' + show(total, 70), '\nOWN\n' + show(own, 25));
  await page.close();
}
await browser.close(); await server.stop();
