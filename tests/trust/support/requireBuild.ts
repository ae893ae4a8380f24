import { existsSync } from 'node:fs';
import path from 'node:path';
import { findRoot } from '../../../src/server/platform/config';

/** The production build, which the suites start. */
export const builtServer = path.join(findRoot(), 'dist/server/main.js');

/** Throws without a build, because the suites test what is shipped, not the sources. */
export function requireBuild(): void {
  if (!existsSync(builtServer)) throw new Error('There is no build. Run `npm run build` first');
}
