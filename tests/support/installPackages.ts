import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { install } from '../../e2e/engines/install';

/** Debian's packages run it before they start a service. */
const POLICY = '/usr/sbin/policy-rc.d';

/**
 * Installs missing Debian packages without starting their services.
 * @throws Error naming what can't be installed
 */
export function installPackages(packages: readonly string[]): void {
  const isOurs = process.getuid?.() === 0 && !existsSync(POLICY);
  if (isOurs) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    install(packages);
  } finally {
    if (isOurs) rmSync(POLICY);
  }
}
