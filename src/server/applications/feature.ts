import type { FastifyInstance } from 'fastify';
import type { Errors } from '../platform/http/errors';
import type { Jobs } from '../platform/jobs/pools';
import type { ApplicationDeps } from './applicationDeps';
import type { Subscriptions } from './domainEvents';

export interface Feature<Deps extends ApplicationDeps = ApplicationDeps> {
  routes?(api: FastifyInstance, deps: Deps): void | Promise<void>;
  rootRoutes?(app: FastifyInstance, deps: Deps): void;
  errors?: readonly Errors[];
  jobs?: Jobs<Deps>;
  subscriptions?: Subscriptions;
  queueDue?(deps: Pick<Deps, 'db' | 'clock'>): Promise<void>;
  deleteExpired?(deps: Pick<Deps, 'db' | 'clock'>, yesterday: Date): Promise<void>;
}
