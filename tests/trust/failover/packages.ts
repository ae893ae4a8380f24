import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { installPackages } from '../../support/installPackages';

const PACKAGES = ['patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'pgbouncer'];

const VERSIONS = '/usr/lib/postgresql';

/**
 * Installs a cluster's packages without starting anything. Returns the folder of PostgreSQL's programs.
 * @throws Error naming what can't be installed
 */
export function installCluster(): string {
  installPackages(existsSync(VERSIONS) ? PACKAGES : ['postgresql', ...PACKAGES]);
  const [newest = ''] = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a));
  return path.join(VERSIONS, newest, 'bin');
}
