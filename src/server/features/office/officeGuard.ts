import type { FastifyRequest } from 'fastify';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { OfficeRow } from '../../applications/statusRepository';
import { type OfficeAccess, requireOffice } from './officeAccess';
import { refuse } from './officeErrors';
import { findOfficeApplication } from './officeRepository';

export const officeGuard = {
  require: requireOffice,
  /** Throws `notFound`, including for another office's application. */
  async findApplication(
    { db }: Pick<ApplicationDeps, 'db'>,
    request: FastifyRequest,
    number: string,
  ): Promise<OfficeRow> {
    const row = await findOfficeApplication(db, request.office.subscriberId, number);
    if (!row) throw refuse('notFound');
    return row;
  },
  access: ({ office }: FastifyRequest): OfficeAccess => office,
};
