import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openServer } from '../../support/openServer';

const rules = readFileSync('docs/alerts.yaml', 'utf8');
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => String(name));

describe('docs/alerts.yaml', async () => {
  const server = await openServer();

  it('uses only metrics that the portal has', async () => {
    await server.app.inject('/healthz');
    const { body } = await server.app.inject('/metrics');
    const used = new Set(rules.match(/\b(database|jobs|http|mail|nodejs|process)_[a-z0-9_]+/g));
    expect(used.size).toBeGreaterThan(6);
    const missing = [...used].filter((name) => !body.includes(`# TYPE ${name.replace(/_(count|bucket)$/, '')} `));
    expect(missing).toEqual([]);
    const labels = new Set(rules.match(/(?<=[{,])\w+(?=[=!]~?")/g));
    expect([...labels].sort()).toEqual(['job', 'kind', 'route', 'status']);
    for (const label of ['route=', 'status=', 'kind=']) expect(body).toContain(label);
  });

  it.each(alerts)('%s is explained in docs/operations.md', (name) => {
    expect(rules).toContain(`description: operations.md, ${name}\n`);
    expect(readFileSync('docs/operations.md', 'utf8')).toMatch(
      new RegExp(`^\\| ${name} \\| .{20,} \\| .{20,} \\|$`, 'm'),
    );
  });
});
