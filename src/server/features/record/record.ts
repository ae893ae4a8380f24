import type { FastifyInstance } from 'fastify';
import { payment } from '../../../contract/payment';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { Feature } from '../../applications/feature';
import { readRecord } from '../../applications/record/checkRecord';
import { createRecordDocument } from '../../applications/record/createRecordDocument';
import { answer, routesOf } from '../../platform/http/routesOf';

export const record = {
  routes: recordRoutes,
  subscriptions: { 'application.submitted': ['record-document'] },
  jobs: {
    'record-document': {
      pool: 'documents',
      delay: 'record',
      run: (deps, { trn }: { trn: string }) => createRecordDocument(deps, trn),
    },
  },
} satisfies Feature;

function recordRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  routesOf(
    api,
    deps,
    payment,
  )('GET /record/:trn', async ({ applicant: { trn } }) => answer(await readRecord(deps, trn)));
}
