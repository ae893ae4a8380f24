import diagnostics from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

export interface RegisteredRoute {
  method: string;
  url: string;
  isOpen: boolean;
}

/** The routes that a server registers while `build` makes it, told by Fastify itself; those of its automatic HEAD among them. */
export async function withRoutes<Made>(build: () => Promise<Made>): Promise<{ made: Made; routes: RegisteredRoute[] }> {
  const routes: RegisteredRoute[] = [];
  const listen = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (route) => void routes.push(...registered(route)));
  };
  diagnostics.subscribe('fastify.initialization', listen);
  try {
    return { made: await build(), routes };
  } finally {
    diagnostics.unsubscribe('fastify.initialization', listen);
  }
}

function registered({ method, url, config }: RouteOptions): RegisteredRoute[] {
  const isOpen = (config as { open?: boolean } | undefined)?.open === true;
  return [method].flat().map((one) => ({ method: one, url, isOpen }));
}
