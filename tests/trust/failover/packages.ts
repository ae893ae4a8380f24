import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { install } from '../../../e2e/engines/install';

const PACKAGES = ['patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'pgbouncer'];

/** Asked by Debian's packages before they start a service. */
const POLICY = '/usr/sbin/policy-rc.d';

const VERSIONS = '/usr/lib/postgresql';

/**
 * Installs a cluster's packages without starting anything. Returns the folder of PostgreSQL's programs. @throws Error naming what can't be
 * installed
 */
export function installCluster(): string {
  const isOurs = process.getuid?.() === 0 && !existsSync(POLICY);
  if (isOurs) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    install(existsSync(VERSIONS) ? PACKAGES : ['postgresql', ...PACKAGES]);
  } finally {
    if (isOurs) rmSync(POLICY);
  }
  const [newest = ''] = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a));
  return path.join(VERSIONS, newest, 'bin');
}
