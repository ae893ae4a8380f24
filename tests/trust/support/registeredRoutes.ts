import diagnostics from 'node:diagnostics_channel';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { findRoot } from '../../../src/server/platform/config';

const builtApp = path.join(findRoot(), 'dist/app');

export interface RegisteredRoute {
  method: string;
  url: string;
  isOpen: boolean;
}

/**
 * Lists the routes that a server registers during `build`, including Fastify's automatic HEAD routes. Leaves out the
 * built app's files, which are public and missing without a build.
 */
export async function withRoutes<Made>(build: () => Promise<Made>): Promise<{ made: Made; routes: RegisteredRoute[] }> {
  const routes: RegisteredRoute[] = [];
  const listen = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (route) => void routes.push(...registered(route)));
  };
  diagnostics.subscribe('fastify.initialization', listen);
  try {
    const made = await build();
    return { made, routes: routes.filter(({ url }) => url === '/*' || !existsSync(path.join(builtApp, url))) };
  } finally {
    diagnostics.unsubscribe('fastify.initialization', listen);
  }
}

function registered({ method, url, config }: RouteOptions): RegisteredRoute[] {
  const isOpen = (config as { open?: boolean } | undefined)?.open === true;
  return [method].flat().map((one) => ({ method: one, url, isOpen }));
}
