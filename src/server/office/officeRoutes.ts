import type { FastifyInstance } from 'fastify';
import { office } from '../../contract/office';
import type { Deps } from '../deps';
import { answer } from '../http/reply';
import { routesOf } from '../http/routesOf';
import { listApplications } from './listApplications';
import { requireOffice } from './officeAccess';

/** What the landlord's office reads and does: the applications of its subscriber, and of nobody else. */
export function officeRoutes(api: FastifyInstance, deps: Deps): void {
  const on = routesOf(api, deps, office);

  on(
    'GET /office/applications',
    async (request) => answer(await listApplications(deps.db, request.office, request.query)),
    {
      onRequest: requireOffice(deps, 'read'),
    },
  );
}
